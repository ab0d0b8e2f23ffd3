/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyse/plan/forecast_make.h"
#include "analyse/result/two_stage.h"
#include "plan/schedule_state.h"
#include "stat/dist/early.h"
#include "stat/dist/series/lasting.h"

/* The forecast is to be told. */
static enum as_status tell(struct as_schedule *s, const struct as_forecast *f, struct as_err *err)
{
	s->forecast = *f;
	return as_schedule_push_kind(s, AS_STEP_TELL, s->progress.from, err);
}

/* Builds are the level at the top. */
static bool builds_count(const struct as_schedule *s)
{
	return s->x->plan.builds_state == AS_BUILDS_DIFFER ||
		s->x->plan.builds_state == AS_BUILDS_IN_PLACE;
}

static enum as_status tell_rounds(struct as_schedule *s, uint32_t rounds, struct as_forecast *f,
	struct as_err *err)
{
	const struct as_plan *plan = &s->x->plan;
	size_t n = 0;

	f->commands = s->progress.to - s->progress.from;
	f->confidence = plan->confidence;
	f->of_ratio = as_target_is_ratio(s->x);
	f->precision_s = f->least_s = f->most_s = f->first_s = (double)NAN;
	f->looks.lacking = s->rule.early && builds_count(s);
	if (as_experiment_has_iterations(s->x) && as_schedule_obeyed(s))
		f->level[n++] = (struct as_forecast_level){
			.name = as_level_names[AS_LEVEL_ITERATION], .count = plan->iterations};
	f->level[n++] = (struct as_forecast_level){
		.name = as_level_names[AS_LEVEL_EXECUTION], .count = rounds};
	if (builds_count(s))
		f->level[n++] = (struct as_forecast_level){
			.name = as_level_names[AS_LEVEL_BUILD], .count = plan->builds};
	f->n_levels = n;
	s->progress.planned = rounds;
	return tell(s, f, err);
}

enum as_status as_schedule_foresee(struct as_schedule *s, uint32_t rounds, double seconds,
	double half_width, struct as_err *err)
{
	struct as_forecast f = {.cost_s = seconds, .half_width = half_width};

	if (!as_target_is_ratio(s->x) && !builds_count(s) &&
		!as_lasting_tells(s->rounds.complete))
		f.holds = AS_HOLDS_IF_INDEPENDENT;
	return tell_rounds(s, rounds, &f, err);
}

enum as_status as_schedule_foresee_stage1(struct as_schedule *s, uint32_t rounds, double seconds,
	struct as_err *err)
{
	struct as_forecast f = {.cost_s = seconds, .half_width = (double)NAN, .stage1 = true};

	as_schedule_aim(s, &f);
	return tell_rounds(s, rounds, &f, err);
}

enum as_status as_schedule_foresee_looks(struct as_schedule *s, const struct as_looks *looks,
	double seconds, struct as_err *err)
{
	struct as_forecast f = {.cost_s = seconds, .half_width = (double)NAN, .looks.n = looks->n};

	if (!s->x->plan.wanted)
		as_schedule_aim(s, &f);
	for (size_t i = 0; i < looks->n; i++)
		f.looks.at[i] = looks->at[i];
	return tell_rounds(s, (uint32_t)looks->at[looks->n - 1], &f, err);
}

enum as_status as_schedule_foresee_builds(struct as_schedule *s, uint32_t builds, double seconds,
	struct as_err *err)
{
	struct as_forecast f = {.cost_s = seconds, .half_width = (double)NAN, .stage1 = true,
		.least_s = (double)NAN, .most_s = (double)NAN, .first_s = (double)NAN,
		.commands = s->progress.to - s->progress.from, .n_levels = 1,
		.level = {{.name = as_level_names[AS_LEVEL_BUILD], .count = builds}}};

	as_schedule_aim(s, &f);
	return tell(s, &f, err);
}

enum as_status as_schedule_foresee_needed(struct as_schedule *s, uint32_t builds, double seconds,
	struct as_err *err)
{
	s->forecast = (struct as_forecast){.half_width = (double)NAN, .cost_s = (double)NAN,
		.least_s = (double)NAN, .most_s = (double)NAN, .first_s = (double)NAN,
		.commands = s->progress.to - s->progress.from, .one_build = true,
		.budget_s = (double)s->x->plan.budget_ns / 1e9, .needed = builds,
		.needed_s = seconds, .n_levels = 1,
		.level = {{.name = as_level_names[AS_LEVEL_BUILD], .count = 1}}};
	return as_schedule_push_kind(s, AS_STEP_ASK, s->progress.from, err);
}

double as_schedule_expect(const struct as_schedule *s, uint32_t rounds)
{
	const struct as_lesson what = {.metric = s->x->criterion, .from = s->progress.from,
		.to = s->progress.to,
		.role = AS_ROLE_MEASURED};
	/* the means of pairs of a duet vary by as much less as they are fewer */
	const uint32_t each = as_schedule_is_duet(s) ? 1 : as_schedule_batch(s);
	bool ratio = as_target_is_ratio(s->x);
	struct as_planned planned;
	struct as_planning p;
	struct as_dimension d;
	size_t r[AS_LEVELS_MAX];

	if (as_learn(s->x, &what, &d, NULL) || as_planning_of(&d, 0, &p, NULL))
		return (double)NAN;
	for (size_t i = 0; i < p.n_levels; i++) {
		size_t level = (size_t)d.bottom + i;

		r[i] = level == AS_LEVEL_BUILD ? s->x->plan.builds
			: level == AS_LEVEL_EXECUTION ? rounds / each
						      : d.level[level].pilot;
	}
	p.confidence = as_simultaneous(s->x->plan.confidence,
		ratio ? as_experiment_pairs(s->x) : 1);
	if (as_plan_predict(&p, r, &planned) || isinf(planned.half_width))
		return (double)NAN;
	return ratio ? expm1(planned.half_width) : planned.half_width;
}
