/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/series/trend.h"

#include <math.h>
#include <stdbool.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

enum { LEAST = 4 };

/* How many of the sorted values are below x, or with `equal` below it or equal to it. */
static size_t count_below(const double *sorted, size_t n, double x, bool equal)
{
	size_t from = 0, to = n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		bool below = sorted[middle] < x || (equal && !(sorted[middle] > x));
		if (below)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

enum as_status as_rank_trend(const double *x, const double *sorted, size_t n, double *rho,
	double *p)
{
	double mean = ((double)n + 1) / 2, products = 0, ranks = 0, places = 0, found = 0;

	if (n < LEAST)
		return AS_ERR_DATA;
	for (size_t i = 0; i < n; i++) {
		size_t below = count_below(sorted, n, x[i], false),
		       above = count_below(sorted, n, x[i], true);
		double rank = ((double)below + (double)above + 1) / 2 - mean,
		       place = (double)i + 1 - mean;
		products += rank * place;
		ranks += rank * rank;
		places += place * place;
	}
	if (!(ranks > 0))
		return AS_ERR_DATA;
	double r = products / sqrt(ranks * places), rest = 1 - r * r;
	if (rest > 0 && as_t_two_sided_p(r * sqrt(((double)n - 2) / rest), (double)n - 2, &found))
		return AS_ERR_ARG;
	*rho = r;
	*p = found;
	return AS_OK;
}

double as_slope(const double *x, size_t n)
{
	double middle = ((double)n - 1) / 2, mean = as_mean(x, n), products = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		double t = (double)i - middle;
		products += (x[i] - mean) * t;
		squares += t * t;
	}
	return products / squares;
}
