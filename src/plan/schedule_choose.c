/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyse/plan/forecast_make.h"
#include "analyse/result/two_stage.h"
#include "plan/schedule_state.h"
#include "stat/dist/dist.h"
#include "stat/dist/early.h"
#include "stat/dist/planning/power.h"
#include "stat/dist/planning/stein.h"
#include "stat/dist/series/lasting.h"

static enum as_level_index level_at(const struct as_schedule *s, size_t i)
{
	return (enum as_level_index)((size_t)s->learnt.bottom + i);
}

bool as_schedule_has_builds(const struct as_schedule *s)
{
	return level_at(s, s->learnt.n_levels) == AS_LEVEL_BUILD + 1;
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
bool as_schedule_obeyed(const struct as_schedule *s)
{
	if (s->recalled && s->learnt.bottom == AS_LEVEL_ITERATION &&
		!as_iterations_as_asked(s->learnt.level[AS_LEVEL_ITERATION].pilot,
			s->x->plan.iterations, s->x->plan.drop))
		return false;
	for (size_t i = s->progress.from; i < s->progress.to; i++) {
		const struct as_subject *of = &s->x->subjects[i];
		const struct as_level *l = &of->levels[AS_LEVEL_EXECUTION];

		for (size_t e = 0; e < l->n; e++) {
			if (as_unit_ending(l, e) == AS_ENDED_OK &&
				as_unit_role(l, e) != AS_ROLE_MEASURED &&
				!as_iterations_as_asked(counted(of, e), s->x->plan.iterations,
					s->x->plan.drop))
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
static size_t made_builds(const struct as_schedule *s)
{
	return s->rule.amount.dry_run || !as_schedule_has_builds(s) ? 0 : s->x->plan.builds;
}

/* Builds that are there already are paid; what a plan alone has cost does not count. The default
 * budget is for executions. */
static double time_left_s(struct as_schedule *s, const struct as_planning *p)
{
	const double spent_s = s->rule.amount.dry_run ? 0
		: s->x->plan.budget_explicit ? as_schedule_elapsed(s) : as_schedule_measuring(s);
	double paid_s = (double)made_builds(s) * p->cost_s[p->n_levels - 1];

	return fmax((double)s->x->plan.budget_ns / 1e9 - spent_s, 0) + paid_s;
}

/* Builds: ten, or where time is too short for two rounds of these, five. */
static size_t least_builds(struct as_schedule *s, const struct as_planning *p)
{
	size_t r[AS_LEVELS_MAX];

	for (size_t i = 0; i + 1 < p->n_levels; i++)
		r[i] = p->r_min[i] ? p->r_min[i] : 1;
	return AS_PILOT_BUILDS * as_unit_cost(p, r) > time_left_s(s, p) ? AS_TOP_MIN
									 : AS_PILOT_BUILDS;
}

/* Units at the top: at least what was asked for, and a ratio wants six rounds. */
static size_t least_at_top(struct as_schedule *s, const struct as_planning *p)
{
	if (s->rule.planning.min_top)
		return s->rule.planning.min_top;
	if (as_schedule_has_builds(s))
		return least_builds(s, p);
	return as_target_is_ratio(s->x) ? AS_STAGE1_BLOCKS : AS_TOP_MIN;
}

/* Counts that were given are not planned; builds that are there already are used. */
static void bound(struct as_schedule *s, struct as_planning *p)
{
	bool builds = as_schedule_has_builds(s);
	const uint32_t runs = s->rule.amount.runs;
	size_t top = p->n_levels - 1;

	for (size_t i = 0; i < p->n_levels; i++) {
		enum as_level_index level = level_at(s, i);

		if (level == AS_LEVEL_ITERATION)
			p->r_min[i] = as_schedule_least_iterations(s);
		if (level == AS_LEVEL_ITERATION && s->x->plan.iterations_given)
			fix(p, i, s->x->plan.iterations - s->x->plan.drop);
		if (level == AS_LEVEL_ITERATION && !as_schedule_obeyed(s))
			fix(p, i, s->learnt.level[level].pilot);
		if (level == AS_LEVEL_EXECUTION && builds)
			p->r_min[i] = 2; /* one round alone could not tell executions from builds */
		if (level == AS_LEVEL_EXECUTION && runs && (builds || runs > 1))
			fix(p, i, runs);
		if (level == AS_LEVEL_BUILD && s->rule.builds > 1)
			fix(p, i, s->rule.builds);
	}
	if (p->r_max[top])
		return;
	size_t made = made_builds(s), least = least_at_top(s, p);
	p->r_min[top] = made > least ? made : least;
}

/* Costs that are given, of one command, count in place of the measured ones. */
static void take_costs(const struct as_schedule *s, struct as_planning *p)
{
	const double *cost_s = s->rule.planning.cost_s;

	for (size_t i = 0; i < p->n_levels; i++) {
		enum as_level_index level = level_at(s, i);

		if (!isnan(cost_s[level]))
			p->cost_s[i] = cost_s[level] * (double)(level == AS_LEVEL_BUILD
				? as_experiment_programs(s->x, s->progress.from, s->progress.to)
				: s->progress.to - s->progress.from);
		s->x->plan.cost_s[level] = fmax(p->cost_s[i], AS_LEAST_COST_S);
	}
}

/* What a change that is to be seen comes to as a half-width on the log scale: with it the interval lies
 * on its side with the power asked for, were variances known; 0: none is. */
static double to_see(const struct as_plan *plan, double confidence)
{
	struct as_power p = {.confidence = confidence, .power = plan->power};

	return plan->detect > 0 && !as_power_distance(plan->detect, plan->detect_beyond, &p.lambda)
		? as_power_half_width(&p) : 0;
}

/* What is planned for: where executions are the top level, the second stage sees to the precision,
 * and only the lower counts are planned here. */
static struct as_wish wish_of(struct as_schedule *s, const struct as_planning *p)
{
	const struct as_plan *plan = &s->x->plan;
	struct as_wish wish = {.precision = plan->precision, .budget_s = HUGE_VAL};
	/* a plan alone has no budget but one that was given (methods-typical.md 8.5) */
	const bool given = plan->budget_explicit;
	const bool limited = s->rule.amount.dry_run ? given
		: as_schedule_has_builds(s) && (given || as_plan_aims(plan));

	if (as_target_is_ratio(s->x) && plan->precision > 0)
		wish.precision = as_ratio_half_width(plan->precision);
	const double seeing = to_see(plan, p->confidence);
	if (seeing > 0 && !(wish.precision > 0 && wish.precision < seeing))
		wish.precision = seeing;
	if (limited)
		wish.budget_s = time_left_s(s, p);
	return wish;
}

/* What is planned from is a few executions: whether they depend on each other shows in many only. A
 * plan alone has nothing but them; where it is carried out, stage 2 looks at more of them. */
static enum as_status take_state(const struct as_schedule *s, double confidence,
	struct as_learnt_state *out, struct as_err *err)
{
	const struct as_lesson what = {.metric = s->x->criterion, .from = s->progress.from,
		.to = s->progress.to, .role = AS_ROLE_DIMENSIONING};

	*out = (struct as_learnt_state){AS_HOLDS_YES, 1};
	if (as_target_is_ratio(s->x) || as_schedule_has_builds(s))
		return AS_OK;
	if (!as_lasting_tells(s->learnt.level[AS_LEVEL_EXECUTION].pilot))
		out->holds = AS_HOLDS_IF_INDEPENDENT;
	return s->recalled || !s->rule.amount.dry_run ? AS_OK
		: as_learn_state(s->x, &what, confidence, out, err);
}

void as_schedule_aim(const struct as_schedule *s, struct as_forecast *f)
{
	f->precision = s->x->plan.precision;
	f->detect = s->x->plan.detect;
	f->power = s->x->plan.power;
}

/* Name the levels, and say half-widths of a ratio as such. */
static void complete(const struct as_schedule *s, struct as_forecast *f)
{
	for (size_t i = 0; i < f->n_levels; i++)
		f->level[i].name = as_level_names[level_at(s, i)];
	if (s->learnt.bottom == AS_LEVEL_ITERATION)
		f->level[0].count += s->x->plan.drop;
	f->commands = s->progress.to - s->progress.from;
	f->of_ratio = as_target_is_ratio(s->x);
	f->learnt_ns = s->recalled ? s->learnt.date_ns : 0;
	f->looks.lacking = s->rule.early && as_schedule_has_builds(s);
	if (f->of_ratio)
		f->half_width = expm1(f->half_width);
	as_schedule_aim(s, f);
}

/* Builds are made once, so that there are to be as many as see the change whatever their variance may
 * be, going by the pilot (methods-quantiles.md 2.1); fewer where time does not allow it. */
static enum as_status enough_builds(const struct as_schedule *s, struct as_planning *p,
	const struct as_wish *wish, struct as_planned *planned, struct as_forecast *f)
{
	const struct as_plan *plan = &s->x->plan;
	const size_t top = p->n_levels - 1, least = p->r_min[top] ? p->r_min[top] : AS_TOP_MIN;
	struct as_power power = {.confidence = p->confidence, .power = plan->power};
	const struct as_power_spread spread = {.s = sqrt(planned->unit_var / 2) / fabs(p->mean),
		.df = p->df ? (double)p->df : AS_UNITS_MAX};
	size_t n = 0;

	if (!(plan->detect > 0) || !as_schedule_has_builds(s) || p->r_max[top] || f->needed)
		return AS_OK;
	if (as_power_distance(plan->detect, plan->detect_beyond, &power.lambda) ||
		as_power_builds(&power, &spread, least, &n))
		return AS_OK;
	const double fits = floor(wish->budget_s / planned->unit_cost_s);
	if ((double)n > fits)
		n = fits > (double)least ? (size_t)fits : least;
	if (n <= planned->r[top])
		return AS_OK;
	p->r_min[top] = n;
	return as_forecast_of(p, wish, planned, f);
}

/* A budget too small for any plan, when enough builds are there already: they get the fewest
 * executions that tell something. */
static void use_what_is_there(const struct as_schedule *s, const struct as_planning *p,
	struct as_planned *planned, struct as_forecast *f)
{
	struct as_planned least = *planned;
	size_t top = p->n_levels - 1;

	if (!f->needed || made_builds(s) < AS_TOP_LEAST)
		return;
	least.r[top] = made_builds(s);
	if (as_plan_predict(p, least.r, &least))
		return;
	*planned = least;
	f->needed = 0;
	f->level[top].count = least.r[top];
	f->cost_s = least.cost_s;
	f->half_width = least.half_width;
}

enum as_status as_schedule_choose(struct as_schedule *s, struct as_planned *out,
	struct as_err *err)
{
	struct as_plan *plan = &s->x->plan;
	struct as_forecast *f = &s->forecast;
	struct as_learnt_state state;
	struct as_planning p;
	bool ratio = as_target_is_ratio(s->x);
	enum as_status st = as_planning_of(&s->learnt, s->rule.planning.kappa, &p, err);

	if (st)
		return st;
	p.confidence = as_simultaneous(plan->confidence, ratio ? as_experiment_pairs(s->x) : 1);
	p.rounding = s->rule.planning.round_up ? AS_ROUND_UP : AS_ROUND_BEST;
	take_costs(s, &p);
	bound(s, &p);
	struct as_wish wish = wish_of(s, &p);
	st = take_state(s, p.confidence, &state, err);
	if (st)
		return st;
	wish.stretch = state.stretch;
	st = as_forecast_of(&p, &wish, out, f);
	if (!st)
		st = enough_builds(s, &p, &wish, out, f);
	if (st)
		return as_fail(err, st, "cannot plan from the pilot");
	use_what_is_there(s, &p, out, f);
	as_forecast_range(f, &s->learnt, &p, &wish);
	complete(s, f);
	as_forecast_hold(f, state.holds);
	plan->expected = isfinite(f->half_width) ? f->half_width : 0;
	if (as_schedule_has_builds(s) && as_plan_aims(plan) &&
		!(f->half_width <= (f->of_ratio ? expm1(wish.precision) : wish.precision)))
		plan->outcome = AS_OUTCOME_BUDGET;
	return AS_OK;
}
