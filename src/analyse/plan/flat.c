/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/plan/flat.h"

#include <math.h>

#include "analyse/estimate/typical_view.h"

enum as_status as_learn_tree(
	const struct as_place *of, struct as_learnt_tree *out, struct as_err *err)
{
	struct as_learnt_tree t = {.stats = {0}};
	struct as_view v;
	enum as_status st = as_view_open(of->x, of->subject, of->metric, AS_ROLE_MEASURED, &v, err);

	if (st)
		return st;
	if (v.n_top < 2) {
		st = as_fail(err, AS_ERR_DATA,
			"'%.200s' has too few units to plan from; 2 are the least",
			of->x->subjects[of->subject].name);
	} else {
		st = as_view_stats(&v, &t.stats, NULL);
		for (size_t i = 0; i < t.stats.n_levels; i++)
			t.name[i] = as_experiment_level(of->x, v.level[i]);
		*out = t;
	}
	as_view_close(&v);
	return st;
}

void as_flat_of(const struct as_planning *p, const double *pilot, const struct as_wish *wish,
	const struct as_forecast *f, struct as_forecast_flat *out)
{
	struct as_planning as_before = *p;
	struct as_forecast flat;

	*out = (struct as_forecast_flat){.cost_s = (double)NAN};
	for (size_t i = 0; i + 1 < p->n_levels; i++) {
		const double n = fmin(fmax(round(pilot[i]), 1), AS_COUNT_MAX);
		as_before.r_min[i] = as_before.r_max[i] = (size_t)n;
	}
	if (!(wish->precision > 0) || !f->met || as_forecast_of(&as_before, wish, NULL, &flat) ||
		!flat.met)
		return;
	for (size_t i = 0; i < p->n_levels; i++)
		out->count[i] = flat.level[i].count;
	out->cost_s = flat.cost_s;
}
