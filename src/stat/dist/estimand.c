/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/estimand.h"

#include <math.h>
#include <string.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"

static const double apart = 0.25; /* of the half-width */
static const double slow = 1.5;   /* times the median */

/* 1 above 1, -1 below, 0 where it is not known. */
static int side_of(double lo, double hi)
{
	return lo > 1 ? 1 : hi < 1 ? -1 : 0;
}

static enum as_estimand_case case_of(int typical, int mean)
{
	if (typical && mean)
		return typical == mean ? AS_ESTIMAND_BOTH : AS_ESTIMAND_OPPOSITE;
	if (typical)
		return AS_ESTIMAND_TYPICAL;
	return mean ? AS_ESTIMAND_MEAN : AS_ESTIMAND_NEITHER;
}

static double sd_of_means(const struct as_blocks *b)
{
	double y = as_mean(b->old, b->n), y2 = as_mean(b->new, b->n);
	double s2 = as_variance(b->old, b->n, y) / (y * y) +
		as_variance(b->new, b->n, y2) / (y2 * y2) -
		2 * as_covariance(b->old, b->new, b->n, y, y2) / (y * y2);

	return sqrt(fmax(s2, 0));
}

enum as_status as_estimand_of(const struct as_blocks *b, const struct as_paired *typical,
	const struct as_ratio *means, struct as_estimand *out, struct as_err *err)
{
	const struct as_test *g = &typical->log;
	struct as_paired_difference d;
	enum as_status st = as_staged_difference(b, g->confidence, &d, err);

	if (st)
		return st;
	*out = (struct as_estimand){.lo = typical->lo, .hi = typical->hi, .p = g->p,
		.p_single = g->p_single, .mean_sd = sd_of_means(b)};
	if (!(typical->sd > 0) ||
		!(fabs(log(means->estimate) - g->estimate) > apart * g->half_width))
		return AS_OK;
	if (means->kind != AS_RATIO_BOUNDED || means->refused) {
		out->kind = AS_ESTIMAND_NO_MEAN;
		out->lo = out->hi = (double)NAN;
	} else {
		double lo = fmax(means->lo, 0);
		out->kind = case_of(side_of(typical->lo, typical->hi), side_of(lo, means->hi));
		out->lo = fmin(typical->lo, lo);
		out->hi = fmax(typical->hi, means->hi);
	}
	out->p = fmax(g->p, d.test.p);
	out->p_single = fmax(g->p_single, d.test.p_single);
	return AS_OK;
}

size_t as_slow_runs(const double *x, size_t n, double *room)
{
	double median = 0;
	size_t found = 0;

	memcpy(room, x, n * sizeof *x);
	as_sort(room, n);
	if (as_quantile(room, n, 0.5, &median))
		return 0;
	for (size_t i = 0; i < n; i++)
		found += x[i] > slow * median;
	return found;
}

double as_slow_times(const double *x, size_t n, double *room)
{
	const size_t found = as_slow_runs(x, n, room);

	/* sorted by it: the slow ones are the last */
	return found ? as_median(room + n - found, found) / as_median(room, n) : (double)NAN;
}
