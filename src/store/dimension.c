/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was learnt about benchmarks: one row a dimensioning, one a level of it. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "store/sql/row.h"

static enum as_status check_level(const struct as_dimension *d, size_t l, struct as_err *err)
{
	const struct as_dimension_level *v = &d->level[l];
	bool finite = isnan(v->t2) || fabs(v->t2) <= DBL_MAX;

	if (!as_is_amount(v->s2) || !as_is_amount(v->df) || !as_is_amount(v->cost_s) || !finite ||
		v->pilot < 1)
		return as_fail(err, AS_ERR_DATA,
			"its level %s has a variance, a cost or a count that cannot be",
			as_level_names[l]);
	return AS_OK;
}

/* As as_experiment_check: run before one is written and after one was read. */
static enum as_status check(const struct as_dimension *d, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (!d->key || !*d->key)
		return as_fail(err, AS_ERR_DATA, "it has no key");
	if (d->bottom >= AS_MODEL_LEVELS || d->n_levels < 1 ||
		d->n_levels > (size_t)(AS_MODEL_LEVELS - d->bottom))
		return as_fail(err, AS_ERR_DATA, "it has %zu levels from level %d of %d on",
			d->n_levels, (int)d->bottom, AS_MODEL_LEVELS);
	if (!(fabs(d->mean) <= DBL_MAX))
		return as_fail(err, AS_ERR_DATA, "its mean is no number");
	for (size_t i = 0; !st && i < d->n_levels; i++)
		st = check_level(d, d->bottom + i, err);
	return st;
}

static enum as_status put_head(struct as_store *s, const struct as_dimension *d,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, "DELETE FROM dimensionings WHERE key = ?");
	as_sql_set_text(&q, d->key);
	as_sql_run(&q);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	as_row_insert(&q, s,
		&(struct as_kept_row){"dimensionings", NULL, {&as_dimension_fields}, NULL});
	as_row_set(&q, &as_dimension_fields, d);
	as_sql_run(&q);
	return as_sql_end(&q, err);
}

static enum as_status put_levels(struct as_store *s, const struct as_dimension *d,
	struct as_err *err)
{
	struct as_sql q;

	as_row_insert(&q, s,
		&(struct as_kept_row){"dimensioning_levels", "key, level",
			{&as_dimension_level_fields}, NULL});
	for (size_t l = d->bottom; l < d->bottom + d->n_levels; l++) {
		as_sql_set_text(&q, d->key);
		as_sql_set_int(&q, (int64_t)l);
		as_row_set(&q, &as_dimension_level_fields, &d->level[l]);
		as_sql_run(&q);
	}
	return as_sql_end(&q, err);
}

enum as_status as_store_put_dimension(struct as_store *s, const struct as_dimension *d,
	struct as_err *err)
{
	struct as_err why = {0};

	as_store_doing(s, "keep what was learnt about the benchmark in");
	if (check(d, &why))
		return as_fail(err, AS_ERR_ARG,
			"cannot %s '%s': %s; this is a mistake in assay, please report it",
			s->doing, s->path, why.msg);
	enum as_status st = as_sql_begin(s, AS_SQL_TO_WRITE, err);
	if (st)
		return st;
	st = put_head(s, d, err);
	if (!st)
		st = put_levels(s, d, err);
	return as_sql_finish(s, st, err);
}

enum as_status as_store_drop_dimension(struct as_store *s, const char *key, struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "forget what was learnt about the benchmark in");
	as_sql_prepare(&q, s, "DELETE FROM dimensionings WHERE key = ?");
	as_sql_set_text(&q, key);
	as_sql_run(&q);
	return as_sql_end(&q, err);
}

/* Other words than as_store_damaged has: no experiment is lost, and it can be learnt anew. */
static enum as_status damaged(const struct as_store *s, const char *what, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA,
		"cannot %s '%s': %s, so the file is damaged there; learn it anew, which replaces "
		"it, or put back a copy of the file",
		s->doing, s->path, what);
}

/* What all levels share; false: there is none. */
static bool read_head(struct as_sql *q, struct as_store *s, struct as_dimension *d)
{
	const char *key = d->key;
	struct as_arena a = {0};

	as_row_select(q, s,
		&(struct as_kept_row){"dimensionings", NULL, {&as_dimension_fields},
			"WHERE key = ?"});
	as_sql_set_text(q, key);
	const bool found = as_sql_row(q);
	if (found)
		as_row_get(q, &as_dimension_fields, d, &a);
	d->key = key;
	as_arena_release(&a);
	return found;
}

/* Its levels in order without a gap, *n of them. */
static void read_levels(struct as_sql *q, struct as_store *s, struct as_dimension *d, size_t *n)
{
	as_row_select(q, s,
		&(struct as_kept_row){"dimensioning_levels", "level", {&as_dimension_level_fields},
			"WHERE key = ? ORDER BY level"});
	as_sql_set_text(q, d->key);
	while (as_sql_row(q)) {
		const int64_t level = (int64_t)(d->bottom + *n);
		as_sql_int(q, level, level < AS_MODEL_LEVELS ? level : -1);
		if (as_sql_ok(q))
			as_row_get(q, &as_dimension_level_fields, &d->level[level], NULL);
		++*n;
	}
}

/* End the statement; a column that does not fit has words of its own. */
static enum as_status end(struct as_sql *q, struct as_err *err)
{
	const struct as_store *s = q->store;
	char bad[128] = "";

	if (q->bad)
		snprintf(bad, sizeof bad, "its '%s' is not what assay writes", q->bad);
	enum as_status st = as_sql_end(q, *bad ? NULL : err);
	return *bad ? damaged(s, bad, err) : st;
}

enum as_status as_store_get_dimension(struct as_store *s, const char *key,
	struct as_dimension *out, bool *found, struct as_err *err)
{
	struct as_dimension d = {.key = key};
	struct as_err why = {0};
	struct as_sql q;
	size_t n = 0;

	as_store_doing(s, "read what was learnt about the benchmark in");
	/* All of one moment: another process may learn it anew meanwhile. */
	enum as_status st = as_sql_begin(s, AS_SQL_TO_READ, err);
	if (st)
		return st;
	const bool there = read_head(&q, s, &d);
	st = end(&q, err);
	if (!st && there) {
		read_levels(&q, s, &d, &n);
		st = end(&q, err);
	}
	if (!st && there && n != d.n_levels)
		st = damaged(s, "it does not have all its levels", err);
	if (!st && there && check(&d, &why))
		st = damaged(s, why.msg, err);
	st = as_sql_finish(s, st, err);
	if (st)
		return st;
	*found = there;
	if (there)
		*out = d;
	return AS_OK;
}
