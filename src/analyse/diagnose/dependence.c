/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyse/diagnose/steady_state.h"
#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/series/acf.h"
#include "stat/dist/series/trend.h"

enum {
	ORDERS = 999,
	ENOUGH = 10,    /* so many as large: p is above 1 % whatever comes */
	POINTS = 20000, /* reordered in all, which takes a quarter of a second */
	LONGEST = 10000, /* of one execution: its end */
	LEAST_RUNS = 3,
};
static const double alpha = 0.01;
static const double nothing = 0.001; /* of the mean: a change that is not worth a number */

/* The steady part of an execution, or its end. */
struct part {
	const double *x;
	size_t n;
};

static size_t length_of(const struct as_passes *p, size_t i, size_t skip)
{
	const size_t n = as_tree_unit_size(p->tree, i), left = n > skip ? n - skip : 0;

	return left < LONGEST ? left : LONGEST;
}

static struct part part_of(const struct as_passes *p, size_t i, size_t skip)
{
	const size_t n = as_tree_unit_size(p->tree, i), left = length_of(p, i, skip);

	return (struct part){as_tree_unit(p->tree, i) + n - left, left};
}

/* Every so many executions are tested, evenly over the experiment. */
static size_t step_of(const struct as_passes *p, size_t skip)
{
	size_t all = 0;

	for (size_t i = 0; i < p->n; i++)
		all += length_of(p, i, skip);
	size_t step = all / POINTS + 1, most = p->n / LEAST_RUNS;
	if (step > most)
		step = most;
	return step ? step : 1;
}

/* acf of those that were tested, lag by lag. */
struct lags {
	double *r[AS_LAGS_MAX];
	size_t n; /* lags that all have */
};

static bool lags_init(struct lags *l, struct as_arena *room, size_t n)
{
	bool ok = true;

	l->n = AS_LAGS_MAX;
	for (size_t h = 0; h < AS_LAGS_MAX; h++) {
		l->r[h] = as_arena_array(room, n, sizeof *l->r[h]);
		ok = ok && l->r[h];
	}
	return ok;
}

static enum as_status test(struct part q, const struct as_reorder *how, struct lags *l,
	struct as_dependence *out)
{
	struct as_reordering order;
	struct as_ljung_box box;
	struct as_runs runs;
	double r[AS_LAGS_MAX];
	size_t lags = as_lags(q.n);
	enum as_status st = as_acf(q.x, q.n, lags, r, NULL);

	if (!st)
		st = as_reorder_test(q.x, q.n, how, &order, NULL);
	if (st)
		/* too few, or all equal: nothing can be told */
		return st == AS_ERR_DATA ? AS_OK : st;
	for (size_t h = 0; h < lags; h++)
		l->r[h][out->executions] = r[h];
	l->n = lags < l->n ? lags : l->n;
	out->executions++;
	out->n = out->executions == 1 || q.n < out->n ? q.n : out->n;
	out->rejected += order.p <= alpha;
	out->ljung_box += !as_ljung_box(r, lags, q.n, &box) && box.p <= alpha;
	out->runs += !as_runs_test(q.x, q.n, &runs, NULL) && runs.p <= alpha;
	return AS_OK;
}

static double middle(double *x, size_t n)
{
	as_sort(x, n);
	return as_median(x, n);
}

static void conclude(struct lags *l, struct as_dependence *out)
{
	size_t k = out->executions, few = k / 20 > 1 ? k / 20 : 1;
	double bound = HUGE_VAL;

	if (!k)
		return;
	out->lag1 = middle(l->r[0], k);
	/* In one execution alone there is no second to confirm it. */
	out->found = out->rejected > (k > 1 ? few : 0);
	if (as_acf_bound(out->n, 0.95, &bound))
		return;
	for (size_t h = 0; h < l->n && !out->thin; h++)
		if (fabs(h ? middle(l->r[h], k) : out->lag1) <= bound)
			out->thin = h + 1;
}

enum as_status as_dependence_of(const struct as_passes *p, size_t skip, struct as_dependence *out,
	struct as_err *err)
{
	struct as_dependence d = {.lag1 = (double)NAN};
	struct as_arena room = {0};
	struct lags l;
	size_t step = step_of(p, skip);
	enum as_status st = lags_init(&l, &room, p->n / step + 1) ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < p->n && !st; i += step) {
		struct as_reorder how = {
			.orders = ORDERS, .enough = ENOUGH, .seed = p->seed, .series = i};
		st = test(part_of(p, i, skip), &how, &l, &d);
	}
	if (!st) {
		conclude(&l, &d);
		*out = d;
	}
	as_arena_release(&room);
	return st == AS_ERR_MEM ? as_fail_memory(err) : st;
}

/* From the first to the last, by least squares. */
static double change(const double *x, size_t n)
{
	return as_slope(x, n) * (double)(n - 1) / as_mean(x, n);
}

enum as_status as_order_drift_of(const double *x, size_t n, uint64_t seed,
	struct as_order_drift *out, struct as_err *err)
{
	struct as_order_drift d = {.p = (double)NAN, .lag1 = (double)NAN, .change = (double)NAN};
	struct as_reorder how = {
		.orders = ORDERS, .enough = ENOUGH, .seed = seed, .series = UINT32_MAX};
	struct as_arena room = {0};
	struct as_reordering order;
	double rho = 0, p = 1;
	size_t skip = n > LONGEST ? n - LONGEST : 0;
	enum as_status st = as_reorder_test(x + skip, n - skip, &how, &order, NULL);

	if (!st)
		st = as_acf(x, n, 1, &d.lag1, NULL);
	double *sorted = st ? NULL : as_arena_array(&room, n, sizeof *sorted);
	if (sorted) {
		memcpy(sorted, x, n * sizeof *x);
		as_sort(sorted, n);
		d.n = n;
		d.p = order.p;
		d.found = order.p <= alpha;
		d.change = change(x, n);
		d.trend = d.found && fabs(d.change) > nothing &&
			  !as_rank_trend(x, sorted, n, &rho, &p) && p <= alpha;
	} else if (!st) {
		st = AS_ERR_MEM;
	}
	as_arena_release(&room);
	if (st && st != AS_ERR_DATA) /* too few, or all equal: nothing can be told */
		return as_fail_memory(err);
	*out = d;
	return AS_OK;
}
