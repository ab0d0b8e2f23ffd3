/* SPDX-License-Identifier: MIT */
#include "stat/core/grid.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static const double near = 0.01; /* of a step */

static bool is_multiple(double x, double step)
{
	double steps = x / step;

	return fabs(steps - round(steps)) <= near;
}

double as_grid_step(const double *sorted, size_t n, size_t *kinds)
{
	double step = HUGE_VAL;
	size_t different = n > 0;

	for (size_t i = 1; i < n; i++) {
		if (!(sorted[i] > sorted[i - 1]))
			continue;
		different++;
		step = fmin(step, sorted[i] - sorted[i - 1]);
	}
	if (kinds)
		*kinds = different;
	if (n < AS_GRID_LEAST || different < 2 || 2 * different > n)
		return 0;
	/* Differences, too: far from 0 those of neighbours are what is exact. */
	for (size_t i = 0; i < n; i++)
		if (!is_multiple(sorted[i], step) || !is_multiple(sorted[i] - sorted[0], step))
			return 0;
	return step;
}

void as_grid_mark(const double *x, size_t n, double least, unsigned char *seen)
{
	for (size_t i = 0; i < n; i++) {
		const size_t at = (size_t)(x[i] - least);
		seen[at / 8] |= (unsigned char)(1U << at % 8);
	}
}

double as_grid_step_marked(
	size_t n, double least, const unsigned char *seen, size_t bytes, size_t *kinds)
{
	size_t different = 0, last = 0, step = SIZE_MAX;

	for (size_t at = 0; at < 8 * bytes; at++) {
		if (!(seen[at / 8] >> at % 8 & 1))
			continue;
		if (different++ && at - last < step)
			step = at - last;
		last = at;
	}
	if (kinds)
		*kinds = different;
	if (n < AS_GRID_LEAST || different < 2 || 2 * different > n)
		return 0;
	for (size_t at = 0; at < 8 * bytes; at++)
		if (seen[at / 8] >> at % 8 & 1 &&
			(!is_multiple(least + (double)at, (double)step) ||
				!is_multiple((double)at, (double)step)))
			return 0;
	return (double)step;
}
