/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/planning/machines_plan.h"

#include <math.h>
#include <stdbool.h>

#include "stat/dist/dist.h"

static const double rounding = 1e-9; /* methods-machines.md A7 */
static const double most_sessions = 1e6;

static bool is_amount(double x)
{
	return x >= 0 && isfinite(x);
}

static bool are_costs(const struct as_machines_costs *c)
{
	return is_amount(c->t2_machine) && is_amount(c->t2_session) && is_amount(c->t2_round) &&
		is_amount(c->machine_s) && is_amount(c->session_s) && is_amount(c->round_s);
}

static double cost_of(const struct as_machines_costs *c, const struct as_machines_plan *p)
{
	const double round_s = (double)p->rounds * c->round_s;

	return (double)p->machines *
		(c->machine_s + (double)p->sessions * (c->session_s + round_s));
}

/* t is that of all plans of so many machines. */
static double width_of(const struct as_machines_costs *c, const struct as_machines_plan *p,
	double t)
{
	const double s = (double)p->sessions, r = (double)p->rounds;

	return t * sqrt((c->t2_machine + c->t2_session / s + c->t2_round / (s * r)) /
		(double)p->machines);
}

enum as_status as_machines_predict(const struct as_machines_costs *c, double confidence,
	struct as_machines_plan *out)
{
	double t = 0;

	if (!are_costs(c) || out->machines < 2 || !out->sessions || !out->rounds)
		return AS_ERR_ARG;
	enum as_status st = as_t_factor(confidence, (double)out->machines - 1, &t);
	if (st)
		return st;
	out->cost_s = cost_of(c, out);
	out->half_width = width_of(c, out, t);
	return AS_OK;
}

/* The cheapest of so many machines; false: there is none. Ties go to fewer rounds. */
static bool meet(const struct as_machines_costs *c, const struct as_machines_wish *w, double t,
	size_t machines, struct as_machines_plan *out)
{
	const double m = (double)machines;
	const double room = m * w->half_width * w->half_width / (t * t) - c->t2_machine;
	bool found = false;

	for (size_t r = 1; r <= w->rounds && room > 0; r++) {
		const double s = ceil(
			(c->t2_session + c->t2_round / (double)r) / room - rounding);
		struct as_machines_plan p = {.machines = machines, .rounds = r,
			.sessions = s > 1 ? (size_t)fmin(s, most_sessions) : 1};
		if (s > most_sessions)
			continue;
		p.cost_s = cost_of(c, &p);
		p.half_width = width_of(c, &p, t);
		if (!found || p.cost_s < out->cost_s)
			*out = p;
		found = true;
	}
	return found;
}

/* The narrowest that the budget pays for with so many machines; false: it pays for none. */
static bool afford(const struct as_machines_costs *c, const struct as_machines_wish *w, double t,
	size_t machines, struct as_machines_plan *out)
{
	const double left = w->budget_s / (double)machines - c->machine_s;
	bool found = false;

	for (size_t r = 1; r <= w->rounds; r++) {
		const double each = c->session_s + (double)r * c->round_s;
		const double s = each > 0 ? floor(left / each + rounding) : most_sessions;
		struct as_machines_plan p = {.machines = machines, .rounds = r};
		if (!(s >= 1))
			continue;
		p.sessions = (size_t)fmin(s, most_sessions);
		p.cost_s = cost_of(c, &p);
		p.half_width = width_of(c, &p, t);
		if (!found || p.half_width < out->half_width)
			*out = p;
		found = true;
	}
	return found;
}

static bool is_wish(const struct as_machines_wish *w)
{
	return w->machines >= 2 && w->machines <= AS_MACHINES_MAX && w->rounds >= 1 &&
		w->rounds <= AS_MACHINE_ROUNDS_MAX;
}

enum as_status as_machines_afford(const struct as_machines_costs *c,
	const struct as_machines_wish *w, size_t machines, struct as_machines_plan *out)
{
	double t = 0;

	if (!are_costs(c) || !is_wish(w) || !(w->budget_s > 0) || machines < 2)
		return AS_ERR_ARG;
	enum as_status st = as_t_factor(w->confidence, (double)machines - 1, &t);
	if (st)
		return st;
	return afford(c, w, t, machines, out) ? AS_OK : AS_ERR_DATA;
}

enum as_status as_machines_plan(const struct as_machines_costs *c,
	const struct as_machines_wish *w, struct as_machines_plan *out)
{
	const bool target = w->half_width > 0;
	struct as_machines_plan best = {0}, one;
	enum as_status st = AS_OK;
	bool found = false;

	if (!are_costs(c) || !is_wish(w) || target == (w->budget_s > 0) ||
		!is_amount(w->half_width) || !is_amount(w->budget_s))
		return AS_ERR_ARG;
	for (size_t m = 2; m <= w->machines && !st; m++) {
		double t = 0;
		st = as_t_factor(w->confidence, (double)m - 1, &t);
		if (st || !(target ? meet : afford)(c, w, t, m, &one))
			continue;
		if (!found || (target ? one.cost_s < best.cost_s
				      : one.half_width < best.half_width))
			best = one;
		found = true;
	}
	if (!st && found)
		*out = best;
	if (st || found)
		return st;
	if (target) {
		*out = (struct as_machines_plan){
			.machines = w->machines, .sessions = 1, .rounds = w->rounds};
		st = as_machines_predict(c, w->confidence, out);
	}
	return st ? st : AS_ERR_DATA;
}
