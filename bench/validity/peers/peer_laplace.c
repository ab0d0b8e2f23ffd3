/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peer_laplace.h"

#include <math.h>
#include <stdlib.h>

#include "stat/core/quantile.h"

/* Between two values the sum of distances is a line: at x it is at + slope (x - from). */
struct peer_laplace {
	const double *v; /* n, ascending */
	size_t n;
	double scale; /* sum of distances from the median, which is the least there is */
};

/* The sum of distances from x, over the least. */
static double sum_at(const struct peer_laplace *d, double x)
{
	double sum = 0;

	for (size_t i = 0; i < d->n; i++)
		sum += fabs(d->v[i] - x);
	return sum / d->scale;
}

/* Of that line, where so many values are below; 0 where as many are above. */
static double slope_at(const struct peer_laplace *d, size_t below)
{
	return (2 * (double)below - (double)d->n) / d->scale;
}

/* What lies from one place to another, between which there is no value; either may be infinite. */
static double mass(const struct peer_laplace *d, size_t below, double from, double to)
{
	const double slope = slope_at(d, below), nu = (double)d->n - 1;
	const double a = isinf(from) ? 0 : pow(sum_at(d, from), -nu);
	const double b = isinf(to) ? 0 : pow(sum_at(d, to), -nu);

	if (2 * below == d->n)
		return (to - from) * pow(sum_at(d, from), -nu - 1);
	return (a - b) / (nu * slope);
}

/* Of the piece that begins there, where so much of it ends. */
static double end_of(const struct peer_laplace *d, size_t below, double from, double part)
{
	const double slope = slope_at(d, below), nu = (double)d->n - 1;
	const double first = sum_at(d, from);

	if (2 * below == d->n)
		return from + part * pow(first, nu + 1);
	return from + (pow(pow(first, -nu) - nu * slope * part, -1 / nu) - first) / slope;
}

/* Where that share of all lies below. */
static double place_of(const struct peer_laplace *d, const double *piece, double share)
{
	double all = 0, before = 0;
	size_t k = 0;

	for (size_t i = 0; i <= d->n; i++)
		all += piece[i];
	while (k < d->n && before + piece[k] < share * all)
		before += piece[k++];
	if (k)
		return end_of(d, k, d->v[k - 1], share * all - before);
	/* below all values: by what is missing of the first piece up to its end */
	return end_of(d, 0, d->v[0], share * all - piece[0]);
}

enum as_status as_laplace_ends(const double *sorted, size_t n, double alpha, double *lo, double *hi,
	struct as_err *err)
{
	struct peer_laplace d = {.v = sorted, .n = n, .scale = 1};
	double *piece = calloc(n + 1, sizeof *piece);

	if (!piece)
		return as_fail_memory(err);
	d.scale = sum_at(&d, as_median(sorted, n));
	*lo = sorted[0];
	*hi = sorted[n - 1];
	if (d.scale > 0) {
		for (size_t k = 0; k <= n; k++)
			piece[k] = mass(&d, k, k ? sorted[k - 1] : -(double)INFINITY,
				k < n ? sorted[k] : (double)INFINITY);
		*lo = place_of(&d, piece, alpha / 2);
		*hi = place_of(&d, piece, 1 - alpha / 2);
	}
	free(piece);
	return AS_OK;
}
