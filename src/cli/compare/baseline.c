/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/baseline.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text/slip.h"
#include "campaign/versions/versions.h"

enum { COMMIT_LEAST = 4, COMMIT_SHOWN = 9, LABELS_SHOWN = 5 };

static const struct {
	const char *prefix, *noun;
} kinds[AS_BASELINE_KINDS] = {
	[AS_BASELINE_REVISION] = {"rev:", "a revision"},
	[AS_BASELINE_LABEL] = {"label:", "a label"},
	[AS_BASELINE_ID] = {"id:", "a result"},
	[AS_BASELINE_FILE] = {"file:", "a file"},
	[AS_BASELINE_COMMIT] = {"stored:", "a commit"},
};

/* What a word may be. */
struct meanings {
	bool is[AS_BASELINE_KINDS];
	struct as_version version; /* of the revision */
	const char **labels; /* all that there are */
	size_t n_labels;
};

/* The store, where there is one. */
static enum as_status open_store(struct as_cli *cli, struct as_store **out, struct as_err *err)
{
	struct as_store_place place;

	*out = NULL;
	if (as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, NULL) || !place.exists)
		return AS_OK;
	return as_result_store(cli, AS_STORE_READ, out, err);
}

/* A number or the beginning of a uuid; a label that looks like that is a label. */
static bool is_result(struct as_store *s, const char *word, bool label)
{
	struct as_err why = {0};
	int64_t id = 0, number = 0;

	if (!strncmp(word, "@last", 5))
		return true;
	if (as_store_find(s, word, &id, &why))
		return strstr(why.msg, "several experiments begin") != NULL;
	return !label || (as_parse_i64(word, 1, INT64_MAX, &number) && number == id);
}

static enum as_status look_into_store(struct as_cli *cli, const char *word, struct meanings *m,
	struct as_err *err)
{
	struct as_store *s = NULL;
	enum as_status st = open_store(cli, &s, err);

	if (st || !s)
		return st;
	st = as_store_labels(s, cli->arena, &m->labels, &m->n_labels, err);
	for (size_t i = 0; i < m->n_labels && !st; i++)
		m->is[AS_BASELINE_LABEL] = m->is[AS_BASELINE_LABEL] || !strcmp(m->labels[i], word);
	m->is[AS_BASELINE_ID] = !st && is_result(s, word, m->is[AS_BASELINE_LABEL]);
	as_store_close(s);
	return st;
}

static enum as_status find_meanings(struct as_cli *cli, const char *word, struct meanings *m,
	struct as_err *err)
{
	enum as_status st = look_into_store(cli, word, m, err);

	m->is[AS_BASELINE_FILE] = as_result_is_file(word) &&
				  (!strcmp(word, "-") || !access(word, F_OK));
	if (!st && !m->is[AS_BASELINE_FILE])
		st = as_version_named(word, cli->arena, &m->version, &m->is[AS_BASELINE_REVISION],
			err);
	return st;
}

/* ---- what it is not ---- */

static enum as_status refuse_several(const struct meanings *m, const char *word, const char *what,
	struct as_err *err)
{
	struct as_text is = {0}, say = {0};

	for (size_t k = 0, n = 0; k < AS_BASELINE_KINDS; k++) {
		if (!m->is[k])
			continue;
		as_text_addf(&is, "%s%s", n ? " and " : "", kinds[k].noun);
		as_text_addf(&say, "%s%s%s", n++ ? " or " : "", kinds[k].prefix, word);
	}
	enum as_status st = as_fail(err, AS_ERR_USAGE,
		"cannot tell which %s '%.200s' is: it is %s; say %s", what, word, as_text_str(&is),
		as_text_str(&say));
	as_text_release(&is);
	as_text_release(&say);
	return st;
}

static const char *nearest_label(const struct meanings *m, const char *word)
{
	const char *best = NULL;

	for (size_t i = 0; i < m->n_labels; i++)
		if (as_is_slip(word, m->labels[i]) && (!best ||
			as_edit_distance(word, m->labels[i]) < as_edit_distance(word, best)))
			best = m->labels[i];
	return best;
}

static void add_labels(struct as_text *t, const struct meanings *m)
{
	for (size_t i = 0; i < m->n_labels && i < LABELS_SHOWN; i++)
		as_text_addf(t, "%s%.60s", i ? ", " : "; there are the labels ", m->labels[i]);
	if (m->n_labels > LABELS_SHOWN)
		as_text_addf(t, " and %zu more", m->n_labels - LABELS_SHOWN);
}

static enum as_status refuse_unknown(const struct meanings *m, const char *word, bool stored,
	const char *what, struct as_err *err)
{
	const char *near = nearest_label(m, word);
	struct as_text t = {0};

	if (stored && m->is[AS_BASELINE_REVISION])
		return as_fail(err, AS_ERR_USAGE,
			"cannot take the revision '%.200s' for a %s: nothing is measured "
			"here; stored:%.200s is what is kept of that commit",
			word, what, word);
	if (near)
		as_text_addf(&t, "; did you mean '%.200s'?", near);
	else if (m->n_labels)
		add_labels(&t, m);
	else
		as_text_add(&t, "; assay list shows what is kept");
	enum as_status st = as_fail(err, AS_ERR_USAGE,
		"cannot find the %s '%.200s': it is %sno label and no "
		"number of a result, and no file%s",
		what, word, stored ? "" : "no revision, ", as_text_str(&t));
	as_text_release(&t);
	return st;
}

static enum as_status refuse_label(const struct meanings *m, const char *label, const char *what,
	struct as_err *err)
{
	const char *near = nearest_label(m, label);
	struct as_text t = {0};

	if (near)
		as_text_addf(&t, "; did you mean '%.200s'?", near);
	else if (m->n_labels)
		add_labels(&t, m);
	else
		as_text_add(&t, "; assay run --label keeps results under a label");
	enum as_status st = as_fail(err, AS_ERR_USAGE,
		"cannot find the %s '%.200s': no result bears that "
		"label%s",
		what, label, as_text_str(&t));
	as_text_release(&t);
	return st;
}

/* ---- what it is ---- */

/* "main (1a2b3c4d5)"; the commit alone where it is named by that. */
static const char *commit_label(struct as_cli *cli, const char *what, const struct as_version *v)
{
	if (!v->commit || !strncmp(v->commit, what, strlen(what)))
		return what;
	return as_arena_printf(cli->arena, "%s (%.*s)", what, COMMIT_SHOWN, v->commit);
}

/* A commit need not be there any more to be remembered by its digits. */
static bool is_commit(const char *what)
{
	size_t n = strlen(what);

	return n >= COMMIT_LEAST && strspn(what, "0123456789abcdef") == n;
}

static enum as_status find_commit(struct as_cli *cli, struct as_baseline *b, struct as_err *err)
{
	bool found = false;
	enum as_status st = as_version_named(b->what, cli->arena, &b->version, &found, err);

	if (!st && !found && !is_commit(b->what))
		return as_fail(err, AS_ERR_USAGE,
			"cannot find the commit '%.200s': it is no revision of the "
			"repository here, and no beginning of a commit's name",
			b->what);
	if (!st && !found)
		b->version.commit = b->what;
	return st;
}

static enum as_status settle(struct as_cli *cli, struct as_baseline *b, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (b->kind == AS_BASELINE_COMMIT)
		st = find_commit(cli, b, err);
	b->label = b->kind == AS_BASELINE_COMMIT || b->kind == AS_BASELINE_REVISION
		? commit_label(cli, b->what, &b->version) : b->what;
	return st || b->label ? st : as_fail_memory(err);
}

/* The kind that a prefix says; AS_BASELINE_KINDS without one. */
static enum as_baseline_kind prefixed(const char *word, const char **what)
{
	for (size_t k = 0; k < AS_BASELINE_KINDS; k++) {
		size_t n = strlen(kinds[k].prefix);
		if (strncmp(word, kinds[k].prefix, n) != 0 || !word[n])
			continue;
		*what = word + n;
		return (enum as_baseline_kind)k;
	}
	*what = word;
	return AS_BASELINE_KINDS;
}

enum as_status as_baseline_find(struct as_cli *cli, const char *word, bool stored, const char *what,
	struct as_baseline *out, struct as_err *err)
{
	struct as_baseline b = {0};
	struct meanings m = {0};
	size_t n = 0;

	b.kind = prefixed(word, &b.what);
	enum as_status st = AS_OK;
	if (b.kind == AS_BASELINE_KINDS) {
		st = find_meanings(cli, word, &m, err);
		for (size_t k = 0; k < AS_BASELINE_KINDS && !st; k++) {
			if (!m.is[k] || (stored && k == AS_BASELINE_REVISION))
				continue;
			b.kind = (enum as_baseline_kind)k;
			n++;
		}
		if (!st && n != 1)
			return n ? refuse_several(&m, word, what, err)
				 : refuse_unknown(&m, word, stored, what, err);
		b.version = m.version;
	} else if (stored && b.kind == AS_BASELINE_REVISION) {
		m.is[AS_BASELINE_REVISION] = true;
		return refuse_unknown(&m, b.what, stored, what, err);
	} else if (b.kind == AS_BASELINE_LABEL) {
		st = look_into_store(cli, b.what, &m, err);
		if (!st && !m.is[AS_BASELINE_LABEL])
			return refuse_label(&m, b.what, what, err);
	}
	if (!st)
		st = settle(cli, &b, err);
	if (!st)
		*out = b;
	return st;
}
