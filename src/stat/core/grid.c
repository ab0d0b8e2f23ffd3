/* SPDX-License-Identifier: MIT */
#include "stat/core/grid.h"

#include <math.h>
#include <stdbool.h>

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
