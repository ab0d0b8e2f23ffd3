/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What precision costs: what the planner weighs (methods.md 6). Half-widths that are to be expected by
 * how long is measured: with the counts that are best, with one unit and with many at the bottom. */
#include <math.h>

#include "analyse/picture/chart_make.h"
#include "analyse/plan/pilot.h"
#include "analyse/result/two_stage.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/planning/counts.h"

enum { STEPS = 40, MANY = 10 };

static const double span_down = 1.0 / 8, span_up = 32; /* of what was spent */

/* What is planned from. */
struct priced {
	struct as_dimension d;
	struct as_planning p;
	struct as_learnt_state state;
	bool of_ratio;
	double spent_s, reached; /* by this result, as it is planned */
};

/* A half-width as it is shown: with what lasts between executions, and of a ratio not its logarithm. */
static double shown(const struct priced *c, double half)
{
	const double wide = half * c->state.stretch;

	return c->of_ratio ? expm1(wide) : wide;
}

static enum as_status learn(const struct as_experiment *x, size_t metric, struct priced *c,
	struct as_err *err)
{
	const struct as_lesson what = {
		.metric = metric, .to = as_experiment_n_compared(x), .role = AS_ROLE_MEASURED};
	struct as_planned now = {0};
	size_t r[AS_LEVELS_MAX];
	enum as_status st = as_learn(x, &what, &c->d, err);

	if (!st)
		st = as_planning_of(&c->d, AS_PLAN_KAPPA, &c->p, err);
	if (st)
		return st;
	c->of_ratio = as_target_is_ratio(x);
	c->p.confidence = as_simultaneous(
		x->plan.confidence, c->of_ratio ? as_experiment_pairs(x) : 1);
	st = as_learn_state(x, &what, c->p.confidence, &c->state, err);
	for (size_t i = 0; i < c->p.n_levels; i++)
		r[i] = c->d.level[c->d.bottom + i].pilot;
	if (!st && c->state.holds == AS_HOLDS_BELOW)
		st = as_fail(err, AS_ERR_DATA,
			"cannot say what precision costs: the state of the machine lasted as long "
			"as this result, and more of the same would not settle it");
	if (!st && (x->table || as_plan_predict(&c->p, r, &now) || !(now.cost_s > 0)))
		st = as_fail(err, AS_ERR_DATA,
			"cannot say what precision costs: the result does not tell what its units "
			"cost");
	if (!st && !(now.half_width > 0 && isfinite(now.half_width)))
		st = as_fail(err, AS_ERR_DATA,
			"cannot say what precision costs: nothing varies, or there is one unit at "
			"the top");
	c->spent_s = now.cost_s;
	c->reached = now.half_width;
	return st;
}

static void reach(struct as_frame *f, double half)
{
	f->y.from = fmin(f->y.from, half);
	f->y.to = fmax(f->y.to, half);
}

/* Half-widths by cost; `each` units at the bottom, 0: as many as are best. */
static enum as_status add_line(const struct priced *c, size_t each, struct as_charted_words label,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	struct as_layer *l = as_frame_add(
		p, f, AS_MARK_LINE, each ? AS_TONE_REF : AS_TONE_INK, STEPS + 1);
	struct as_planning fixed = c->p;

	if (!l)
		return as_fail_memory(err);
	if (each)
		fixed.r_min[0] = fixed.r_max[0] = each;
	l->label = label;
	l->series = each ? f->n_layers : 0;
	for (size_t i = 0; i <= STEPS; i++) {
		const double s = (double)i / STEPS;
		const double budget = c->spent_s * span_down * pow(span_up / span_down, s);
		struct as_planned plan;
		if (as_plan_for_budget(&fixed, budget, &plan) || !plan.met ||
			!isfinite(plan.half_width))
			continue;
		l->x[i] = 1e9 * budget;
		l->y[i] = shown(c, plan.half_width);
		reach(f, l->y[i]);
	}
	return AS_OK;
}

/* Where this result is. */
static enum as_status add_here(const struct priced *c, struct as_picture *p, struct as_err *err)
{
	struct as_layer *l = as_frame_add_named(
		p, p->chart->frame, AS_MARK_AT, AS_TONE_MUTE, 1);
	struct as_layer *dot = as_frame_add(p, p->chart->frame, AS_MARK_DOTS, AS_TONE_INK, 1);

	if (!l || !dot)
		return as_fail_memory(err);
	l->text = NULL;
	l->label.id = AS_CHARTED_THIS_RESULT;
	l->x[0] = dot->x[0] = 1e9 * c->spent_s;
	dot->y[0] = shown(c, c->reached);
	reach(p->chart->frame, dot->y[0]);
	return AS_OK;
}

static enum as_status draw(const struct as_experiment *x, const struct priced *c,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 1, 1);
	struct as_planned best;
	const char *bottom = as_level_names[c->d.bottom];
	enum as_status st = AS_OK;

	if (!f)
		return as_fail_memory(err);
	f->x = as_axis_of(x, AS_METRIC_WALL, 1e9 * c->spent_s * span_down,
		1e9 * c->spent_s * span_up);
	f->x.log = true;
	f->x.words.id = AS_CHARTED_COST;
	f->y = (struct as_chart_axis){.from = (double)INFINITY,
		.log = true,
		.share = true,
		.words = AS_CHART_SAYS(HALF_WIDTH, {.n = c->of_ratio})};
	if (c->p.n_levels > 1 && !as_plan_optimum(&c->p, &best)) {
		const size_t many = MANY * best.r[0];
		if (best.r[0] > 1)
			st = add_line(c, 1, AS_CHART_SAYS(EACH, {.n = 1}, {.s = bottom}), p, err);
		if (!st)
			st = add_line(
				c, many, AS_CHART_SAYS(EACH, {.n = many}, {.s = bottom}), p, err);
	}
	if (!st)
		st = add_line(c, 0, (struct as_charted_words){.id = AS_CHARTED_BEST}, p, err);
	if (!st)
		st = add_here(c, p, err);
	f->y.from /= 1.1;
	f->y.to *= 1.1;
	as_chart_note(p, AS_CHART_SAYS(EXPECTED, {.x = c->p.confidence}));
	return st;
}

enum as_status as_chart_cost(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct priced c = {.spent_s = 0};
	enum as_status st = learn(x, r->metric, &c, err);

	(void)a;
	return st ? st : draw(x, &c, p, err);
}
