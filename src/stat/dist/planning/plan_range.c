/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/planning/plan_range.h"

#include <math.h>

#include "stat/core/quantile.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/counts.h"
#include "stat/dist/planning/stein.h"

enum { POINTS = 199, LOW = 20, MIDDLE = 99, HIGH = 178, LEVELS = 5 };

/* Multipliers of the lattice, one a level. */
static const size_t multiplier[LEVELS] = {1, 61, 97, 139, 167};

/* Variance of one top-level unit at point q of the lattice. */
static enum as_status variance_at(const struct as_pilot_known *k, size_t q, double *out)
{
	double below = 0, t2[LEVELS];

	for (size_t i = 0; i < k->n_levels; i++) {
		const double u = ((double)(q * multiplier[i] % POINTS) + 0.5) / POINTS;
		const double df = (double)k->df[i];
		double chi2 = 0;
		enum as_status st = as_chi2_quantile(u, df, &chi2);
		if (st)
			return st;
		const double drawn = k->s2[i] * df / chi2;
		t2[i] = i ? fmax(0, drawn - below / k->pilot[i - 1]) : drawn;
		below = drawn;
	}
	double v = 0, units = 1;
	for (size_t i = k->n_levels; i-- > 0;) {
		v += t2[i] / units;
		units *= i ? k->r[i - 1] : 1;
	}
	*out = v;
	return AS_OK;
}

enum as_status as_plan_range_of(const struct as_pilot_known *k, double e, double confidence,
	struct as_plan_range *out)
{
	struct as_plan_range range = {0};
	double v[POINTS];

	if (!k->n_levels || k->n_levels > LEVELS || !(e > 0) || !(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	for (size_t i = 0; i < k->n_levels; i++)
		if (!(k->s2[i] >= 0) || !isfinite(k->s2[i]) || !k->df[i] ||
			(i + 1 < k->n_levels && (!(k->pilot[i] > 0) || !(k->r[i] > 0))))
			return AS_ERR_ARG;
	for (size_t q = 0; q < POINTS; q++)
		if (variance_at(k, q, &v[q]))
			return AS_ERR_ARG;
	as_sort(v, POINTS);
	range.v_low = v[LOW];
	range.v_middle = v[MIDDLE];
	range.v_high = v[HIGH];
	enum as_status st = as_units_for(sqrt(v[LOW]), e, confidence, AS_TOP_MIN, &range.low);
	if (!st)
		st = as_units_for(sqrt(v[MIDDLE]), e, confidence, AS_TOP_MIN, &range.middle);
	if (!st)
		st = as_units_for(sqrt(v[HIGH]), e, confidence, AS_TOP_MIN, &range.high);
	if (!st)
		*out = range;
	return st;
}
