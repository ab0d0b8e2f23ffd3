/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/reduced_interval.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/interval_of_view.h"
#include "analyse/result/analyse.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/tail.h"

void as_find_reduced(const struct as_view *v, size_t least, struct as_findings *f)
{
	const struct as_reduced *r = &v->reduced;

	if (r->batches && r->batches < least)
		as_find(f, AS_FINDING_FEW_BATCHES, (double)r->batches, (double)r->rounds,
			(double)least);
	else if (r->batches && least == AS_BATCHES_SINGLE)
		as_find(f, AS_FINDING_BATCHES, (double)r->batches, (double)r->rounds,
			(double)r->least);
	if (r->few)
		as_find(f, AS_FINDING_FEW_ITERATIONS, (double)r->few,
			(double)(v->n_units + r->few), (double)r->least);
}

/* What the values of one subject show of its clock and of its modes. */
static double look_at(const struct as_experiment *x, const struct as_view *v, const double *y,
	double *room, struct as_summary *out)
{
	struct as_derived d;
	struct as_coarse coarse = as_coarse_clock(y, v->n_top, room, 0, 1);

	if (as_criterion_jumps(y, v->n_top, room))
		as_find(&out->findings, AS_FINDING_JUMPS, 0, 0, 0);
	if (!coarse.coarse || !as_experiment_derived(x, out->metric, &d))
		return 0;
	const double tick = as_reduced_tick(x, out->subject, &d);
	if (!(tick > 0) || !isfinite(tick))
		return 0;
	coarse = as_coarse_clock(y, v->n_top, room, tick, as_mean(v->top, v->n_top));
	as_find(&out->findings, AS_FINDING_COARSE_CLOCK, tick, expm1(coarse.widening), 0);
	return coarse.widening;
}

static void to_values(struct as_summary *out, double widening)
{
	const double sd = out->sd;

	out->mean = exp(out->mean);
	out->sd = sd * out->mean;
	out->lo = exp(out->lo - widening);
	out->hi = exp(out->hi + widening);
	out->half_width = (out->hi - out->lo) / 2;
	out->bootstrap.lo = exp(out->bootstrap.lo);
	out->bootstrap.hi = exp(out->bootstrap.hi);
	out->bootstrap.plain_lo = exp(out->bootstrap.plain_lo);
	out->bootstrap.plain_hi = exp(out->bootstrap.plain_hi);
}

static enum as_status of_logs(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	const size_t n = v->n_units, top = v->n_top;
	double *logs = malloc((n + 2 * top + 1) * sizeof *logs);
	struct as_view y = *v;

	if (!logs)
		return AS_ERR_MEM;
	y.means = logs;
	y.top = v->top == v->means ? logs : logs + n;
	for (size_t i = 0; i < n; i++)
		logs[i] = log(v->means[i]);
	for (size_t i = 0; i < top; i++)
		y.top[i] = log(v->top[i]);
	out->mean = as_mean(y.top, top);
	enum as_status st = as_take_interval(x, &y, out);
	if (!st)
		to_values(out, top > 1 ? look_at(x, v, y.top, logs + n + top, out) : 0);
	free(logs);
	return st;
}

enum as_status as_take_reduced_interval(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	enum as_status st = v->reduced.positive ? of_logs(x, v, out) : as_take_interval(x, v, out);

	as_find_reduced(v, AS_BATCHES_SINGLE, &out->findings);
	if (v->n_top < AS_BATCHES_SINGLE) {
		out->method = AS_INTERVAL_NONE;
		out->lo = out->hi = out->half_width = out->df = (double)NAN;
	}
	return st;
}
