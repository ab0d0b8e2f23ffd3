/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/kept/joined_trees.h"
#include "store/sql/pack.h"
#include "store/sql/row.h"

/* Units of one level that a file may claim; memory is taken only when their values are there. */
#define UNITS_MAX (INT64_C(1) << 36)

/* The trees of one experiment on their way out of the file. */
struct subject_reading {
	struct as_store *store;
	int64_t experiment;
	const struct as_store_metrics *metrics;
	struct as_experiment *x;
	struct as_subject *subject;
	size_t number; /* of the subject */
	size_t *joined; /* of each subject, how many trees its rows have; 0: those before it do */
	size_t cap_joined;
	unsigned
		fields; /* of the level that is read: bit enum as_series is set when it was there */
	struct as_packer *packer;
	struct as_err *err;
};

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

static enum as_status damaged(struct subject_reading *r, const char *what)
{
	char words[160];

	snprintf(words, sizeof words, "subject %d: %s", (int)r->number + 1, what);
	return as_store_damaged(r->store, words, r->err);
}

static const char too_short[] = "a column is too short";

/* What unpacking has said, in words. */
static enum as_status said(struct subject_reading *r, enum as_status st)
{
	if (st == AS_ERR_MEM)
		return as_fail_memory(r->err);
	return st ? damaged(r, "the values of a column do not match their checksum") : AS_OK;
}

static bool in_pieces(const struct subject_reading *r, const struct column *c)
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

static enum as_status find_row(struct subject_reading *r, const struct column *c, int64_t *id)
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
static enum as_status unpack_large(struct subject_reading *r, const struct column *c, size_t width,
	struct as_packed *out)
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
	return fits ? said(r, unpacked) : damaged(r, too_short);
}

/* Unpack the column into an empty one. */
static enum as_status unpack(struct subject_reading *r, const struct column *c, size_t width,
	struct as_packed *out)
{
	if (in_pieces(r, c))
		return unpack_large(r, c, width, out);
	if (!c->data || !as_packer_plausible(c->size, c->n, width))
		return damaged(r, too_short);
	return said(r, as_packer_unpack(r->packer, c->data, c->size, out, c->n, width));
}

static enum as_status get_unit_field(struct subject_reading *r, const struct column *c,
	enum as_unit_member m)
{
	struct as_packed *members = as_level_units(&r->subject->levels[c->level]);

	return members ? unpack(r, c, as_unit_places[m].width, &members[m])
		       : as_fail_memory(r->err);
}

/* The number here of the metric that it is of; SIZE_MAX: none. */
static size_t metric_of(const struct subject_reading *r, const struct column *c)
{
	return c->metric >= 0 && (size_t)c->metric < r->metrics->n ? r->metrics->number[c->metric]
								   : SIZE_MAX;
}

static enum as_status get_values(struct subject_reading *r, const struct column *c)
{
	struct as_level *l = &r->subject->levels[c->level];
	const size_t m = metric_of(r, c);

	if (m == SIZE_MAX)
		return damaged(r, "a column is of no metric");
	const struct as_column fresh = {.metric = m, .values = {.reals = true}};
	if (!AS_PUSH(l->columns, l->n_columns, l->cap_columns, fresh))
		return as_fail_memory(r->err);
	return unpack(r, c, sizeof(double), &l->columns[l->n_columns - 1].values);
}

/* Where iterations of each execution begin, from the numbers of them. */
static enum as_status get_counts(struct subject_reading *r, const struct column *c)
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
			st = damaged(r, "its executions have more iterations than there are");
		else if (!as_packed_push(first, at += (size_t)count))
			st = as_fail_memory(r->err);
	}
	as_packed_release(&counts);
	return st;
}

static enum as_status get_iteration_field(struct subject_reading *r, const struct column *c)
{
	struct as_iterations *it = &r->subject->iterations;

	if (c->field == AS_SERIES_COUNTS)
		return get_counts(r, c);
	if (c->field == AS_SERIES_ROLE)
		return unpack(r, c, 1, &it->role);
	if (c->field == AS_SERIES_END)
		return unpack(r, c, sizeof(int64_t), &it->end_ns);
	return damaged(r, "a column of its iterations is of no kind that there is");
}

/* Numbers that are left of thinned iterations. */
static enum as_status get_thinned(struct subject_reading *r, const struct column *c)
{
	struct as_subject *s = r->subject;
	const size_t m = metric_of(r, c);

	if (m == SIZE_MAX || c->level != AS_LEVEL_EXECUTION || c->field >= AS_SERIES_PRUNED)
		return damaged(r, "what is left of its iterations is of no metric");
	if (!as_subject_thinned(s, m) && !as_subject_add_thinned(s, m))
		return as_fail_memory(r->err);
	struct as_thinned *t = &s->thinned[s->n_thinned - 1];
	if (t->metric != m)
		return damaged(r, "what is left of its iterations is in no order");
	if (c->field < AS_SERIES_WHOLE)
		return unpack(r, c, sizeof(double), &t->sum[c->field - AS_SERIES_SUM]);
	struct as_packed whole = {.reals = true};
	enum as_status st = unpack(r, c, sizeof(double), &whole);
	for (size_t k = 0; k < AS_WHOLE && !st; k++)
		t->whole[k] = as_packed_real(&whole, k);
	as_packed_release(&whole);
	return st;
}

static enum as_status get_column(struct subject_reading *r, const struct column *c)
{
	bool counts = c->level == AS_LEVEL_ITERATION && c->field == AS_SERIES_COUNTS;
	size_t want = c->field == AS_SERIES_WHOLE ? (size_t)AS_WHOLE
		: r->subject->levels[counts ? AS_LEVEL_EXECUTION : c->level].n;

	if (c->n != want)
		return damaged(r, "a column has not one value a unit");
	if (c->field == AS_SERIES_VALUES)
		return get_values(r, c);
	if (c->field >= AS_SERIES_SUM)
		return get_thinned(r, c);
	if (r->fields >> c->field & 1)
		return damaged(r, "a column is there twice");
	r->fields |= 1u << c->field;
	if (c->level == AS_LEVEL_ITERATION)
		return get_iteration_field(r, c);
	for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
		if (as_series_of((enum as_unit_member)m) == c->field)
			return get_unit_field(r, c, (enum as_unit_member)m);
	return damaged(r, "a column of its units is of no kind that there is");
}

/* Every level that has units has all that is known of each. */
static enum as_status all_there(struct subject_reading *r, size_t level)
{
	unsigned want = 1u << AS_SERIES_COUNTS | 1u << AS_SERIES_ROLE | 1u << AS_SERIES_END;

	if (level != AS_LEVEL_ITERATION) {
		want = 0;
		for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
			want |= 1u << as_series_of((enum as_unit_member)m);
	}
	if (r->subject->levels[level].n && (r->fields & want) != want)
		return damaged(r, "a column is missing");
	return AS_OK;
}

static enum as_status get_level(struct subject_reading *r, size_t level)
{
	enum as_status st = AS_OK, ended;
	struct as_sql q;

	r->fields = 0;
	as_sql_prepare(&q, r->store,
		"SELECT number, field, ifnull(metric, -1), n,"
		" CASE WHEN n < ?4 THEN data END AS data FROM series"
		" WHERE experiment = ?1 AND subject = ?2 AND level = ?3 ORDER BY number");
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number, (int64_t)level,
		r->store->engine->sql.open_blob ? LARGE : INT64_MAX}, 4);
	while (!st && as_sql_row(&q)) {
		struct column c = {.level = level, .number = as_sql_int(&q, 0, INT64_MAX)};
		c.field = (enum as_series)as_sql_int(&q, 0, AS_SERIES_PRUNED);
		c.metric = as_sql_int(&q, -1, INT64_MAX);
		c.n = (size_t)as_sql_int(&q, 0, UNITS_MAX);
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

static enum as_status get_tree(struct subject_reading *r)
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

/* What a history takes of builds is what they are, not when they were made. */
static enum as_status get_no_tree(struct subject_reading *r)
{
	struct as_subject *s = r->subject;
	enum as_status st = AS_OK;
	size_t at = 0;

	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		s->levels[l].n = 0;
	for (size_t i = 0; i < s->n_builds && !st; i++)
		st = as_subject_add_unit(
			s, AS_LEVEL_BUILD, &(struct as_unit){.round = AS_NO_ROUND}, &at, r->err);
	return st;
}

/* The trees of n subjects that lie together, of which that one is the first. */
static enum as_status get_joined(struct subject_reading *r, size_t n)
{
	struct as_subject all, *first = r->subject;

	as_trees_count(r->x, r->number, n, &all);
	r->subject = &all;
	const enum as_status st = get_tree(r);
	const enum as_status divided = st ? AS_OK : as_trees_divide(&all, r->x, r->number, n);
	r->subject = first;
	as_subject_release(&all);
	if (divided == AS_ERR_MEM)
		return as_fail_memory(r->err);
	return divided ? damaged(r, "its executions have iterations of others") : st;
}

static enum as_status get_trees(struct subject_reading *r)
{
	const size_t n = r->joined[r->number];

	if (r->x->pruned_ns)
		return get_no_tree(r);
	return n > 1 ? get_joined(r, n) : n ? get_tree(r) : AS_OK;
}

/* Subjects that have no rows of their own follow, as many as there are, the one that has theirs. */
static enum as_status check_joins(struct subject_reading *r)
{
	const size_t n = r->x->n_subjects;

	for (size_t i = 0, left = 0; i < n; i++) {
		const size_t joined = r->joined[i];
		r->number = i;
		if (left ? joined > 0 : !joined || joined > n - i)
			return damaged(r, "it is not clear whose values are its own");
		left = left ? left - 1 : joined - 1;
	}
	return AS_OK;
}

/* End the reading of what an experiment can do without, which has a name then. */
static enum as_status end_spare(struct subject_reading *r, struct as_sql *q, const char *what)
{
	if (what && r->store->lenient && as_sql_is_damage(q) && !q->memory) {
		q->rc = AS_SQL_OK;
		q->bad = NULL;
		q->memory = !as_experiment_remark(r->x,
			"%s of '%s' cannot be read: the file is damaged there, and assay store "
			"verify says where", what, r->subject->name);
	}
	return as_sql_end(q, r->err);
}

/* What was read, n elements with room for cap, becomes the subject's. */
static bool take_list(struct subject_reading *r, const struct as_store_list *list, void *v,
	size_t n, size_t cap)
{
	char *s = (char *)r->subject;
	void *kept = v;

	if (list->cap) {
		memcpy(s + list->cap, &cap, sizeof cap);
	} else {
		kept = as_arena_array(&r->x->arena, n, list->size);
		if (kept && n)
			memcpy(kept, v, n * list->size);
		free(v);
	}
	n = kept ? n : 0;
	memcpy(s + list->v, &kept, sizeof kept);
	memcpy(s + list->n, &n, sizeof n);
	return kept || list->cap;
}

static enum as_status get_list(struct subject_reading *r, const struct as_store_list *list)
{
	size_t n = 0, cap = 0;
	char *v = NULL;
	struct as_sql q;

	as_row_select(&q, r->store,
		&(struct as_kept_row){list->fields->table, "number", {list->fields},
			"WHERE experiment = ? AND subject = ? ORDER BY number"});
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)r->number}, 2);
	while (as_sql_row(&q)) {
		as_sql_int(&q, (int64_t)n, (int64_t)n);
		if (!as_grow(&v, &cap, n + 1, list->size)) {
			q.memory = true;
			break;
		}
		as_row_get(&q, list->fields, memset(v + n * list->size, 0, list->size),
			&r->x->arena);
		n += as_sql_ok(&q);
	}
	if (!take_list(r, list, v, n, cap))
		q.memory = true;
	return end_spare(r, &q, list->spare);
}

static enum as_status get_version(struct subject_reading *r)
{
	const size_t of = r->metrics->one_version ? 0 : r->number;
	struct as_sql q;

	as_row_select(&q, r->store,
		&(struct as_kept_row){"versions", "subject", {&as_version_fields},
			"WHERE experiment = ? AND subject = ?"});
	as_sql_set_ints(&q, (const int64_t[]){r->experiment, (int64_t)of}, 2);
	if (as_sql_row(&q)) {
		as_sql_int(&q, 0, INT64_MAX);
		as_row_get(&q, &as_version_fields, &r->subject->version, &r->x->arena);
	}
	return end_spare(r, &q, "the version");
}

static enum as_status get_subject_rows(struct subject_reading *r)
{
	struct as_experiment *x = r->x;
	struct as_sql q;

	as_row_select(&q, r->store,
		&(struct as_kept_row){"subjects",
			"number, iterations, executions, builds, sessions, joined",
			{&as_subject_fields}, "WHERE experiment = ? ORDER BY number"});
	as_sql_set_int(&q, r->experiment);
	while (as_sql_row(&q)) {
		struct as_subject s = {0};
		int64_t next = (int64_t)x->n_subjects;
		as_sql_int(&q, next, next);
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
			s.levels[l].n = (size_t)as_sql_int(&q, 0, UNITS_MAX);
		if (!as_grow(&r->joined, &r->cap_joined, x->n_subjects + 1, sizeof *r->joined))
			q.memory = true;
		else
			r->joined[x->n_subjects] = (size_t)as_sql_int(&q, 0, INT32_MAX);
		as_row_get(&q, &as_subject_fields, &s, &x->arena);
		if (as_sql_ok(&q) && !AS_PUSH(x->subjects, x->n_subjects, x->cap_subjects, s))
			q.memory = true;
	}
	const enum as_status st = as_sql_end(&q, r->err);
	return st ? st : check_joins(r);
}

enum as_status as_store_get_subjects(struct as_store *s, int64_t experiment,
	const struct as_store_metrics *metrics, struct as_experiment *x, struct as_err *err)
{
	struct subject_reading r = {
		.store = s,
		.experiment = experiment,
		.metrics = metrics,
		.x = x,
		.packer = as_packer_new(),
		.err = err,
	};
	enum as_status st = r.packer && as_grow(&r.joined, &r.cap_joined, 1, sizeof *r.joined)
		? get_subject_rows(&r) : as_fail_memory(err);

	for (size_t i = 0; !st && i < x->n_subjects; i++) {
		r.subject = &x->subjects[i];
		r.number = i;
		st = get_version(&r);
		for (size_t k = 0; !st && k < AS_STORE_LISTS; k++)
			/* Damage to what it has none of is no damage to it. */
			if (as_store_lists[k].fields != &as_build_fields ||
				r.subject->levels[AS_LEVEL_BUILD].n)
				st = get_list(&r, &as_store_lists[k]);
		if (!st)
			st = get_trees(&r);
	}
	free(r.joined);
	as_packer_free(r.packer);
	return st;
}
