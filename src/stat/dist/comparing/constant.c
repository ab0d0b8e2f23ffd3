/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/constant.h"

#include <float.h>
#include <math.h>

#include "stat/dist/comparing/rank.h"

static double smallest_p(size_t n_old, size_t n_new, bool paired)
{
	return paired ? ldexp(1, n_old < 1000 ? 1 - (int)n_old : -1000)
		      : as_rank_smallest_p(n_old, n_new);
}

static bool is_sound(const struct as_constant *c, double alpha)
{
	return isfinite(c->old) && isfinite(c->new) && c->n_old && c->n_new &&
	       (!c->paired || c->n_old == c->n_new) && c->step >= 0 && c->step <= DBL_MAX &&
	       alpha > 0 && alpha < 1;
}

enum as_status as_constant_compare(const struct as_constant *c, double alpha,
	struct as_constant_found *out)
{
	struct as_constant_found f = {.fewest = 2};
	const double apart = c->new - c->old;

	if (!is_sound(c, alpha))
		return AS_ERR_ARG;
	f.has_p = apart < 0 || apart > 0;
	f.p = f.has_p ? smallest_p(c->n_old, c->n_new, c->paired) : 0;
	f.step = c->exact ? 0 : c->step > 0 ? c->step : fabs(apart);
	f.bounded = c->old > f.step;
	f.lo = (c->new - f.step) / c->old;
	f.hi = (c->new + f.step) / c->old;
	f.difference_lo = apart - f.step;
	f.difference_hi = apart + f.step;
	while (smallest_p(f.fewest, f.fewest, c->paired) > alpha)
		f.fewest++;
	f.fewest_p = smallest_p(f.fewest, f.fewest, c->paired);
	*out = f;
	return AS_OK;
}
