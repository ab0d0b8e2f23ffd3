/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels of a tree: what each of them does, and how much of it would be best. */
#include <math.h>

#include "analyse/diagnose/level_impact.h"
#include "analyse/plan/flat.h"
#include "analyse/plan/pilot.h"
#include "analyse/tabled/tabled_parts.h"

/* T^2 as a standard deviation in shares of the mean. */
static double relative_sd(double t2, double mean)
{
	return sqrt(fmax(t2, 0)) / fabs(mean);
}

static enum as_status no_levels(const struct as_place *of, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA,
		"'%.200s' has one level alone: nothing tells what it does from what lies below",
		of->x->subjects[of->subject].name);
}

static void add_impact(struct as_tabled *t, const struct as_place *of,
	const struct as_summary_level *l)
{
	enum { LEVEL = 1, UNITS, EACH, DRAWN, WITHOUT, CLOSED, LO, HI, C, K };
	const struct as_summary_draws *d = &l->drawn;

	as_tabled_begin(t, of);
	as_tabled_text(t, LEVEL, as_summary_level_name(l));
	as_tabled_number(t, UNITS, l->r_mean);
	as_tabled_number(t, EACH, l[-1].r_mean);
	as_tabled_number(t, CLOSED, l->impact);
	as_tabled_number(t, LO, l->impact_lo);
	as_tabled_number(t, HI, l->impact_hi);
	if (!d->draws)
		return;
	as_tabled_number(t, DRAWN, d->factor);
	as_tabled_number(t, WITHOUT, d->transformed);
	as_tabled_number(t, C, (double)d->c);
	as_tabled_number(t, K, (double)d->draws);
}

enum as_status as_tabled_impact(struct as_tabled *t, const struct as_place *of, struct as_err *err)
{
	const struct as_impact_amount amount = {.draws = t->asked.draws, .c = t->asked.values};
	struct as_summary y;
	size_t rows = t->n_rows;
	enum as_status st = as_summarise(of->x, of->subject, of->metric, &y, err);

	if (!st)
		st = as_draw_impact(of->x, &y, &amount, err);
	for (size_t i = st ? 0 : y.tree.n; i-- > 1;)
		if (y.tree.v[i].repeated)
			add_impact(t, of, &y.tree.v[i]);
	return st || t->n_rows > rows || t->failed ? st : no_levels(of, err);
}

static void add_level(struct as_tabled *t, const struct as_place *of, const struct as_summary *y,
	const struct as_summary_level *l)
{
	enum { LEVEL = 1, COUNT, MEAN, HALF, SD, SHARE, UNCERTAINTY };
	const char *unit = of->x->metrics[of->metric].unit;
	const bool known = y->method != AS_INTERVAL_NONE;

	as_tabled_begin(t, of);
	as_tabled_text(t, LEVEL, as_summary_level_name(l));
	as_tabled_number(t, COUNT, l->r_mean);
	as_tabled_value(t, MEAN, unit, y->mean, known ? y->half_width : (double)NAN);
	if (known && y->mean > 0)
		as_tabled_number(t, HALF, y->half_width / y->mean);
	if (!l->repeated)
		return;
	as_tabled_number(t, SD, relative_sd(l->t2, y->mean));
	as_tabled_number(t, SHARE, l->share);
	as_tabled_number(t, UNCERTAINTY, l->share_of_uncertainty);
}

enum as_status as_tabled_levels(struct as_tabled *t, const struct as_place *of, struct as_err *err)
{
	struct as_summary y;
	enum as_status st = as_summarise(of->x, of->subject, of->metric, &y, err);

	for (size_t i = st ? 0 : y.tree.n; i-- > 0;)
		add_level(t, of, &y, &y.tree.v[i]);
	return st;
}

/* Without its price no number of a level is best. */
static bool knows_costs(const struct as_forecast *f)
{
	for (size_t i = 0; i < f->n_levels; i++)
		if (!(f->level[i].cost_s > 0))
			return false;
	return true;
}

static void add_dimension(struct as_tabled *t, const struct as_place *of,
	const struct as_dimension_level *l, const struct as_forecast *f, size_t i)
{
	enum { LEVEL = 1, SD, COST, MEASURED, FORMULA, PUBLISHED, BEST };

	as_tabled_begin(t, of);
	as_tabled_text(t, LEVEL, f->level[i].name);
	as_tabled_number(t, SD, relative_sd(l->t2, f->mean));
	if (f->level[i].cost_s > 0)
		as_tabled_value(t, COST, "ns", f->level[i].cost_s * 1e9, (double)NAN);
	as_tabled_number(t, MEASURED, (double)l->pilot);
	if (!knows_costs(f))
		return;
	as_tabled_number(t, FORMULA, f->level[i].optimum);
	if (f->level[i].published)
		as_tabled_number(t, PUBLISHED, (double)f->level[i].published);
	as_tabled_number(t, BEST, (double)f->level[i].count);
}

/* At the top: how long the plan takes, and one with the counts that were measured. */
static void add_takes(struct as_tabled *t, const struct as_forecast *f, const struct as_planning *p,
	const struct as_dimension *d, const struct as_wish *wish)
{
	enum { TAKES = 8, FLAT };
	double pilot[AS_LEVELS_MAX];
	struct as_forecast_flat flat;

	if (!knows_costs(f) || !f->met)
		return;
	for (size_t i = 0; i < p->n_levels; i++)
		pilot[i] = (double)d->level[(size_t)d->bottom + i].pilot;
	as_flat_of(p, pilot, wish, f, &flat);
	as_tabled_value(t, TAKES, "ns", f->cost_s * 1e9, (double)NAN);
	if (isfinite(flat.cost_s))
		as_tabled_value(t, FLAT, "ns", flat.cost_s * 1e9, (double)NAN);
}

enum as_status as_tabled_dimension(struct as_tabled *t, const struct as_place *of,
	struct as_err *err)
{
	const struct as_lesson what = {.metric = of->metric, .from = of->subject,
		.to = of->subject + 1, .role = AS_ROLE_MEASURED};
	struct as_wish wish = {.precision = 0.01, .budget_s = HUGE_VAL};
	struct as_learnt_state state;
	struct as_dimension d;
	struct as_planning p;
	struct as_forecast f;
	enum as_status st = as_learn(of->x, &what, &d, err);

	if (!st)
		st = as_planning_of(&d, AS_PLAN_KAPPA, &p, err);
	if (!st)
		st = as_learn_state(of->x, &what, of->x->plan.confidence, &state, err);
	if (st)
		return st;
	p.confidence = of->x->plan.confidence;
	wish.stretch = state.stretch;
	if (as_forecast_of(&p, &wish, NULL, &f))
		return as_fail(err, AS_ERR_DATA, "no plan can be made of '%.200s'",
			of->x->subjects[of->subject].name);
	for (size_t i = f.n_levels; i-- > 0;) {
		f.level[i].name = as_experiment_level(of->x, (size_t)d.bottom + i);
		add_dimension(t, of, &d.level[(size_t)d.bottom + i], &f, i);
		if (i + 1 == f.n_levels)
			add_takes(t, &f, &p, &d, &wish);
	}
	return AS_OK;
}
