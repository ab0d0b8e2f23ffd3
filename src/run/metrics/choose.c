/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyse/plan/forecast.h"
#include "analyse/result/two_stage.h"
#include "run/conductor.h"
#include "stat/dist/dist.h"
#include "stat/dist/stein.h"

static enum as_level_index level_at(const struct as_conductor *c, size_t i)
{
	return (enum as_level_index)((size_t)c->learnt.bottom + i);
}

bool as_conductor_has_builds(const struct as_conductor *c)
{
	return level_at(c, c->learnt.n_levels) == AS_LEVEL_BUILD + 1;
}

static size_t counted(const struct as_subject *s, size_t execution)
{
	const struct as_range range = as_iterations_of(s, execution);
	size_t n = 0;

	for (size_t i = range.from; i < range.to; i++)
		n += as_iteration_role(s, i) == AS_ROLE_MEASURED;
	return n;
}

/* A program that makes another number of iterations than it was asked for has a fixed one, or one
 * of its own: its level is taken as given (design.md 6). */
bool as_conductor_obeyed(const struct as_conductor *c)
{
	if (c->recalled && c->learnt.bottom == AS_LEVEL_ITERATION &&
		!as_iterations_as_asked(c->learnt.pilot[AS_LEVEL_ITERATION],
			c->r->amount.iterations, c->r->amount.drop))
		return false;
	for (size_t i = c->from; i < c->to; i++) {
		const struct as_subject *s = &c->x->subjects[i];
		const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];

		for (size_t e = 0; e < l->n; e++) {
			if (as_unit_ending(l, e) == AS_ENDED_OK &&
				as_unit_role(l, e) != AS_ROLE_MEASURED &&
				!as_iterations_as_asked(counted(s, e), c->r->amount.iterations,
					c->r->amount.drop))
				return false;
		}
	}
	return true;
}

static void fix(struct as_planning *p, size_t i, size_t count)
{
	p->r_min[i] = p->r_max[i] = count ? count : 1;
}

/* Builds that need not be made. A plan alone is for another time, when they are gone. */
static size_t made_builds(const struct as_conductor *c)
{
	return c->r->amount.dry_run || !as_conductor_has_builds(c) ? 0 : c->x->plan.builds;
}

/* Builds that are there already are paid; what a plan alone has cost does not count. */
static double time_left_s(struct as_conductor *c, const struct as_planning *p)
{
	bool limited = c->r->amount.budget_given && !c->r->amount.dry_run;
	double spent = limited ? (double)as_conductor_elapsed(c) : 0;
	double paid = (double)made_builds(c) * p->cost_s[p->n_levels - 1];

	return fmax((double)c->x->plan.budget_ns - spent, 0) / 1e9 + paid;
}

/* Builds: ten, or where a budget is too small for two rounds of these, five. */
static size_t least_builds(struct as_conductor *c, const struct as_planning *p)
{
	size_t r[AS_LEVELS_MAX];

	for (size_t i = 0; i + 1 < p->n_levels; i++)
		r[i] = p->r_min[i] ? p->r_min[i] : 1;
	return c->r->amount.budget_given && AS_PILOT_BUILDS * as_unit_cost(p, r) > time_left_s(c, p)
		? AS_TOP_MIN : AS_PILOT_BUILDS;
}

/* Units at the top: at least what was asked for, and a ratio wants six rounds. */
static size_t least_at_top(struct as_conductor *c, const struct as_planning *p)
{
	if (c->r->planning.min_top)
		return c->r->planning.min_top;
	if (as_conductor_has_builds(c))
		return least_builds(c, p);
	return as_target_is_ratio(c->x) ? AS_STAGE1_BLOCKS : AS_TOP_MIN;
}

/* Counts that were given are not planned; builds that are there already are used. */
static void bound(struct as_conductor *c, struct as_planning *p)
{
	bool builds = as_conductor_has_builds(c);
	size_t top = p->n_levels - 1;

	for (size_t i = 0; i < p->n_levels; i++) {
		enum as_level_index level = level_at(c, i);

		if (level == AS_LEVEL_ITERATION && c->r->amount.iterations_given)
			fix(p, i, c->r->amount.iterations - c->r->amount.drop);
		if (level == AS_LEVEL_ITERATION && !as_conductor_obeyed(c))
			fix(p, i, c->learnt.pilot[level]);
		if (level == AS_LEVEL_EXECUTION && builds)
			p->r_min[i] = 2; /* one round alone could not tell executions from builds */
		if (level == AS_LEVEL_EXECUTION && c->r->amount.runs &&
			(builds || c->r->amount.runs > 1))
			fix(p, i, c->r->amount.runs);
		if (level == AS_LEVEL_BUILD && c->r->building.builds > 1)
			fix(p, i, c->r->building.builds);
	}
	if (p->r_max[top])
		return;
	size_t made = made_builds(c), least = least_at_top(c, p);
	p->r_min[top] = made > least ? made : least;
}

/* Costs that are given, of one command, count in place of the measured ones. */
static void take_costs(const struct as_conductor *c, struct as_planning *p)
{
	for (size_t i = 0; i < p->n_levels; i++) {
		enum as_level_index level = level_at(c, i);

		if (!isnan(c->r->planning.cost_s[level]))
			p->cost_s[i] =
				c->r->planning.cost_s[level] *
				(double)(level == AS_LEVEL_BUILD
						 ? as_experiment_programs(c->x, c->from, c->to)
						 : c->to - c->from);
		c->x->plan.cost_s[level] = fmax(p->cost_s[i], AS_LEAST_COST_S);
	}
}

/* What is planned for: where executions are the top level, the second stage sees to the precision,
 * and only the lower counts are planned here. */
static struct as_wish wish_of(struct as_conductor *c, const struct as_planning *p)
{
	const struct as_plan *plan = &c->x->plan;
	struct as_wish wish = {.precision = plan->precision, .budget_s = HUGE_VAL};
	bool limited = as_conductor_has_builds(c) || c->r->amount.dry_run;

	if (as_target_is_ratio(c->x) && plan->precision > 0)
		wish.precision = as_ratio_half_width(plan->precision);
	if (limited && (plan->precision > 0 || c->r->amount.budget_given))
		wish.budget_s = time_left_s(c, p);
	return wish;
}

/* Name the levels, and say half-widths of a ratio as such. */
static void complete(const struct as_conductor *c, struct as_forecast *f)
{
	for (size_t i = 0; i < f->n_levels; i++)
		f->level[i].name = as_level_names[level_at(c, i)];
	if (c->learnt.bottom == AS_LEVEL_ITERATION)
		f->level[0].count += c->r->amount.drop;
	f->commands = c->to - c->from;
	f->of_ratio = as_target_is_ratio(c->x);
	f->learnt_ns = c->recalled ? c->learnt.date_ns : 0;
	if (f->of_ratio) {
		f->half_width = expm1(f->half_width);
		f->precision = c->x->plan.precision;
	}
}

/* A budget too small for any plan, when enough builds are there already: they get the fewest
 * executions that tell something. */
static void use_what_is_there(const struct as_conductor *c, const struct as_planning *p,
	struct as_planned *planned, struct as_forecast *f)
{
	struct as_planned least = *planned;
	size_t top = p->n_levels - 1;

	if (!f->needed || made_builds(c) < AS_TOP_LEAST)
		return;
	least.r[top] = made_builds(c);
	if (as_plan_predict(p, least.r, &least))
		return;
	*planned = least;
	f->needed = 0;
	f->level[top].count = least.r[top];
	f->cost_s = least.cost_s;
	f->half_width = least.half_width;
}

enum as_status as_conductor_choose(struct as_conductor *c, struct as_planned *out,
	struct as_forecast *f, struct as_err *err)
{
	struct as_plan *plan = &c->x->plan;
	struct as_planning p;
	bool ratio = as_target_is_ratio(c->x);
	enum as_status st = as_planning_of(&c->learnt, c->r->planning.kappa, &p, err);

	if (st)
		return st;
	p.confidence = as_simultaneous(plan->confidence, ratio ? as_experiment_pairs(c->x) : 1);
	p.rounding = c->r->planning.round_up ? AS_ROUND_UP : AS_ROUND_BEST;
	take_costs(c, &p);
	bound(c, &p);
	struct as_wish wish = wish_of(c, &p);
	st = as_forecast_of(&p, &wish, out, f);
	if (st)
		return as_fail(err, st, "cannot plan from the pilot");
	use_what_is_there(c, &p, out, f);
	complete(c, f);
	plan->expected = isfinite(f->half_width) ? f->half_width : 0;
	if (as_conductor_has_builds(c) && plan->precision > 0 &&
		!(f->half_width <= plan->precision))
		plan->outcome = AS_OUTCOME_BUDGET;
	return AS_OK;
}

static void tell(struct as_conductor *c, uint32_t rounds, struct as_forecast *f)
{
	const struct as_plan *plan = &c->x->plan;
	size_t n = 0;

	f->commands = c->to - c->from;
	f->confidence = plan->confidence;
	f->of_ratio = as_target_is_ratio(c->x);
	f->precision_s = (double)NAN;
	if (as_experiment_has_iterations(c->x) && as_conductor_obeyed(c))
		f->level[n++] = (struct as_forecast_level){
			.name = as_level_names[AS_LEVEL_ITERATION], .count = plan->iterations};
	f->level[n++] = (struct as_forecast_level){
		.name = as_level_names[AS_LEVEL_EXECUTION], .count = rounds};
	if (plan->builds_state == AS_BUILDS_DIFFER || plan->builds_state == AS_BUILDS_IN_PLACE)
		f->level[n++] = (struct as_forecast_level){
			.name = as_level_names[AS_LEVEL_BUILD], .count = plan->builds};
	f->n_levels = n;
	c->state.planned = rounds;
	c->observer->planned(c->observer->context, &c->state, f);
}

void as_conductor_foresee(struct as_conductor *c, uint32_t rounds, double seconds,
	double half_width)
{
	struct as_forecast f = {.cost_s = seconds, .half_width = half_width};

	tell(c, rounds, &f);
}

void as_conductor_foresee_stage1(struct as_conductor *c, uint32_t rounds, double seconds)
{
	struct as_forecast f = {.cost_s = seconds, .half_width = (double)NAN, .stage1 = true,
		.precision = c->x->plan.precision};

	tell(c, rounds, &f);
}

void as_conductor_foresee_builds(struct as_conductor *c, uint32_t builds, double seconds)
{
	const struct as_forecast f = {.cost_s = seconds, .half_width = (double)NAN, .stage1 = true,
		.commands = c->to - c->from, .precision = c->x->plan.precision, .n_levels = 1,
		.level = {{.name = as_level_names[AS_LEVEL_BUILD], .count = builds}}};

	c->observer->planned(c->observer->context, &c->state, &f);
}

double as_conductor_expect(const struct as_conductor *c, uint32_t rounds)
{
	const struct as_lesson what = {.metric = c->x->criterion, .from = c->from, .to = c->to,
		.role = AS_ROLE_MEASURED};
	bool ratio = as_target_is_ratio(c->x);
	struct as_planned planned;
	struct as_planning p;
	struct as_dimension d;
	size_t r[AS_LEVELS_MAX];

	if (as_learn(c->x, &what, &d, NULL) || as_planning_of(&d, 0, &p, NULL))
		return (double)NAN;
	for (size_t i = 0; i < p.n_levels; i++) {
		size_t level = (size_t)d.bottom + i;

		r[i] = level == AS_LEVEL_BUILD ? c->x->plan.builds
			: level == AS_LEVEL_EXECUTION ? rounds : d.pilot[level];
	}
	p.confidence = as_simultaneous(c->x->plan.confidence,
		ratio ? as_experiment_pairs(c->x) : 1);
	if (as_plan_predict(&p, r, &planned) || isinf(planned.half_width))
		return (double)NAN;
	return ratio ? expm1(planned.half_width) : planned.half_width;
}
