/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantile of executions of one level, between two of them (methods-quantiles.md 1.8). */
#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/dependent.h"
#include "analyse/estimate/reduced_interval.h"
#include "analyse/result/analyse.h"
#include "stat/core/quantile.h"
#include "stat/core/tree/reduction.h"
#include "stat/dist/interval.h"
#include "stat/dist/series/lasting.h"
#include "stat/dist/tail.h"

static const double one_sided_95 = 1.645;

/* The executions are the units, in the place of batches, and what was found of those is nothing. */
static void be_of_executions(const double *sorted, size_t n, struct as_summary *out)
{
	const double nan = (double)NAN;

	out->n_top = out->n_values = n;
	out->findings.n = 0;
	out->tree.n = 1;
	out->tree.v[0] = (struct as_summary_level){.level = AS_LEVEL_EXECUTION, .r_min = n,
		.r_max = n, .r_mean = (double)n, .repeated = true, .s2 = nan, .t2 = nan,
		.share = 1, .share_of_uncertainty = 1, .impact = nan, .impact_lo = nan,
		.impact_hi = nan};
	out->spread.min = sorted[0];
	out->spread.max = sorted[n - 1];
	out->spread.median = as_quantile_unbiased(sorted, n, 0.5);
	out->spread.q1 = as_quantile_unbiased(sorted, n, 0.25);
	out->spread.q3 = as_quantile_unbiased(sorted, n, 0.75);
}

/* x in order of time and sorted; false: there is no such interval. */
static bool take_quantile(
	const double *x, const double *sorted, size_t n, double p, struct as_summary *out)
{
	struct as_ranks r;

	if (as_interval_order(n, p, out->confidence, &r))
		return false;
	const double alike = as_neighbours_alike(x, sorted, n);
	be_of_executions(sorted, n, out);
	out->mean = as_quantile_unbiased(sorted, n, p);
	if (alike > one_sided_95 / sqrt((double)n)) {
		as_find(&out->findings, AS_FINDING_NEIGHBOURS_ALIKE, alike, 0, 0);
		return true;
	}
	out->method = AS_INTERVAL_ORDER;
	out->lo = sorted[r.lower - 1];
	out->hi = sorted[r.upper - 1];
	out->half_width = (out->hi - out->lo) / 2;
	out->df = (double)NAN;
	out->confidence = r.confidence;
	return true;
}

void as_take_order_interval(const struct as_experiment *x, struct as_summary *out)
{
	struct as_derived d;
	struct as_view v;

	if (!as_experiment_derived(x, out->metric, &d) || d.statistic != AS_STATISTIC_QUANTILE ||
		as_view_open(x, out->subject, d.base, AS_ROLE_MEASURED, &v, NULL))
		return;
	const size_t n = v.n_units;
	double *room = malloc((2 * n + 1) * sizeof *room);
	const bool one_level = n > 1 && v.tree.count[0] == n && !v.n_builds && !v.n_sessions;

	if (room && one_level && !as_view_in_time(x, out->subject, &v, room)) {
		for (size_t i = 0; i < n; i++)
			room[n + i] = room[i];
		as_sort(room + n, n);
		if (take_quantile(room, room + n, n, d.p, out))
			out->lasting.holds = as_view_is_in_time(x, &v) && as_lasting_tells(n)
				? AS_HOLDS_YES : AS_HOLDS_IF_INDEPENDENT;
	}
	free(room);
	as_view_close(&v);
}
