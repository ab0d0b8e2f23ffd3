/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine: mean and standard deviation of single runs; "R ± S times faster", the ratio of means with
 * the deviations carried through. It has no test. */
#include <math.h>

#include "peer_rules.h"
#include "stat/dist/comparing/ratio.h"

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	const struct as_side s = as_side_of(side->v, side->n);

	(void)err;
	out->centre = s.mean;
	if (side->n > 1)
		out->spread = sqrt(s.s2);
	return AS_OK;
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	const struct as_side a = as_side_of(old->v, old->n), b = as_side_of(new->v, new->n);

	(void)err;
	out->ratio = b.mean / a.mean;
	if (old->n > 1 && new->n > 1)
		out->sd = out->ratio * hypot(sqrt(a.s2) / a.mean, sqrt(b.s2) / b.mean);
	return AS_OK;
}

const struct as_peer_rule as_peer_rule_HYPERFINE = {one, two};
