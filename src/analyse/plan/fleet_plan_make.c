/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/plan/fleet_plan_make.h"

#include <math.h>

static struct as_fleet_choice choice(const struct as_machines_plan *p)
{
	return (struct as_fleet_choice){.machines = p->machines, .sessions = p->sessions,
		.rounds = p->rounds, .cost_s = p->cost_s, .half_width = expm1(p->half_width)};
}

/* So many machines at the cost of the plan; nothing where it pays for none. */
static struct as_fleet_choice at_its_cost(const struct as_machines_costs *c,
	const struct as_machines_wish *w, size_t machines)
{
	struct as_machines_plan p;

	if (machines < 2 || machines > w->machines || as_machines_afford(c, w, machines, &p))
		return (struct as_fleet_choice){.machines = 0};
	return choice(&p);
}

enum as_status as_fleet_plan_make(const struct as_machines_costs *c,
	const struct as_machines_wish *w, struct as_fleet_plan *out)
{
	struct as_machines_wish wish = *w;
	struct as_machines_plan p = {0}, best;
	struct as_fleet_plan f = {.confidence = w->confidence, .precision = w->half_width,
		.budget_s = w->budget_s, .most = w->machines};

	wish.half_width = log1p(w->half_width);
	enum as_status st = as_machines_plan(c, &wish, &p);
	f.reached = !st;
	if (st && !(st == AS_ERR_DATA && p.machines))
		return st;
	f.plan = choice(&p);
	wish.half_width = 0;
	wish.budget_s = p.cost_s;
	if (p.cost_s > 0) {
		f.half = at_its_cost(c, &wish, p.machines / 2);
		f.twice = at_its_cost(c, &wish, 2 * p.machines);
		if (!as_machines_plan(c, &wish, &best) && best.machines != p.machines)
			f.best = choice(&best);
	}
	*out = f;
	return AS_OK;
}
