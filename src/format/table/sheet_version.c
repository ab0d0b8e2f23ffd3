/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of a table that say which version of the software a value is of, and when that was. */
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "format/instant.h"
#include "format/table/sheet_parts.h"

enum { DATE_BYTES = 40, COMMIT_LEAST = 7, SHA1_DIGITS = 40, SHA256_DIGITS = 64 };

/* The field of a column, NULL where there is none. */
static const struct as_csv_field *field_of(const struct as_sheet *t, enum as_sheet_column c)
{
	const size_t i = t->head.column[c];

	return i ? &t->csv.field[i - 1] : NULL;
}

/* Where a column is that was expected to say more. */
static enum as_status bad(const struct as_sheet *t, enum as_sheet_column c, struct as_err *err,
	const char *expected)
{
	const size_t at = t->head.column[c] ? t->head.column[c] - 1 : 0;
	const struct as_csv_field *f = field_of(t, c);

	if (!f || !f->n)
		return as_csv_bad(&t->csv, at, err, "expected %s, found nothing", expected);
	return as_csv_bad(&t->csv, at, err, "expected %s, found '%.*s'", expected,
		f->n < 60 ? (int)f->n : 60, f->s);
}

static bool is_commit(const struct as_csv_field *f)
{
	size_t i = 0;

	while (i < f->n && f->s[i] && strchr("0123456789abcdef", f->s[i]))
		i++;
	return i == f->n && i >= COMMIT_LEAST && i <= SHA256_DIGITS;
}

static enum as_status text_of(
	struct as_sheet *t, enum as_sheet_column c, uint32_t *out, struct as_err *err)
{
	const struct as_csv_field *f = field_of(t, c);

	if (f && memchr(f->s, 0, f->n))
		return bad(t, c, err, "a text without zero bytes");
	return as_labels_add(&t->texts, f ? f->s : "", f ? f->n : 0, out) ? AS_OK
									  : as_fail_memory(err);
}

static enum as_status date_of(const struct as_sheet *t, int64_t *out, struct as_err *err)
{
	const struct as_csv_field *f = &t->csv.field[t->head.column[AS_SHEET_DATE] - 1];
	char text[DATE_BYTES];

	snprintf(text, sizeof text, "%.*s", f->n < DATE_BYTES ? (int)f->n : 0, f->s);
	return as_instant_read(text, out)
		       ? AS_OK
		       : bad(t, AS_SHEET_DATE, err,
				  "a date such as 2026-08-18 or 2026-08-18T10:00:00Z");
}

/* Versions of one instant are in the order of the table. */
static int64_t put_behind(const struct as_sheet *t, size_t n, int64_t date_ns)
{
	for (size_t i = 0; i < n; i++)
		date_ns += t->version[i].date_ns == date_ns;
	return date_ns;
}

enum as_status as_sheet_version(struct as_sheet *t, uint32_t *out, struct as_err *err)
{
	const struct as_csv_field *commit = field_of(t, AS_SHEET_COMMIT),
				  *name = field_of(t, AS_SHEET_VERSION);
	struct as_sheet_version v = {0};
	const size_t before = t->versions.n;
	enum as_status st = AS_OK;

	*out = 0;
	if (!t->head.column[AS_SHEET_DATE])
		return AS_OK;
	if (commit && commit->n && !is_commit(commit))
		return bad(t, AS_SHEET_COMMIT, err,
			"a commit, 7 to 64 hexadecimal digits in lower case (a column 'version' "
			"has other names)");
	if ((!commit || !commit->n) && (!name || !name->n))
		return bad(t, name ? AS_SHEET_VERSION : AS_SHEET_COMMIT, err,
			"the version that the value is of");
	st = text_of(t, AS_SHEET_COMMIT, &v.commit, err);
	if (!st)
		st = text_of(t, AS_SHEET_VERSION, &v.name, err);
	if (!st)
		st = date_of(t, &v.date_ns, err);
	if (st)
		return st;
	if (!as_units_add(&t->versions, v.commit, as_label_of_text(v.name), out))
		return as_fail_memory(err);
	if (*out < before) /* ties were put behind each other, a few ns each */
		return v.date_ns <= t->version[*out].date_ns &&
				       t->version[*out].date_ns - v.date_ns < (int64_t)before
			       ? AS_OK
			       : bad(t, AS_SHEET_DATE, err,
					 "the date of an earlier line of this version");
	v.whole = commit && (commit->n == SHA1_DIGITS || commit->n == SHA256_DIGITS);
	v.date_ns = put_behind(t, before, v.date_ns);
	if (!as_grow(&t->version, &t->cap_versions, before + 1, sizeof v))
		return as_fail_memory(err);
	t->version[before] = v;
	return AS_OK;
}

/* "sort (v1.2)": a name that no other text of the table is; NULL when out of memory. */
static const char *name_of(struct as_sheet *t, const char *subject, const char *version)
{
	struct as_arena *a = &t->x->arena;
	const char *name = as_arena_printf(a, "%s (%s)", subject, version);

	for (int k = 2; name; k++) {
		const size_t before = t->texts.n;
		uint32_t number;
		if (!as_labels_add(&t->texts, name, strlen(name), &number))
			return NULL;
		if (t->texts.n > before)
			break;
		name = as_arena_printf(a, "%s (%s) (%d)", subject, version, k);
	}
	return name;
}

enum as_status as_sheet_set_version(struct as_sheet *t, size_t i, struct as_err *err)
{
	struct as_subject *s = &t->x->subjects[i];

	if (!t->versions.n)
		return AS_OK;
	const struct as_sheet_version *v = &t->version[t->subjects.parent[i]];
	const char *commit = t->texts.text[v->commit], *name = t->texts.text[v->name];
	const struct as_version said = {.commit = v->whole ? commit : NULL,
		.label = *name ? name : commit,
		.parents = "",
		.date_ns = v->date_ns,
		.changes = AS_CHANGES_NONE};

	if (t->versions.n > 1)
		s->name = name_of(t, s->command, said.label);
	if (!s->name || !as_version_copy(&t->x->arena, &said, &s->version))
		return as_fail_memory(err);
	return AS_OK;
}
