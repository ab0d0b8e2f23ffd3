/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/fleet_plan_screen.h"

#include "report/draw/layout.h"
#include "say/say_words.h"

static void add_choice(struct as_text *t, const struct as_style *style,
	const struct as_fleet_choice *c, enum as_say_id what)
{
	if (c->machines)
		as_row(t, style, FLEET_PLAN_OTHER, what, c->machines, c->sessions, c->rounds,
			c->half_width);
}

void as_report_fleet_plan(struct as_text *t, const struct as_style *style,
	const struct as_fleet_plan *f)
{
	const struct as_fleet_choice *p = &f->plan;

	if (!f->reached)
		as_row(t, style, FLEET_PLAN_MISSED, f->precision, f->most);
	as_row(t, style, FLEET_PLAN, p->machines, p->sessions, p->rounds, p->half_width,
		f->confidence);
	as_row(t, style, FLEET_PLAN_TAKES, p->cost_s, p->cost_s / (double)p->machines);
	add_choice(t, style, &f->half, AS_SAY_FLEET_PLAN_HALF);
	add_choice(t, style, &f->twice, AS_SAY_FLEET_PLAN_TWICE);
	add_choice(t, style, &f->best, AS_SAY_FLEET_PLAN_BEST);
}
