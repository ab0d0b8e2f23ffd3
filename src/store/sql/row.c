/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sql/row.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

/* Columns of a field that the store has: one, of costs one a level. */
static size_t n_columns(const struct as_field *f)
{
	if (!as_field_is_in(f, AS_IN_STORE))
		return 0;
	return f->kind == AS_KIND_COSTS ? AS_MODEL_LEVELS : 1;
}

/* In brackets: "drop" is a word of SQL, and quotes could mean a text where no such column is. */
static void add_name(struct as_text *t, const struct as_field *f, size_t k)
{
	const bool qualified = strchr(f->column, '.');

	as_text_add(t, qualified ? "" : "[");
	as_text_add(t, f->column);
	if (!qualified && f->kind == AS_KIND_COSTS) {
		as_text_char(t, '_');
		as_text_add(t, as_level_names[k]);
	}
	as_text_add(t, qualified ? "" : "]");
}

/* The columns of the row, and how many there are. */
static size_t add_columns(struct as_text *t, const struct as_kept_row *row)
{
	size_t n = row->lead != NULL;

	for (const char *p = row->lead; p && *p; p++)
		n += *p == ',';
	as_text_add(t, row->lead ? row->lead : "");
	for (size_t k = 0; k < 2 && row->fields[k]; k++)
		for (size_t i = 0; i < row->fields[k]->n; i++) {
			const struct as_field *f = &row->fields[k]->v[i];
			for (size_t c = 0; c < n_columns(f); c++, n++) {
				as_text_add(t, n ? ", " : "");
				add_name(t, f, c);
			}
		}
	return n;
}

static void prepare(struct as_sql *q, struct as_store *s, struct as_text *sql,
	const struct as_kept_row *row)
{
	as_text_addf(sql, " %s", row->tail ? row->tail : "");
	as_sql_prepare(q, s, as_text_str(sql));
	q->memory = q->memory || sql->failed;
	as_text_release(sql);
}

void as_row_insert(struct as_sql *q, struct as_store *s, const struct as_kept_row *row)
{
	struct as_text t = {0};

	as_text_addf(&t, "INSERT INTO %s (", row->table);
	const size_t n = add_columns(&t, row);
	as_text_add(&t, ") VALUES (?");
	as_text_repeat(&t, ", ?", n - 1);
	as_text_add(&t, ")");
	prepare(q, s, &t, row);
}

void as_row_select(struct as_sql *q, struct as_store *s, const struct as_kept_row *row)
{
	struct as_text t = {0};

	as_text_add(&t, "SELECT ");
	add_columns(&t, row);
	as_text_addf(&t, " FROM %s", row->table);
	prepare(q, s, &t, row);
}

void as_row_set(struct as_sql *q, const struct as_fields *t, const void *base)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct as_field *f = &t->v[i];
		const void *at = (const char *)base + f->offset;
		const size_t n = n_columns(f);
		if (!n)
			continue;
		if (as_field_is_text(f))
			as_sql_set_text(q, *(const char *const *)at);
		else if (as_field_is_real(f))
			as_sql_set_reals(q, at, n);
		else
			as_sql_set_int(q, as_field_int(f, base));
	}
}

static void get_field(struct as_sql *q, const struct as_field *f, void *base, struct as_arena *a)
{
	void *at = (char *)base + f->offset;
	const struct as_field_range range = as_field_range(f);
	double *reals = at;

	if (as_field_is_text(f))
		*(const char **)at = as_sql_text(q, a,
			f->kind == AS_KIND_NEEDED ? AS_SQL_REQUIRED : AS_SQL_OPTIONAL);
	else if (!as_field_is_real(f))
		as_field_set_int(f, base, as_sql_int(q, range.min, range.max));
	else
		for (size_t k = 0; k < n_columns(f); k++)
			reals[k] = as_sql_real(q);
}

void as_row_get(struct as_sql *q, const struct as_fields *t, void *base, struct as_arena *a)
{
	for (size_t i = 0; i < t->n; i++)
		if (n_columns(&t->v[i]))
			get_field(q, &t->v[i], base, a);
}

#define LIST(fields, v, n, cap, spare) \
	{&(fields), offsetof(struct as_subject, v), offsetof(struct as_subject, n), cap, \
		sizeof *((struct as_subject *)0)->v, spare}

const struct as_store_list as_store_lists[AS_STORE_LISTS] = {
	LIST(as_parameter_fields, parameters, n_parameters, 0, "parameters"),
	LIST(as_build_fields, builds, n_builds, offsetof(struct as_subject, cap_builds), NULL),
	LIST(as_note_fields, notes, n_notes, offsetof(struct as_subject, cap_notes), "notes"),
};

/* ---- versions of the store ---- */

static bool is_of(const struct as_fields *t, const char *table)
{
	return !strcmp(t->table, table);
}

/* The version that the table came with: that of the first of its columns. */
static unsigned first_version(const char *table)
{
	unsigned first = UINT_MAX;

	for (size_t k = 0; as_stored_fields[k]; k++) {
		const struct as_fields *t = as_stored_fields[k];
		for (size_t i = 0; is_of(t, table) && i < t->n; i++)
			if (n_columns(&t->v[i]) && t->v[i].since < first)
				first = t->v[i].since;
	}
	return first;
}

/* What it is in files that were written before; no column without it where a null will do. */
static const char *before(const struct as_field *f)
{
	const bool nothing = f->kind == AS_KIND_TEXT || as_field_is_real(f);

	if (f->before)
		return f->before;
	if (nothing)
		return "NULL";
	return f->kind == AS_KIND_NEEDED ? "''" : "0";
}

static void add_column(struct as_text *sql, const struct as_fields *t, const struct as_field *f)
{
	const char *type = as_field_is_text(f) ? "TEXT" : as_field_is_real(f) ? "REAL" : "INTEGER";
	const char *was = before(f);

	for (size_t k = 0; k < n_columns(f); k++) {
		as_text_addf(sql, "ALTER TABLE %s ADD COLUMN ", t->table);
		add_name(sql, f, k);
		as_text_addf(sql, " %s", type);
		if (strcmp(was, "NULL") != 0)
			as_text_addf(sql, " NOT NULL DEFAULT %s", was);
		as_text_add(sql, ";\n");
	}
}

void as_row_upgrade(struct as_text *sql, unsigned version)
{
	for (size_t k = 0; as_stored_fields[k]; k++) {
		const struct as_fields *t = as_stored_fields[k];
		if (first_version(t->table) >= version)
			continue;
		for (size_t i = 0; i < t->n; i++)
			if (t->v[i].since == version)
				add_column(sql, t, &t->v[i]);
	}
}

/* The columns of that table that came after that version. */
static void add_later(struct as_text *sql, const char *table, unsigned version)
{
	for (size_t k = 0; as_stored_fields[k]; k++) {
		const struct as_fields *t = as_stored_fields[k];
		for (size_t i = 0; is_of(t, table) && i < t->n; i++)
			for (size_t c = 0; t->v[i].since > version && c < n_columns(&t->v[i]);
				c++) {
				as_text_addf(sql, ", %s AS ", before(&t->v[i]));
				add_name(sql, &t->v[i], c);
			}
	}
}

/* Tables, and the columns of theirs that are no fields. */
static const struct {
	const char *name, *lead;
} tables[] = {{"experiments", NULL}, {"plans", NULL}, {"metrics", NULL}, {"subjects", NULL},
	{"parameters", NULL}, {"builds", NULL}, {"notes", NULL}, {"summaries", NULL},
	{"dimensionings", NULL}, {"dimensioning_levels", NULL},
	{"versions", "NULL AS experiment, NULL AS subject"}, {"noise_profiles", "NULL AS id"},
	{"noise_sessions", "NULL AS profile, NULL AS session"},
	{"noise_ways", "NULL AS profile, NULL AS session, NULL AS way"},
	{"alerts", "NULL AS id"}};

/* Columns of such a table that are no fields and came later. */
static const struct {
	const char *name, *later;
	unsigned since;
} other_columns[] = {
	{"subjects", ", 1 AS joined", 8}, {"experiments", ", 0 AS one_version", 8},
	{"subjects", ", 0 AS packed", 9}};

/* Tables without fields that came later. */
static const struct {
	const char *name, *columns;
	unsigned since;
} other_tables[] = {
	{"subject_sets", "NULL AS id, NULL AS hash, 0 AS n, NULL AS data", 9},
	{"subject_set_names", "NULL AS name, NULL AS subject_set, 0 AS number", 9},
	{"packs",
		"NULL AS id, NULL AS experiment, 0 AS subject, NULL AS subject_set, NULL AS data",
		9}};

void as_row_views(struct as_text *sql, unsigned version)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		const char *name = tables[i].name;
		struct as_text later = {0};
		const bool there = first_version(name) <= version;
		add_later(&later, name, version);
		for (size_t k = 0; k < sizeof other_columns / sizeof *other_columns; k++)
			if (other_columns[k].since > version &&
				!strcmp(other_columns[k].name, name))
				as_text_add(&later, other_columns[k].later);
		if (later.len && there)
			as_text_addf(sql, "CREATE TEMP VIEW %s AS SELECT *%s FROM main.%s;\n", name,
				as_text_str(&later), name);
		else if (later.len)
			as_text_addf(sql, "CREATE TEMP VIEW %s AS SELECT %s%s WHERE 0;\n", name,
				tables[i].lead, as_text_str(&later));
		sql->failed = sql->failed || later.failed;
		as_text_release(&later);
	}
	for (size_t i = 0; i < sizeof other_tables / sizeof *other_tables; i++)
		if (other_tables[i].since > version)
			as_text_addf(sql, "CREATE TEMP VIEW %s AS SELECT %s WHERE 0;\n",
				other_tables[i].name, other_tables[i].columns);
}
