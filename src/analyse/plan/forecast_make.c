/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/plan/forecast_make.h"

#include <math.h>

#include "papers/kalibera.h"
#include "stat/dist/planning/plan_range.h"

/* The plan, and what the precision takes where that plan does not reach it. */
static enum as_status choose_counts(const struct as_planning *p, const struct as_wish *w,
	struct as_planned *plan, double *precision_s)
{
	struct as_planned target = {.met = false};
	enum as_status st = AS_OK;

	*precision_s = (double)NAN;
	if (w->precision > 0)
		st = as_plan_for_target(p, w->precision, &target);
	if (st)
		return st;
	if (w->precision > 0 &&
		(isinf(w->budget_s) || (target.met && target.cost_s <= w->budget_s))) {
		*plan = target;
		return AS_OK;
	}
	if (target.met)
		*precision_s = target.cost_s;
	if (isinf(w->budget_s))
		return as_plan_optimum(p, plan);
	return as_plan_for_budget(p, w->budget_s, plan);
}

static void take_levels(const struct as_planning *p, const struct as_planned *plan,
	struct as_forecast *out)
{
	double published[AS_LEVELS_MAX];
	bool known = !as_ismm2013_optimum(p->t2, p->cost_s, p->n_levels, published);

	for (size_t i = 0; i < p->n_levels; i++) {
		bool top = i + 1 == p->n_levels;

		out->level[i] = (struct as_forecast_level){
			.t2 = p->t2[i],
			.cost_s = p->cost_s[i],
			.count = plan->r[i],
			.optimum = top ? (double)NAN : plan->optimum[i],
			.published = top || !known || isinf(published[i]) ? 0
				: as_count_up(published[i]),
		};
	}
}

enum as_status as_forecast_of(const struct as_planning *p, const struct as_wish *w,
	struct as_planned *plan, struct as_forecast *out)
{
	struct as_forecast f = {.n_levels = p->n_levels, .mean = p->mean,
		.confidence = p->confidence, .precision = w->precision,
		.least_s = (double)NAN, .most_s = (double)NAN, .first_s = (double)NAN};
	struct as_planned chosen;
	enum as_status st = AS_ERR_ARG;
	const double stretch = w->stretch > 0 ? w->stretch : 1;
	/* what independent units have to reach for these to reach what is wanted */
	const struct as_wish narrow = {
		.precision = w->precision / stretch, .budget_s = w->budget_s};

	if (w->precision >= 0 && w->budget_s >= 0)
		st = choose_counts(p, &narrow, &chosen, &f.precision_s);
	if (st)
		return st;
	take_levels(p, &chosen, &f);
	f.budget_s = isinf(w->budget_s) ? (double)NAN : w->budget_s;
	f.unit_cost_s = chosen.unit_cost_s;
	f.unit_var = chosen.unit_var;
	f.cost_s = chosen.cost_s;
	f.half_width = chosen.half_width * stretch;
	f.met = chosen.met && !(w->precision > 0 && chosen.half_width > narrow.precision);
	f.sure = chosen.sure_top;
	if (chosen.needed_s > 0) {
		size_t least = p->r_min[p->n_levels - 1];

		f.needed = least ? least : AS_TOP_MIN;
		f.needed_s = chosen.needed_s;
	}
	if (plan)
		*plan = chosen;
	*out = f;
	return AS_OK;
}

/* The units at the top that there are, with counts below that would do if they did not differ; within
 * the lower end of the range, or a quarter of the budget. */
static void take_first(struct as_forecast *f, const struct as_dimension *d,
	const struct as_planning *p,
	const struct as_wish *w, double precision)
{
	const size_t top = p->n_levels - 1;
	const size_t there = d->level[(size_t)d->bottom + top].pilot;
	const double most_s = isinf(w->budget_s) ? f->least_s : w->budget_s / 4;
	struct as_planning alike = *p;
	struct as_planned plan;

	if (there < AS_TOP_LEAST)
		return;
	alike.t2[top] = alike.floor2[top] = 0;
	alike.r_min[top] = alike.r_max[top] = there;
	if (as_plan_for_target(&alike, precision, &plan))
		return;
	if (!(plan.cost_s <= most_s) &&
		(as_plan_for_budget(&alike, most_s, &plan) || plan.needed_s > 0))
		return;
	for (size_t i = 0; i <= top; i++)
		f->first[i] = plan.r[i];
	f->first_s = plan.cost_s - (double)there * p->cost_s[top];
}

void as_forecast_range(struct as_forecast *f, const struct as_dimension *d,
	const struct as_planning *p,
	const struct as_wish *w)
{
	const double apart = 1.2, far_apart = 4;
	const size_t n = p->n_levels, top = n - 1;
	const double precision = w->precision / (w->stretch > 0 ? w->stretch : 1);
	const double mean2 = p->mean * p->mean;
	struct as_pilot_known known = {.n_levels = n};
	struct as_plan_range range;

	for (size_t i = 0; i < n; i++) {
		const struct as_dimension_level *l = &d->level[(size_t)d->bottom + i];

		/* a level that was not repeated has its variance in that above */
		known.s2[i] = l->pilot > 1 ? fmax(l->s2, 0) / mean2 : 0;
		known.df[i] = l->df >= 1 ? (size_t)l->df : 1;
		known.pilot[i] = fmax((double)l->pilot, 1);
		known.r[i] = fmax((double)f->level[i].count, 1);
	}
	if (!f->met || f->needed || !(w->precision > 0) || p->r_max[top] ||
		!(f->unit_cost_s > 0) ||
		as_plan_range_of(&known, precision, p->confidence, &range))
		return;
	const double least = fmax((double)range.low, (double)p->r_min[top]);
	const double most = fmax((double)range.high, (double)p->r_min[top]);
	if (!(most > apart * least))
		return;
	f->least_s = least * f->unit_cost_s;
	f->most_s = most * f->unit_cost_s;
	if (n > 1 && most > far_apart * least && p->cost_s[top] > f->unit_cost_s - p->cost_s[top])
		take_first(f, d, p, w, precision);
}

void as_forecast_hold(struct as_forecast *f, enum as_holds holds)
{
	f->holds = holds;
	if (holds != AS_HOLDS_BELOW)
		return;
	f->half_width = f->precision_s = f->least_s = f->most_s = f->first_s = (double)NAN;
	f->met = false;
	f->sure = 0;
}
