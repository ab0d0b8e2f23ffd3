/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of numbers that are the tree of a subject. */
#include <stdio.h>

#include "base/vec.h"
#include "store/kept/subject_reading.h"
#include "store/sql/sql.h"

enum as_status as_subject_damaged(struct as_subject_reading *r, const char *what)
{
	char words[160];

	snprintf(words, sizeof words, "subject %d: %s", (int)r->number + 1, what);
	return as_store_damaged(r->store, words, r->err);
}

/* A row of series. */
struct column {
	size_t level;
	enum as_series field;
	int64_t metric; /* -1: none */
	size_t n;
	int64_t number; /* of the row, in its subject */
	const void *data; /* borrowed from the row, if it is not fetched in pieces */
	size_t size;
};

/* From so many numbers on: the bytes of millions need not lie in memory beside the numbers. */
enum { LARGE = 1 << 20 };

static const char too_short[] = "a column is too short";

/* What unpacking has said, in words. */
static enum as_status said(struct as_subject_reading *r, enum as_status st)
{
	if (st == AS_ERR_MEM)
		return as_fail_memory(r->err);
	return st ? as_subject_damaged(r, "the values of a column do not match their checksum")
		  : AS_OK;
}

static bool in_pieces(const struct as_subject_reading *r, const struct column *c)
{
	return r->store->engine->sql.open_blob && c->n >= LARGE;
}

/* A column that is fetched. */
struct fetching {
	const struct as_sql_engine *sql;
	void *blob;
	int rc;
};

static bool fetch(void *context, size_t at, size_t n, void *out)
{
	struct fetching *f = context;

	f->rc = f->sql->read_blob(f->blob, at, n, out);
	return f->rc == AS_SQL_OK;
}

static enum as_status find_row(struct as_subject_reading *r, const struct column *c, int64_t *id)
{
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT id FROM series WHERE experiment = ? AND subject = ? AND number = ?");
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number, c->number}, 3);
	if (as_sql_row(&q))
		*id = as_sql_int(&q, 1, INT64_MAX);
	return as_sql_end(&q, r->err);
}

/* In pieces. */
static enum as_status unpack_large(
	struct as_subject_reading *r, const struct column *c, size_t width, struct as_packed *out)
{
	struct fetching f = {.sql = &r->store->engine->sql};
	struct as_packer_pieces pieces = {fetch, &f, 0};
	int64_t id = 0;
	enum as_status st = find_row(r, c, &id), unpacked = AS_OK;
	if (st)
		return st;
	f.rc = f.sql->open_blob(r->store, "series", id, &f.blob, &pieces.n);
	const bool fits = as_packer_plausible(pieces.n, c->n, width);
	if (f.rc == AS_SQL_OK && fits)
		unpacked = as_packer_unpack_pieces(r->packer, &pieces, out, c->n, width);
	f.sql->close_blob(f.blob);
	if (f.rc != AS_SQL_OK)
		return as_store_fail(r->store, f.rc, r->err);
	return fits ? said(r, unpacked) : as_subject_damaged(r, too_short);
}

/* Unpack the column into an empty one. */
static enum as_status unpack(
	struct as_subject_reading *r, const struct column *c, size_t width, struct as_packed *out)
{
	if (in_pieces(r, c))
		return unpack_large(r, c, width, out);
	if (!c->data || !as_packer_plausible(c->size, c->n, width))
		return as_subject_damaged(r, too_short);
	return said(r, as_packer_unpack(r->packer, c->data, c->size, out, c->n, width));
}

static enum as_status get_unit_field(
	struct as_subject_reading *r, const struct column *c, enum as_unit_member m)
{
	struct as_packed *members = as_level_units(&r->subject->levels[c->level]);

	return members ? unpack(r, c, as_unit_places[m].width, &members[m])
		       : as_fail_memory(r->err);
}

/* The number here of the metric that it is of; SIZE_MAX: none. */
static size_t metric_of(const struct as_subject_reading *r, const struct column *c)
{
	return c->metric >= 0 && (size_t)c->metric < r->metrics->n ? r->metrics->number[c->metric]
								   : SIZE_MAX;
}

static enum as_status get_values(struct as_subject_reading *r, const struct column *c)
{
	struct as_level *l = &r->subject->levels[c->level];
	const size_t m = metric_of(r, c);

	if (m == SIZE_MAX)
		return as_subject_damaged(r, "a column is of no metric");
	const struct as_column fresh = {.metric = m, .values = {.reals = true}};
	if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, fresh))
		return as_fail_memory(r->err);
	return unpack(r, c, sizeof(double), &l->columns[l->n_columns - 1].values);
}

/* Where iterations of each execution begin, from the numbers of them. */
static enum as_status get_counts(struct as_subject_reading *r, const struct column *c)
{
	struct as_packed *first = &r->subject->iterations.first, counts = {0};
	const size_t n = r->subject->levels[AS_LEVEL_ITERATION].n;
	size_t at = 0;
	enum as_status st = unpack(r, c, sizeof(uint64_t), &counts);

	if (!st && !as_packed_push(first, 0))
		st = as_fail_memory(r->err);
	for (size_t e = 0; !st && e < c->n; e++) {
		const uint64_t count = as_packed_at(&counts, e);
		if (count > n - at)
			st = as_subject_damaged(
				r, "its executions have more iterations than there are");
		else if (!as_packed_push(first, at += (size_t)count))
			st = as_fail_memory(r->err);
	}
	as_packed_release(&counts);
	return st;
}

static enum as_status get_iteration_field(struct as_subject_reading *r, const struct column *c)
{
	struct as_iterations *it = &r->subject->iterations;

	if (c->field == AS_SERIES_COUNTS)
		return get_counts(r, c);
	if (c->field == AS_SERIES_ROLE)
		return unpack(r, c, 1, &it->role);
	if (c->field == AS_SERIES_END)
		return unpack(r, c, sizeof(int64_t), &it->end_ns);
	return as_subject_damaged(r, "a column of its iterations is of no kind that there is");
}

/* Numbers that are left of thinned iterations. */
static enum as_status get_thinned(struct as_subject_reading *r, const struct column *c)
{
	struct as_subject *s = r->subject;
	const size_t m = metric_of(r, c);

	if (m == SIZE_MAX || c->level != AS_LEVEL_EXECUTION || c->field == AS_SERIES_PRUNED)
		return as_subject_damaged(r, "what is left of its iterations is of no metric");
	if (!as_subject_thinned(s, m) && !as_subject_add_thinned(s, m))
		return as_fail_memory(r->err);
	struct as_thinned *t = &s->thinned[s->n_thinned - 1];
	if (t->metric != m)
		return as_subject_damaged(r, "what is left of its iterations is in no order");
	if (c->field < AS_SERIES_WHOLE)
		return unpack(r, c, sizeof(double), &t->sum[c->field - AS_SERIES_SUM]);
	if (c->field >= AS_SERIES_TYPICAL)
		return unpack(r, c, sizeof(double),
			&t->sum[c->field - AS_SERIES_TYPICAL + AS_SUM_TYPICAL]);
	struct as_packed whole = {.reals = true};
	enum as_status st = unpack(r, c, sizeof(double), &whole);
	for (size_t k = 0; k < c->n && !st; k++)
		t->whole[k] = as_packed_real(&whole, k);
	as_packed_release(&whole);
	return st;
}

static enum as_status get_column(struct as_subject_reading *r, const struct column *c)
{
	bool counts = c->level == AS_LEVEL_ITERATION && c->field == AS_SERIES_COUNTS;
	size_t want = r->subject->levels[counts ? AS_LEVEL_EXECUTION : c->level].n;

	if (c->field == AS_SERIES_WHOLE) /* older ones end before the step of the clock */
		want = c->n == AS_WHOLE_STEP ? c->n : (size_t)AS_WHOLE;
	if (c->n != want)
		return as_subject_damaged(r, "a column has not one value a unit");
	if (c->field == AS_SERIES_VALUES)
		return get_values(r, c);
	if (c->field >= AS_SERIES_SUM)
		return get_thinned(r, c);
	if (r->fields >> c->field & 1)
		return as_subject_damaged(r, "a column is there twice");
	r->fields |= 1u << c->field;
	if (c->level == AS_LEVEL_ITERATION)
		return get_iteration_field(r, c);
	for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
		if (as_series_of((enum as_unit_member)m) == c->field)
			return get_unit_field(r, c, (enum as_unit_member)m);
	return as_subject_damaged(r, "a column of its units is of no kind that there is");
}

/* Every level that has units has all that is known of each. */
static enum as_status all_there(struct as_subject_reading *r, size_t level)
{
	unsigned want = 1u << AS_SERIES_COUNTS | 1u << AS_SERIES_ROLE | 1u << AS_SERIES_END;

	if (level != AS_LEVEL_ITERATION) {
		want = 0;
		for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
			want |= 1u << as_series_of((enum as_unit_member)m);
	}
	if (r->subject->levels[level].n && (r->fields & want) != want)
		return as_subject_damaged(r, "a column is missing");
	return AS_OK;
}

static enum as_status get_level(struct as_subject_reading *r, size_t level)
{
	enum as_status st = AS_OK, ended;
	struct as_sql q;

	r->fields = 0;
	as_sql_prepare(&q, r->store,
		"SELECT number, field, ifnull(metric, -1), n,"
		" CASE WHEN n < ?4 THEN data END AS data FROM series"
		" WHERE experiment = ?1 AND subject = ?2 AND level = ?3 ORDER BY number");
	as_sql_set_ints(&q,
		(const int64_t[]){r->experiment, (int64_t)r->number, (int64_t)level,
			r->store->engine->sql.open_blob ? LARGE : INT64_MAX},
		4);
	while (!st && as_sql_row(&q)) {
		struct column c = {.level = level, .number = as_sql_int(&q, 0, INT64_MAX)};
		c.field = (enum as_series)as_sql_int(&q, 0, AS_SERIES_LAST);
		c.metric = as_sql_int(&q, -1, INT64_MAX);
		c.n = (size_t)as_sql_int(&q, 0, AS_STORE_UNITS_MAX);
		if (!in_pieces(r, &c))
			c.data = as_sql_blob(&q, &c.size);
		if (as_sql_ok(&q))
			st = get_column(r, &c);
	}
	ended = as_sql_end(&q, st ? NULL : r->err);
	if (!st)
		st = ended;
	return st ? st : all_there(r, level);
}

enum as_status as_store_get_tree(struct as_subject_reading *r)
{
	struct as_subject *s = r->subject;
	enum as_status st = AS_OK;

	for (size_t l = 0; !st && l < AS_MODEL_LEVELS; l++)
		st = get_level(r, l);
	/* Executions without a single iteration have no column that says so. */
	if (!st && !s->iterations.first.n)
		st = as_subject_no_iterations(s, r->err);
	return st;
}
