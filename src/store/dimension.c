/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was learnt about benchmarks: one row a dimensioning, one a level of it. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "store/sql.h"

static enum as_status check_level(const struct as_dimension *d, size_t l, struct as_err *err)
{
	bool finite = isnan(d->t2[l]) || fabs(d->t2[l]) <= DBL_MAX;

	if (!as_is_amount(d->s2[l]) || !as_is_amount(d->df[l]) ||
		!as_is_amount(d->cost_s[l]) || !finite || d->pilot[l] < 1)
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
	as_sql_prepare(&q, s,
		"INSERT INTO dimensionings (key, date_ns, n_levels, bottom, warmup, mean)"
		" VALUES (?, ?, ?, ?, ?, ?)");
	as_sql_set_text(&q, d->key);
	as_sql_set_ints(&q,
		(const int64_t[]){d->date_ns, (int64_t)d->n_levels, d->bottom, d->warmup}, 4);
	as_sql_set_real(&q, d->mean);
	as_sql_run(&q);
	return as_sql_end(&q, err);
}

static enum as_status put_levels(struct as_store *s, const struct as_dimension *d,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s,
		"INSERT INTO dimensioning_levels (key, level, pilot, s2, t2, df, cost_s)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)");
	for (size_t i = 0; i < d->n_levels; i++) {
		size_t l = d->bottom + i;
		as_sql_set_text(&q, d->key);
		as_sql_set_ints(&q, (const int64_t[]){(int64_t)l, d->pilot[l]}, 2);
		as_sql_set_reals(&q,
			(const double[]){d->s2[l], d->t2[l], d->df[l], d->cost_s[l]}, 4);
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
	int rc = as_sql_exec(s, "BEGIN IMMEDIATE");
	if (rc != SQLITE_OK)
		return as_store_fail(s, rc, err);
	enum as_status st = put_head(s, d, err);
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

/* One row: what all levels share, and level number *n of those that were read. */
static void read_row(struct as_sql *q, struct as_dimension *d, size_t *n)
{
	d->date_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	d->n_levels = (size_t)as_sql_int(q, 1, AS_MODEL_LEVELS);
	d->bottom = (enum as_level_index)as_sql_int(q, 0, AS_MODEL_LEVELS - 1);
	d->warmup = (uint32_t)as_sql_int(q, 0, UINT32_MAX);
	d->mean = as_sql_real(q);
	/* Its levels in order without a gap: at most AS_MODEL_LEVELS rows fit. */
	int64_t level = (int64_t)(d->bottom + *n);
	as_sql_int(q, level, level < AS_MODEL_LEVELS ? level : -1);
	if (!as_sql_ok(q))
		return;
	d->pilot[level] = (uint32_t)as_sql_int(q, 0, UINT32_MAX);
	d->s2[level] = as_sql_real(q);
	d->t2[level] = as_sql_real(q);
	d->df[level] = as_sql_real(q);
	d->cost_s[level] = as_sql_real(q);
	++*n;
}

enum as_status as_store_get_dimension(struct as_store *s, const char *key,
	struct as_dimension *out, bool *found, struct as_err *err)
{
	struct as_dimension d = {.key = key};
	struct as_err why = {0};
	char bad[128] = "";
	struct as_sql q;
	size_t n = 0;

	as_store_doing(s, "read what was learnt about the benchmark in");
	as_sql_prepare(&q, s,
		"SELECT date_ns, n_levels, bottom, warmup, mean, level, pilot, s2, t2, df, cost_s"
		" FROM dimensionings LEFT JOIN dimensioning_levels USING (key) WHERE key = ?"
		" ORDER BY level");
	as_sql_set_text(&q, key);
	while (as_sql_row(&q))
		read_row(&q, &d, &n);
	if (q.bad)
		snprintf(bad, sizeof bad, "its '%s' is not what assay writes", q.bad);
	enum as_status st = as_sql_end(&q, *bad ? NULL : err);
	if (*bad)
		return damaged(s, bad, err);
	if (!st && n && n != d.n_levels)
		return damaged(s, "it does not have all its levels", err);
	if (!st && n && check(&d, &why))
		return damaged(s, why.msg, err);
	if (st)
		return st;
	*found = n > 0;
	if (n)
		*out = d;
	return AS_OK;
}
