/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/resolution.h"

#include <math.h>

#include "stat/dist/comparing/decide.h"
#include "stat/dist/power.h"

static bool is_said(const struct as_comparison *c)
{
	return (c->verdict == AS_VERDICT_UNDECIDED || c->verdict == AS_VERDICT_EQUIVALENT) &&
	       c->method == AS_COMPARE_PAIRED && c->df + 1 >= AS_BLOCKS_PAIRED &&
	       c->pairs.sd > 0 && c->lo > 0 && isfinite(c->hi) && !c->of.means &&
	       !c->of.sessions && !c->difference.is && !c->material.is && !c->constant.is;
}

void as_compare_resolve(struct as_comparison *c)
{
	static const double powers[] = {0.8, 0.9};
	struct as_comparison_seen seen = {0};

	if (!is_said(c))
		return;
	const double half = (log(c->hi) - log(c->lo)) / 2, se = c->pairs.sd / sqrt(c->df + 1);
	for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
		struct as_resolution r;
		if (as_resolution_of(half, se, c->df, powers[i], &r))
			return;
		seen.slower[i] = r.slower;
		seen.faster[i] = r.faster;
	}
	c->pairs.seen = seen;
}
