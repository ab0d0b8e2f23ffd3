/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/gate.h"

#include <math.h>

#include "stat/dist/compare.h"
#include "stat/dist/stein.h"

/* Units that take the interval off the limit, if the ratio stays where it is. */
static size_t needed(const struct as_comparison *c, double edge)
{
	double distance = fabs(log(c->ratio / edge));
	size_t n = 0;

	if (!(c->sd > 0) || !(distance > 0) || !isfinite(distance) ||
		as_units_for(c->sd, distance, c->confidence, AS_BLOCKS_PAIRED, &n))
		return 0;
	return n;
}

struct as_gated as_gate_judge(const struct as_gate *gate, const struct as_metric *metric,
	const struct as_comparison *c)
{
	double edge = gate->more ? 1 + gate->limit : 1 - gate->limit;
	struct as_gated g = {.gate = gate, .metric = metric, .c = *c, .state = AS_GATE_UNDECIDED};

	if (c->verdict == AS_VERDICT_NONE)
		return g;
	if (gate->more ? c->lo > edge : c->hi < edge)
		g.state = AS_GATE_FAILED;
	else if (gate->more ? c->hi <= edge : c->lo >= edge)
		g.state = AS_GATE_PASSED;
	else
		g.needed = needed(c, edge);
	return g;
}
