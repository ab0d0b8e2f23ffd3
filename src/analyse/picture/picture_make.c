/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyse/picture/chart_make.h"

void as_picture_release(struct as_picture *p)
{
	as_arena_release(&p->arena);
	*p = (struct as_picture){0};
}

static as_chart_maker *const makers[AS_PICTURES] = {
	[AS_PICTURE_INTERVALS] = as_chart_intervals,
	[AS_PICTURE_RAINCLOUD] = as_chart_clouds,
	[AS_PICTURE_VIOLIN] = as_chart_clouds,
	[AS_PICTURE_HISTOGRAM] = as_chart_values,
	[AS_PICTURE_DENSITY] = as_chart_values,
	[AS_PICTURE_SEQUENCE] = as_chart_values,
	[AS_PICTURE_LAG] = as_chart_values,
	[AS_PICTURE_BY_EXECUTION] = as_chart_curves,
	[AS_PICTURE_BY_BUILD] = as_chart_curves,
	[AS_PICTURE_ITERATIONS] = as_chart_iterations,
	[AS_PICTURE_LAGS] = as_chart_lags,
	[AS_PICTURE_LEVELS] = as_chart_levels,
	[AS_PICTURE_QUANTILES] = as_chart_quantiles,
	[AS_PICTURE_SLOW] = as_chart_slow,
	[AS_PICTURE_TRIALS] = as_chart_trials,
	[AS_PICTURE_MATRIX] = as_chart_matrix,
	[AS_PICTURE_SCATTER] = as_chart_scatter,
	[AS_PICTURE_ESTIMATES] = as_chart_estimates,
	[AS_PICTURE_BY_LOAD] = as_chart_by_load,
	[AS_PICTURE_STRATA] = as_chart_strata,
	[AS_PICTURE_COST] = as_chart_cost,
	[AS_PICTURE_ALARMS] = as_chart_alarms,
	[AS_PICTURE_ACF] = as_chart_acf,
	[AS_PICTURE_COURSE] = as_chart_course,
	[AS_PICTURE_LAYOUT] = as_chart_layout,
	[AS_PICTURE_COMPLEXITY] = as_chart_complexity,
	[AS_PICTURE_PER_N] = as_chart_per_n,
};

/* Why a statistic is refused says nothing of the picture that it was for. */
static void say_what(enum as_picture_kind kind, struct as_err *err)
{
	struct as_err why;

	if (!err || !strncmp(err->msg, "cannot ", 7))
		return;
	why = *err;
	as_fail(err, AS_ERR_DATA, "cannot draw %s: %s", as_pictures[kind].name, why.msg);
}

enum as_status as_picture_of(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *out, struct as_err *err)
{
	struct as_picture p = {.kind = r->kind, .subject = r->subject, .metric = r->metric,
		.execution = r->execution, .bound = (double)NAN};
	enum as_status st = makers[r->kind](x, a, r, &p, err);

	if (st == AS_ERR_DATA)
		say_what(r->kind, err);
	if (st)
		as_picture_release(&p);
	else
		*out = p;
	return st;
}
