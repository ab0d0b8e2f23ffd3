/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/gates/gate_judge.h"

#include <math.h>

#include "analyse/gates/early_region.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/margin.h"
#include "stat/dist/planning/power.h"
#include "stat/dist/planning/stein.h"

static const double show_power = 0.1; /* what a plan may miss; methods-quantiles.md 7 */

/* Units that take the interval off the limit, if the ratio stays where it is. */
static size_t needed(const struct as_comparison *c, double edge)
{
	double distance = fabs(log(c->ratio / edge));
	size_t n = 0;

	if (!(c->pairs.sd > 0) || !(distance > 0) || !isfinite(distance) ||
		as_units_for(c->pairs.sd, distance, c->confidence, AS_BLOCKS_PAIRED, &n))
		return 0;
	return as_in_rounds(c, n);
}

void as_gate_plan(struct as_gated *g, double confidence, size_t together)
{
	const struct as_comparison *c = &g->c;
	const bool paired = c->method == AS_COMPARE_PAIRED;
	const struct as_power p = {.lambda = fabs(log1p(g->gate->more ? g->gate->limit
								       : -g->gate->limit)),
		.confidence = confidence,
		.power = 1 - show_power / (double)together};
	const struct as_power_spread s = {
		.s = paired ? c->pairs.sd : c->pairs.sd / sqrt(2), .df = c->df};
	size_t n = 0, sure = 0;

	g->needed = 0;
	if (g->state != AS_GATE_UNDECIDED || c->verdict == AS_VERDICT_NONE || !(s.s > 0) ||
		!(s.df >= 1) || c->of.sessions || !isfinite(c->lo))
		return;
	if (paired ? as_power_rounds(&p, &s, &n, &sure)
		   : as_power_builds(&p, &s, AS_BLOCKS_VERDICT, &n))
		return;
	g->needed = as_in_rounds(c, n);
}

bool as_gate_is_blind(const struct as_gate *gate, const struct as_comparison *c)
{
	const size_t least = gate->unless && !c->of.builds ? AS_BLOCKS_PAIRED : 0;

	/* Too few of what does not vary tell nothing, whatever their interval. */
	return c->verdict == AS_VERDICT_NONE || c->pairs.duet.word == AS_DUET_UNTOLD ||
		c->n < least || c->n_reference < least ||
		(c->constant.is && c->verdict == AS_VERDICT_UNDECIDED);
}

void as_gate_judge_looks(struct as_gated *g, double alpha)
{
	static const enum as_gate_state states[] = {
		[AS_EARLY_OPEN] = AS_GATE_UNDECIDED,
		[AS_EARLY_PROVEN] = AS_GATE_FAILED,
		[AS_EARLY_PASSED] = AS_GATE_PASSED,
		[AS_EARLY_CONTRADICT] = AS_GATE_UNDECIDED,
	};

	g->state = states[as_early_restate(&g->c, alpha, g->gate)];
	g->needed = 0;
}

struct as_gated as_gate_judge(const struct as_gate *gate, const struct as_metric *metric,
	const struct as_comparison *c)
{
	double edge = gate->more ? 1 + gate->limit : 1 - gate->limit;
	struct as_gated g = {.gate = gate, .metric = metric, .c = *c, .state = AS_GATE_UNDECIDED};

	if (as_gate_is_blind(gate, c))
		return g;
	if (c->stages.early.is) {
		as_gate_judge_looks(&g, 1 - c->confidence);
		return g;
	}
	const enum as_margin_state says = gate->more ? as_margin(c->lo, c->hi, edge)
		: as_margin(-c->hi, -c->lo, -edge);
	if (says == AS_MARGIN_WORSE)
		g.state = AS_GATE_FAILED;
	else if (says == AS_MARGIN_SHOWN)
		g.state = AS_GATE_PASSED;
	else if (gate->unless)
		as_gate_plan(&g, c->confidence, 1);
	else
		g.needed = needed(c, edge);
	return g;
}

/* The ratio of means says the same of the direction, sessions and all. */
static bool is_borne_out(const struct as_gated *g)
{
	return g->gate->more ? g->c.lo > 1 : g->c.hi < 1;
}

void as_gate_judge_estimate(struct as_gated *g, const struct as_estimated *e, double alpha,
	bool apart)
{
	const double edge = g->gate->more ? 1 + g->gate->limit : 1 - g->gate->limit;
	const bool beyond = g->gate->more ? e->ratio > edge : e->ratio < edge;
	/* Draws do not know that stage 1 decided how many there are (methods-repairs.md 2). */
	const bool open = g->c.stages.two && g->state == AS_GATE_UNDECIDED;

	if (g->gate->unless)
		return; /* a number without an interval shows nothing */
	g->by = e;
	g->needed = 0;
	g->state = AS_GATE_UNDECIDED;
	if (open || g->c.verdict == AS_VERDICT_NONE || !isfinite(e->rate) || !isfinite(e->ratio))
		return;
	if (!beyond)
		g->state = AS_GATE_PASSED;
	else if (e->rate <= alpha + 2 * e->error && (!apart || is_borne_out(g)))
		g->state = AS_GATE_FAILED;
}
