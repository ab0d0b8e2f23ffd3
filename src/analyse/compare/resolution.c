/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/resolution.h"

#include <math.h>

#include "analyse/result/two_stage.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/planning/power.h"

static bool is_said(const struct as_comparison *c)
{
	return (c->verdict == AS_VERDICT_UNDECIDED || c->verdict == AS_VERDICT_EQUIVALENT) &&
	       c->method == AS_COMPARE_PAIRED && c->df + 1 >= AS_BLOCKS_PAIRED &&
	       c->pairs.sd > 0 && c->lo > 0 && isfinite(c->hi) && !c->of.means &&
	       !c->of.sessions && !c->difference.is && !c->constant.is;
}

static bool is_at(const struct as_comparison *c, double power, struct as_resolution *out)
{
	const double m = log(c->ratio), se = c->pairs.sd / sqrt(c->df + 1);
	const double half = c->stages.early.is ? fmax(m - log(c->lo), log(c->hi) - m)
					       : (log(c->hi) - log(c->lo)) / 2;

	return is_said(c) && !as_resolution_of(half, se, c->df, power, out);
}

void as_compare_resolve(const struct as_plan *plan, struct as_comparison *c)
{
	static const double powers[] = {0.8, 0.9};
	struct as_comparison_seen seen = {0};
	struct as_resolution r;

	for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
		if (!is_at(c, powers[i], &r))
			return;
		seen.slower[i] = r.slower;
		seen.faster[i] = r.faster;
	}
	if (plan->detect > 0 && is_at(c, plan->power, &r))
		seen.asked = r.slower;
	c->pairs.seen = seen;
}

double as_plan_sees(const struct as_experiment *x, double half_width)
{
	const struct as_plan *p = &x->plan;
	const struct as_power power = {.power = p->power,
		.confidence = as_simultaneous(p->confidence, as_experiment_pairs(x))};
	const double seen = as_power_seen(&power, log1p(half_width));

	return p->detect > 0 ? expm1(log1p(p->detect_beyond) + seen) : (double)NAN;
}
