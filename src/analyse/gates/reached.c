/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/gates/reached.h"

#include <math.h>

#include "analyse/result/two_stage.h"
#include "stat/dist/planning/stein.h"

size_t as_units_missing(size_t n, double h, double d)
{
	size_t wanted = as_units_to_meet(n, h, d);

	return wanted > n ? wanted : 0;
}

static bool reached(const struct as_experiment *x, const struct as_comparison *c,
	const double *ends, struct as_reached *out)
{
	double h = (log(ends[1]) - log(ends[0])) / 2, d = as_ratio_half_width(x->plan.precision);

	if (!(x->plan.precision > 0) || x->plan.stopping == AS_STOP_FIXED ||
		!as_target_is_ratio(x) || c->metric != x->criterion ||
		c->method != AS_COMPARE_PAIRED || c->of.sessions || !isfinite(h))
		return false;
	*out = (struct as_reached){.half_width = expm1(h),
		.precision = x->plan.precision,
		.rounds = as_in_rounds(c, as_units_missing(c->n, h, d))};
	return true;
}

bool as_reached_by(const struct as_experiment *x, const struct as_comparison *c,
	struct as_reached *out)
{
	return reached(x, c, (double[]){c->lo, c->hi}, out);
}
