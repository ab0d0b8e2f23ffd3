/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means of values whose neighbours are correlated, AR(1) (methods-history-2.md 1). */
#include <math.h>

#include "stat/dist/changes/seeking.h"

double as_ar_mean(size_t n, double r)
{
	double size = (double)n;

	if (!(r > 0))
		return 1 / size;
	return ((1 + r) / (1 - r) - 2 * r * (1 - pow(r, size)) / (size * (1 - r) * (1 - r))) / size;
}

/* b(n): covariance of the first with their mean. */
static double first_with_mean(size_t n, double r)
{
	return r > 0 ? (1 - pow(r, (double)n)) / ((double)n * (1 - r)) : 1 / (double)n;
}

double as_ar_cross(size_t p, size_t q, size_t gap, double r)
{
	if (!(r > 0))
		return 0;
	return pow(r, 1 + (double)gap) * (1 - pow(r, (double)p)) * (1 - pow(r, (double)q)) /
	       ((1 - r) * (1 - r) * (double)p * (double)q);
}

double as_ar_apart(size_t p, size_t q, double r)
{
	return as_ar_mean(p, r) + as_ar_mean(q, r) - 2 * as_ar_cross(p, q, 0, r);
}

double as_ar_kept(const struct as_span *segment, size_t n, double r, double *products)
{
	double squares = 0;

	*products = 0;
	for (size_t i = 0; i < n; i++) {
		size_t length = segment[i].to - segment[i].from;
		double v = as_ar_mean(length, r), size = (double)length;
		squares += size * (1 - v);
		*products += (size - 1) * r - (size + 1) * v + 2 * first_with_mean(length, r);
	}
	return squares;
}
