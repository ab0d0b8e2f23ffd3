/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JMH: mean and half a t interval of 99.9 % over the iterations of all forks together. It compares
 * nothing: its readers look whether intervals overlap. */
#include <math.h>

#include "peer_rules.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/dist.h"

enum { LEAST = 3 };

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	const struct as_side s = as_side_of(side->v, side->n);
	double t = 0;

	(void)err;
	out->centre = s.mean;
	if (side->n < LEAST)
		return AS_OK;
	const enum as_status st = as_t_factor(0.999, (double)side->n - 1, &t);
	out->spread = t * sqrt(s.s2 / (double)side->n);
	out->lo = s.mean - out->spread;
	out->hi = s.mean + out->spread;
	return st;
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	struct as_peer_estimate a = as_peer_estimate_none(AS_PEER_JMH), b = a;
	enum as_status st = one(old, &a, err);

	if (!st)
		st = one(new, &b, err);
	if (st)
		return st;
	out->ratio = b.centre / a.centre;
	if (!isnan(a.lo) && !isnan(b.lo))
		out->finding = b.lo > a.hi ? AS_PEER_MORE : b.hi < a.lo ? AS_PEER_LESS
			: AS_PEER_SAME;
	return AS_OK;
}

const struct as_peer_rule as_peer_rule_JMH = {one, two};
