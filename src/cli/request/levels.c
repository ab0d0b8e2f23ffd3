/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/request/levels.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/text/slip.h"

static const char *const expected[] = {
	[AS_LEVEL_NUMBER] =
		"LEVEL=NUMBER with commas between, such as iteration=400,execution=25,build=4",
	[AS_LEVEL_SECONDS] =
		"LEVEL=TIME with commas between, such as build=30m,start=3s,iteration=2ms",
	[AS_LEVEL_COUNT] =
		"LEVEL=NUM with commas between, such as iteration=20,execution=8,build=5",
};

/* Place among the levels assay knows; AS_MODEL_LEVELS for others. */
static size_t rank(const char *name)
{
	size_t i = 0;

	while (i < AS_MODEL_LEVELS && strcmp(as_level_names[i], name) != 0)
		i++;
	return i;
}

const double *as_level_value(const struct as_level_values *v, const char *name)
{
	for (size_t i = 0; i < v->n; i++)
		if (!strcmp(v->v[i].name, name))
			return &v->v[i].value;
	return NULL;
}

static bool is_name(const char *s)
{
	for (const char *c = s; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_')
			return false;
	return *s;
}

static bool read_value(const char *text, enum as_level_kind kind, double *out)
{
	int64_t n = 0;

	if (kind == AS_LEVEL_NUMBER)
		return as_parse_double(text, out);
	if (kind == AS_LEVEL_SECONDS ? !as_parse_duration(text, &n)
				     : !as_parse_i64(text, 1, 1000000, &n))
		return false;
	*out = kind == AS_LEVEL_SECONDS ? (double)n / 1e9 : (double)n;
	return true;
}

/* What an option takes. */
struct levels_wanted {
	enum as_option_id id;
	enum as_level_kind kind;
	bool known;
	char option[32];
};

static enum as_status unknown_level(const struct levels_wanted *w, const char *name,
	struct as_err *err)
{
	for (size_t i = 0; i <= (w->known ? AS_LEVEL_BUILD : AS_LEVEL_SESSION); i++)
		if (as_is_slip(name, as_level_names[i]))
			return as_fail(err, AS_ERR_USAGE,
				"cannot use '%s' for %s: there is no such level; did you mean %s?",
				name, w->option, as_level_names[i]);
	if (!w->known)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot use '%s' for %s: there is no such level; the levels are "
		"iteration, execution (or start) and build",
		name, w->option);
}

static enum as_status check_name(const struct as_level_values *v, const struct levels_wanted *w,
	const char *name, struct as_err *err)
{
	size_t place = rank(name);

	if (place == AS_MODEL_LEVELS || (w->known && place > AS_LEVEL_BUILD)) {
		enum as_status st = unknown_level(w, name, err);
		if (st)
			return st;
	}
	if (as_level_value(v, name))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%s' for %s twice: give each level once", name, w->option);
	if (v->n == AS_TREE_LEVELS)
		return as_fail(err, AS_ERR_USAGE, "cannot use '%s' for %s: %d levels are the most",
			name, w->option, AS_TREE_LEVELS);
	return AS_OK;
}

static void insert(struct as_level_values *v, const char *name, double value)
{
	size_t at = v->n++;

	for (; at > 0 && rank(v->v[at - 1].name) > rank(name); at--)
		v->v[at] = v->v[at - 1];
	snprintf(v->v[at].name, sizeof v->v[at].name, "%s", name);
	v->v[at].value = value;
}

/* One "name=value" of n bytes. */
static enum as_status read_item(const char *item, size_t n, const struct levels_wanted *w,
	struct as_level_values *out, struct as_err *err)
{
	char text[96] = "", *equals = NULL;
	double value = 0;

	if (n < sizeof text) {
		memcpy(text, item, n);
		text[n] = '\0';
		equals = strchr(text, '=');
	}
	if (equals)
		*equals = '\0';
	if (!equals || !is_name(text) || strlen(text) >= AS_LEVEL_NAME_BYTES ||
		!read_value(equals + 1, w->kind, &value)) {
		char shown[96];
		snprintf(shown, sizeof shown, "%.*s", (int)n, item);
		return as_args_bad(w->id, shown, expected[w->kind], err);
	}
	const char *name = strcmp(text, "start") ? text : as_level_names[AS_LEVEL_EXECUTION];
	enum as_status st = check_name(out, w, name, err);
	if (!st)
		insert(out, name, value);
	return st;
}

enum as_status as_args_levels(const struct as_args *args, enum as_option_id id,
	enum as_level_kind kind, bool known, struct as_level_values *out, struct as_err *err)
{
	struct levels_wanted w = {.id = id, .kind = kind, .known = known};
	struct as_level_values v = {.n = 0};
	const struct as_arg *arg;

	as_option_spell(id, w.option);
	for (size_t i = 0; (arg = as_args_nth(args, id, i)); i++)
		for (const char *s = arg->values[0], *end; s; s = end ? end + 1 : NULL) {
			end = strchr(s, ',');
			size_t n = end ? (size_t)(end - s) : strlen(s);
			enum as_status st = read_item(s, n, &w, &v, err);
			if (st)
				return st;
		}
	*out = v;
	return AS_OK;
}
