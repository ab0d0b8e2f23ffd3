/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/target.h"

#include <math.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/estimate/view/view.h"
#include "analyse/gates/reached.h"
#include "analyse/result/analyse.h"
#include "analyse/result/two_stage.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/plan_range.h"
#include "stat/dist/planning/stein.h"

/* At the plan's confidence, which is not that of a look. */
static enum as_status of_ratio(const struct as_experiment *x, size_t subject, size_t *out)
{
	const struct as_inside v = {x, x->criterion, x->reference, subject};
	const size_t pairs = as_experiment_pairs(x);
	struct as_comparison c;
	struct as_reached r;
	enum as_status st = as_compare_within(&v, pairs, as_simultaneous(x->plan.confidence, pairs),
		&c, NULL);

	if (!st && !as_reached_by(x, &c, &r))
		st = AS_ERR_DATA;
	if (!st)
		*out = r.rounds;
	return st;
}

static enum as_status of_mean(const struct as_experiment *x, size_t subject, size_t *out)
{
	struct as_summary y;
	struct as_view v = {0};
	double d = 0;
	enum as_status st = as_summarise(x, subject, x->criterion, &y, NULL);

	if (!st)
		st = as_view_open(x, subject, x->criterion, AS_ROLE_MEASURED, &v, NULL);
	if (!st)
		st = as_mean_target(x, subject, &v, y.mean, &d);
	const size_t batches = v.reduced.batches, rounds = v.reduced.rounds;
	as_view_close(&v);
	if (!st && (!(d > 0) || !isfinite(y.half_width)))
		st = AS_ERR_DATA;
	if (!st)
		*out = as_units_missing(y.n_top, y.half_width, d) * (batches ? rounds : 1);
	return st;
}

enum as_status as_rounds_to_meet(const struct as_experiment *x, size_t from, size_t to, size_t *out)
{
	size_t most = 0, compared = as_experiment_n_compared(x);
	const bool ratio = as_target_is_ratio(x);
	enum as_status st = AS_OK;

	for (size_t i = from; i < to && i < compared && !st; i++) {
		size_t n = 0;

		if (as_subject_left_out(&x->subjects[i]) || (ratio && i == x->reference))
			continue;
		st = ratio ? of_ratio(x, i, &n) : of_mean(x, i, &n);
		most = n > most ? n : most;
	}
	if (!st)
		*out = most;
	return st;
}

/* On the log scale: the widest interval, and of how many values it is. */
static double widest(const struct as_experiment *x, const struct as_analysis *a, size_t *n)
{
	double most = 0;

	for (size_t i = 0; as_target_is_ratio(x) && i < a->n_comparisons; i++) {
		struct as_reached r;

		if (!as_reached_by(x, &a->comparisons[i], &r) || log1p(r.half_width) <= most)
			continue;
		most = log1p(r.half_width);
		*n = a->comparisons[i].n;
	}
	for (size_t i = 0; !as_target_is_ratio(x) && i < a->n_subjects; i++) {
		const struct as_summary *y = &a->summaries[i];
		const double h = log1p(y->half_width / fabs(y->mean));

		if (!(h > most) || !isfinite(h))
			continue;
		most = h;
		*n = y->n_top;
	}
	return most;
}

void as_rounds_range(const struct as_experiment *x, struct as_analysis *a)
{
	const struct as_plan *p = &x->plan;
	const bool is_cut = p->outcome == AS_OUTCOME_BUDGET || p->outcome == AS_OUTCOME_MAX;
	size_t n = 0;
	const double h = widest(x, a, &n);
	double t = 0;

	if (!is_cut || !(p->precision > 0) || p->wanted <= p->done || n < 2 || p->stage1 < 2 ||
		p->builds > 1 || as_t_factor(p->confidence, (double)(n - 1), &t))
		return;
	const double s = h * sqrt((double)n) / t;
	const struct as_pilot_known known = {.n_levels = 1, .s2 = {s * s}, .df = {p->stage1 - 1},
		.pilot = {1}, .r = {1}};
	struct as_plan_range range;

	if (as_plan_range_of(&known, as_ratio_half_width(p->precision), p->confidence, &range))
		return;
	const double each = (double)p->done / (double)n; /* rounds of a value */
	a->reach_least = fmin((double)range.low * each, p->wanted);
	a->reach_most = fmax((double)range.high * each, p->wanted);
}
