/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BenchmarkTools: the minimum; its judge takes a ratio of minima within 1 ± 0.05 for no change. */
#include "peer_rules.h"
#include "stat/core/moments.h"

static const double tolerance = 0.05;

static double least_of(const struct as_peer_side *side)
{
	double least = 0, most = 0;

	as_extremes(side->v, side->n, &least, &most);
	return least;
}

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	(void)err;
	out->centre = least_of(side);
	return AS_OK;
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	(void)err;
	out->ratio = least_of(new) / least_of(old);
	out->finding = out->ratio - tolerance > 1 ? AS_PEER_MORE
		: out->ratio + tolerance < 1 ? AS_PEER_LESS : AS_PEER_SAME;
	return AS_OK;
}

const struct as_peer_rule as_peer_rule_BENCHMARKTOOLS = {one, two};
