/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantiles of all iterations of all executions together, by inverting a t test over executions
 * (methods-quantiles.md 1.9; Woodruff 1952, Francisco and Fuller 1991). */
#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/reduced.h"
#include "analyse/result/analyse.h"
#include "analyse/result/quantiles_make.h"
#include "stat/core/quantile.h"
#include "stat/core/tree/reduction.h"
#include "stat/dist/pooled.h"

enum { LEAST = 10, BEYOND = 5 }; /* executions; values beyond a quantile, of all together */

/* The iterations of one subject: the first of each execution, alike in number, so that executions
 * weigh alike. */
struct pooling {
	const struct as_subject *s;
	const struct as_column *col;
	size_t executions, each;
	double *sorted; /* all of them */
	double *room;   /* for those of one execution, and a share of each */
};

static bool counts(const struct as_subject *s, const struct as_column *col, size_t e)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

	return as_unit_role(l, e) == AS_ROLE_MEASURED && as_unit_ending(l, e) == AS_ENDED_OK &&
		as_take_iterations(s, col, e, SIZE_MAX, NULL) > 0;
}

static void close_pool(struct pooling *p)
{
	free(p->sorted);
	free(p->room);
}

static enum as_status open_pool(const struct as_experiment *x, size_t subject, size_t base,
	struct pooling *out, struct as_err *err)
{
	const struct as_subject *s = &x->subjects[subject];
	const struct as_column *col = as_subject_column(s, AS_LEVEL_ITERATION, base);
	const size_t all = s->levels[AS_LEVEL_EXECUTION].n;
	struct pooling p = {.s = s, .col = col, .each = SIZE_MAX};

	for (size_t e = 0; e < all && col; e++) {
		const size_t n = counts(s, col, e)
			? as_take_iterations(s, col, e, SIZE_MAX, NULL) : 0;
		p.executions += n > 0;
		p.each = n && n < p.each ? n : p.each;
	}
	if (p.executions < LEAST)
		return as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s of all iterations together (--pooled): "
			"they take iterations of %d executions of each command, and '%.100s' has "
			"%zu; give --runs %d, or leave --pooled out",
			x->metrics[base].name, LEAST, s->name, p.executions, LEAST);
	p.sorted = malloc(p.executions * p.each * sizeof *p.sorted);
	p.room = malloc((p.executions + p.each) * sizeof *p.room);
	if (!p.sorted || !p.room) {
		close_pool(&p);
		return as_fail_memory(err);
	}
	for (size_t e = 0, at = 0; e < all; e++)
		if (counts(s, col, e))
			at += as_take_iterations(s, col, e, p.each, p.sorted + at);
	as_sort(p.sorted, p.executions * p.each);
	*out = p;
	return AS_OK;
}

/* Of each execution the share of its values that are not above q, to the room behind them. */
static double *shares_of(const struct pooling *p, double q)
{
	double *values = p->room, *share = values + p->each;
	size_t b = 0;

	for (size_t e = 0; e < p->s->levels[AS_LEVEL_EXECUTION].n; e++) {
		size_t below = 0;
		if (!counts(p->s, p->col, e))
			continue;
		as_take_iterations(p->s, p->col, e, p->each, values);
		for (size_t i = 0; i < p->each; i++)
			below += values[i] <= q;
		share[b++] = (double)below / (double)p->each;
	}
	return share;
}

static enum as_status tell(const struct pooling *p, double share, struct as_summary *y)
{
	const size_t n = p->executions * p->each;
	struct as_pooled_ranks r;

	y->mean = as_quantile_unbiased(p->sorted, n, share);
	enum as_status st = as_pooled_ranks_of(shares_of(p, y->mean), p->executions, share, n,
		y->confidence, &r);
	if (st)
		return st;
	y->n_top = p->executions;
	y->n_values = n;
	y->method = AS_INTERVAL_T;
	y->lo = r.lower ? p->sorted[r.lower - 1] : (double)-INFINITY;
	y->hi = r.upper ? p->sorted[r.upper - 1] : (double)INFINITY;
	y->half_width = r.lower && r.upper ? (y->hi - y->lo) / 2 : (double)NAN;
	y->failed[AS_ENDED_OK] = p->executions;
	return AS_OK;
}

/* One subject's, of all rows; those that it has too few values for have no interval. */
static enum as_status take_subject(const struct as_experiment *x, size_t i, struct as_quantiles *q,
	struct as_err *err)
{
	struct pooling p = {.each = 0};
	enum as_status st = open_pool(x, i, q->base, &p, err);

	if (st)
		return st;
	for (size_t k = 0; k < q->n && !st; k++) {
		struct as_summary *y = &q->v[k].a.summaries[i];
		*y = (struct as_summary){.subject = i, .metric = q->v[k].metric,
			.confidence = q->confidence, .mean = (double)NAN, .lo = (double)NAN,
			.hi = (double)NAN, .half_width = (double)NAN};
		if ((double)(p.executions * p.each) * (1 - q->v[k].p) >= BEYOND)
			st = tell(&p, q->v[k].p, y);
	}
	q->executions = i && q->executions != p.executions ? 0 : p.executions;
	q->each = i && q->each != p.each ? 0 : p.each;
	close_pool(&p);
	return st ? as_fail(err, st, "cannot put the iterations of '%s' together",
			x->subjects[i].name) : AS_OK;
}

static bool has_any(const struct as_analysis *a)
{
	for (size_t i = 0; i < a->n_subjects; i++)
		if (a->summaries[i].method != AS_INTERVAL_NONE)
			return true;
	return false;
}

enum as_status as_quantiles_pool(struct as_experiment *x, size_t base, struct as_quantiles *out,
	struct as_err *err)
{
	struct as_quantiles q = {.base = base, .confidence = x->plan.confidence, .iterations = true,
		.pooled = true};
	enum as_status st = x->metrics[base].level == AS_LEVEL_ITERATION ? AS_OK
		: as_fail(err, AS_ERR_DATA,
			"cannot show quantiles of %.60s of all iterations together (--pooled): it "
			"has one value an execution; leave --pooled out",
			x->metrics[base].name);

	while (q.n < AS_QUANTILES && !st) {
		struct as_quantile_row *row = &q.v[q.n];
		st = as_quantile_ask(x, base, q.n, row, err);
		if (!st)
			st = as_analysis_open(x, &row->a, err);
		row->a.n_comparisons = 0;
		q.n += !st;
	}
	for (size_t i = 0; i < x->n_subjects && !st; i++)
		st = take_subject(x, i, &q, err);
	while (q.n && !st && !has_any(&q.v[q.n - 1].a))
		as_analysis_release(&q.v[--q.n].a);
	if (!st)
		*out = q;
	else
		as_quantiles_release(&q);
	return st;
}
