/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/num.h"
#include "base/text/slip.h"
#include "format/suite/suite_reading.h"

static void add_words(struct as_text *t, const char *words)
{
	if (!words)
		return;
	while (*words) {
		size_t n = strcspn(words, " ");
		as_text_add_n(t, words, n);
		words += n + (words[n] == ' ');
		as_text_add(t, !*words ? "" : strchr(words, ' ') ? ", " : " or ");
	}
}

void as_suite_add_expected(struct as_text *t, enum as_suite_key key)
{
	const struct as_suite_row *row = &as_suite_rows[key];

	switch (row->type) {
	case AS_SUITE_TYPE_TEXT:
		as_text_add(t, "a text");
		break;
	case AS_SUITE_TYPE_LIST:
		as_text_add(t, "a text, or a list of them");
		break;
	case AS_SUITE_TYPE_COUNT:
		as_text_addf(t, "a whole number from %.0f to %.0f", row->min, row->max);
		break;
	case AS_SUITE_TYPE_DURATION:
		as_text_add(t, "a time above 0 with its unit, such as 30s");
		break;
	case AS_SUITE_TYPE_PERCENT:
		as_text_addf(t, "a percentage %s %g%% %s %g%%, such as %s",
			row->words ? "above" : "from", 100 * row->min,
			row->words ? "and below" : "to below", 100 * row->max,
			row->min < 0.5 ? "1%" : "95%");
		break;
	case AS_SUITE_TYPE_WORD:
		add_words(t, row->words);
		break;
	case AS_SUITE_TYPE_WORDS:
		add_words(t, row->words);
		as_text_add(t, ", or a list of them");
		break;
	case AS_SUITE_TYPE_STATUSES:
		as_text_addf(t, "an exit status from %.0f to %.0f, a list of them, or %s", row->min,
			row->max, row->words);
		break;
	case AS_SUITE_TYPE_PARAMETERS:
		as_text_add(t,
			"names with a value or a list of values each, such as {size: [1, 2]}");
		break;
	case AS_SUITE_TYPE_NAMES:
		as_text_add(t, "old names with the new one of each, such as {parse/*: parser/*}");
		break;
	case AS_SUITE_TYPE_BENCHMARKS:
		as_text_add(t, "names with the keys of a benchmark each");
		break;
	}
}

/* The word of a list of words that was probably meant; NULL: none. */
static const char *meant(const struct as_suite_reader *r, const char *words, const char *typed)
{
	while (words && *words) {
		size_t n = strcspn(words, " ");
		const char *word = as_arena_strndup(r->a, words, n);
		if (word && as_is_slip(typed, word))
			return word;
		words += n + (words[n] == ' ');
	}
	return NULL;
}

static enum as_status fail_value(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node)
{
	static const char *const kinds[] = {"a text", "a list", "a map"},
		*const empty[] = {"", "an empty list", "an empty map"};
	const struct as_suite_row *row = &as_suite_rows[key];
	bool words = row->type == AS_SUITE_TYPE_WORD || row->type == AS_SUITE_TYPE_WORDS ||
		row->type == AS_SUITE_TYPE_STATUSES;
	const char *word = words && node->kind == AS_YAML_TEXT ? meant(r, row->words, node->text)
							       : NULL;
	struct as_text t = {0};

	if (node->kind != AS_YAML_TEXT)
		as_text_addf(&t, "cannot use %s", node->n ? kinds[node->kind] : empty[node->kind]);
	else if (!*node->text)
		as_text_add(&t, "there is no value");
	else
		as_text_addf(&t, "cannot use '%.100s'", node->text);
	as_text_addf(&t, " for '%s': expected ", row->name);
	as_suite_add_expected(&t, key);
	if (word)
		as_text_addf(&t, "; did you mean '%s'?", word);
	enum as_status st = as_suite_fail_at(r, node, "%s", as_text_str(&t));
	as_text_release(&t);
	return st;
}

static bool is_word(const char *words, const char *text)
{
	size_t len = strlen(text);

	while (words && *words) {
		size_t n = strcspn(words, " ");
		if (n == len && !memcmp(words, text, n))
			return true;
		words += n + (words[n] == ' ');
	}
	return false;
}

/* Whether a text can be an item of a key's list. */
static bool is_item(const struct as_suite_row *row, const char *text)
{
	int64_t number = 0;

	if (row->type == AS_SUITE_TYPE_LIST)
		return *text;
	if (row->type == AS_SUITE_TYPE_WORDS)
		return is_word(row->words, text);
	return as_parse_i64(text, (int64_t)row->min, (int64_t)row->max, &number);
}

/* A list, or the one item of it. */
static enum as_status read_list(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node, struct as_suite_list *out)
{
	const struct as_suite_row *row = &as_suite_rows[key];
	const struct as_yaml *const *items = node->kind == AS_YAML_LIST ? node->v : &node;
	size_t n = node->kind == AS_YAML_LIST ? node->n : 1;
	const char **v = as_arena_array(r->a, n, sizeof *v);
	struct as_suite_place *at = as_arena_array(r->a, n, sizeof *at);
	bool all = row->type == AS_SUITE_TYPE_STATUSES && node->kind == AS_YAML_TEXT &&
		!strcmp(node->text, row->words);
	enum as_status st = v && at ? AS_OK : as_fail_memory(r->err);

	if (!st && !n)
		st = fail_value(r, key, node);
	for (size_t i = 0; i < n && !st; i++) {
		st = as_suite_see(r, items[i]);
		if (!st &&
			(items[i]->kind != AS_YAML_TEXT || (!all && !is_item(row, items[i]->text))))
			st = fail_value(r, key, items[i]);
		v[i] = items[i]->text;
		at[i] = as_suite_place_of(r, items[i]);
	}
	if (!st)
		*out = (struct as_suite_list){.v = v, .at = at, .n = n};
	return st;
}

static enum as_status read_count(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node, uint32_t *out)
{
	const struct as_suite_row *row = &as_suite_rows[key];
	int64_t x = 0;

	if (!as_parse_i64(node->text, (int64_t)row->min, (int64_t)row->max, &x))
		return fail_value(r, key, node);
	*out = (uint32_t)x;
	return AS_OK;
}

static enum as_status read_duration(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node, int64_t *out)
{
	int64_t ns = 0;

	if (!as_parse_duration(node->text, &ns) || ns <= 0)
		return fail_value(r, key, node);
	*out = ns;
	return AS_OK;
}

static enum as_status read_percent(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node, double *out)
{
	const struct as_suite_row *row = &as_suite_rows[key];
	double x = 0;

	if (!as_parse_percent(node->text, &x) || !(row->words ? x > row->min : x >= row->min) ||
		!(x < row->max))
		return fail_value(r, key, node);
	*out = x;
	return AS_OK;
}

/* A value that is one text. */
static enum as_status read_text(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node, struct as_suite_value *to)
{
	const struct as_suite_row *row = &as_suite_rows[key];

	if (node->kind != AS_YAML_TEXT || !*node->text)
		return fail_value(r, key, node);
	if (row->type == AS_SUITE_TYPE_COUNT)
		return read_count(r, key, node, &to->count);
	if (row->type == AS_SUITE_TYPE_DURATION)
		return read_duration(r, key, node, &to->ns);
	if (row->type == AS_SUITE_TYPE_PERCENT)
		return read_percent(r, key, node, &to->share);
	if (row->type == AS_SUITE_TYPE_WORD && !is_word(row->words, node->text))
		return fail_value(r, key, node);
	if (!node->text[strspn(node->text, " \t\n")])
		return fail_value(r, key, node);
	to->text = node->text;
	return AS_OK;
}

/* Old names with the new one of each; every name once on the left. */
static enum as_status read_names(struct as_suite_reader *r, const struct as_yaml *node,
	struct as_suite_settings *to)
{
	enum as_status st = AS_OK;

	to->renames = as_arena_array(r->a, node->n / 2, sizeof *to->renames);
	if (!to->renames)
		return as_fail_memory(r->err);
	for (size_t i = 0; !st && i < node->n; i += 2) {
		const struct as_yaml *from = node->v[i], *name = node->v[i + 1];
		struct as_rename *one = &to->renames[to->n_renames];
		struct as_err why = {0};
		st = as_suite_see(r, from);
		if (!st)
			st = as_suite_see(r, name);
		if (st)
			return st;
		if (from->kind != AS_YAML_TEXT || name->kind != AS_YAML_TEXT)
			return fail_value(
				r, AS_SUITE_RENAMED, from->kind != AS_YAML_TEXT ? from : name);
		*one = (struct as_rename){.from = from->text, .to = name->text};
		if (as_rename_check(one, &why))
			return as_suite_fail_at(r, from, "cannot show '%.100s' as '%.100s': %s",
				one->from, one->to, why.msg);
		for (size_t k = 0; k < to->n_renames; k++)
			if (!strcmp(to->renames[k].from, one->from))
				return as_suite_fail_at(r, from,
					"the name '%.100s' is there twice", one->from);
		to->n_renames++;
	}
	return st;
}

enum as_status as_suite_value(struct as_suite_reader *r, enum as_suite_key key,
	const struct as_yaml *node, struct as_suite_settings *to)
{
	enum as_suite_type type = as_suite_rows[key].type;
	struct as_suite_value *v = &to->v[key];
	enum as_status st = as_suite_see(r, node);

	if (st)
		return st;
	if (type == AS_SUITE_TYPE_LIST || type == AS_SUITE_TYPE_WORDS ||
		type == AS_SUITE_TYPE_STATUSES)
		return read_list(r, key, node, &v->list);
	if (type == AS_SUITE_TYPE_PARAMETERS)
		return node->kind != AS_YAML_TEXT && node->n
			? as_suite_read_grid(r, node, &to->parameters) : fail_value(r, key, node);
	if (type == AS_SUITE_TYPE_NAMES)
		return node->kind == AS_YAML_MAP && node->n ? read_names(r, node, to)
							    : fail_value(r, key, node);
	if (type != AS_SUITE_TYPE_BENCHMARKS)
		return read_text(r, key, node, v);
	to->benchmarks = node;
	return node->kind == AS_YAML_MAP && node->n ? AS_OK : fail_value(r, key, node);
}
