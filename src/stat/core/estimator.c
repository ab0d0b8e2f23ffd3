/* SPDX-License-Identifier: MIT */
#include "stat/core/estimator.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"

enum { TRIMMED = 10 }; /* one of so many at either end */

const struct as_estimator_entry as_estimators[AS_ESTIMATORS] = {
#define AS_ESTIMATOR(symbol, name, title, function, claims) {name, title, function, claims},
#include "stat/core/estimators.def"
};

double as_estimate(enum as_estimator e, const double *sorted, size_t n)
{
	return as_estimators[e].of(sorted, n);
}

double as_lower_quartile(const double *sorted, size_t n)
{
	size_t below = (n + 1) / 4, above = (n + 4) / 4;

	return (sorted[below ? below - 1 : 0] + sorted[above - 1]) / 2;
}

double as_smallest(const double *sorted, size_t n)
{
	(void)n;
	return sorted[0];
}

double as_trimmed_mean(const double *sorted, size_t n)
{
	size_t cut = n / TRIMMED;

	return as_mean(sorted + cut, n - 2 * cut);
}

double as_geometric_mean(const double *sorted, size_t n)
{
	double sum = 0;

	if (!(sorted[0] > 0))
		return (double)NAN;
	/* Of the ratios to the smallest, so that equal values give exactly theirs. */
	for (size_t i = 0; i < n; i++)
		sum += log(sorted[i] / sorted[0]);
	double g = sorted[0] * exp(sum / (double)n);
	return g < sorted[n - 1] ? g : sorted[n - 1];
}

/* Doubles in their order, as integers: bits of a negative one grow as it falls. */
static int64_t rank_of(double x)
{
	int64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits < 0 ? INT64_MIN - bits : bits;
}

static double of_rank(int64_t rank)
{
	int64_t bits = rank < 0 ? INT64_MIN - rank : rank;
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/* Halves first: the sum of two large values would be infinite. */
static double middle(double a, double b)
{
	return a / 2 + b / 2;
}

/* How many pairs i <= j have a mean of at most t. Where i rises, the last j that has one falls. */
static size_t pairs_up_to(const double *sorted, size_t n, double t)
{
	size_t count = 0, end = n;

	for (size_t i = 0; i < end; i++) {
		while (end > i && middle(sorted[i], sorted[end - 1]) > t)
			end--;
		count += end - i;
	}
	return count;
}

/* The k-th smallest mean of a pair, from 1: the smallest number up to which there are k of them. */
static double pair_mean(const double *sorted, size_t n, size_t k)
{
	int64_t low = rank_of(middle(sorted[0], sorted[0])),
		high = rank_of(middle(sorted[n - 1], sorted[n - 1]));

	while (low < high) {
		int64_t at = low / 2 + high / 2 + (low % 2 + high % 2) / 2;
		at -= at >= high; /* the mean of two of different signs is rounded towards 0 */
		if (pairs_up_to(sorted, n, of_rank(at)) >= k)
			high = at;
		else
			low = at + 1;
	}
	return of_rank(low);
}

double as_hodges_lehmann(const double *sorted, size_t n)
{
	size_t pairs = n % 2 ? (n + 1) / 2 * n : n / 2 * (n + 1);

	if (pairs % 2)
		return pair_mean(sorted, n, pairs / 2 + 1);
	return middle(pair_mean(sorted, n, pairs / 2), pair_mean(sorted, n, pairs / 2 + 1));
}
