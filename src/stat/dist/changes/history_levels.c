/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Critical values of the clean detector (methods-history-2.md 3). */
#include <math.h>

#include "stat/dist/changes/changes.h"

enum { COLUMNS = 22, TWO_CHANGES = 9 /* versions that have room for them */ };

double as_history_level_share(enum as_history_level level)
{
	static const double share[AS_HISTORY_LEVELS] = {0.05, 0.01, 0.001};

	return share[level];
}

double as_history_critical(size_t n, enum as_history_level level, bool alone)
{
	static const double at[COLUMNS] = {6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30, 40, 50, 70, 100,
		140, 200, 300, 500, 1000, 2000, 4000};
	static const double one[AS_HISTORY_LEVELS][COLUMNS] = {
		{2.80, 3.10, 3.30, 3.53, 3.60, 3.67, 3.72, 3.75, 3.76, 3.78, 3.82, 3.78, 3.70, 3.64,
			3.63, 3.60, 3.57, 3.54, 3.53, 3.55, 3.55, 3.57},
		{3.95, 4.20, 4.30, 4.50, 4.53, 4.54, 4.60, 4.63, 4.60, 4.60, 4.62, 4.57, 4.43, 4.33,
			4.29, 4.23, 4.13, 4.09, 4.06, 4.08, 4.08, 4.10},
		{5.70, 5.70, 5.75, 5.80, 5.80, 5.70, 5.65, 5.65, 5.65, 5.65, 5.70, 5.70, 5.60, 5.35,
			5.15, 5.05, 4.90, 4.85, 4.85, 4.85, 4.85, 4.90}};
	static const double more[AS_HISTORY_LEVELS][COLUMNS] = {
		{0, 0, 0, 2.90, 3.36, 3.66, 3.79, 3.93, 3.99, 4.06, 4.06, 4.12, 4.14, 4.18, 4.15,
			4.17, 4.22, 4.32, 4.44, 4.61, 4.75, 4.90},
		{0, 0, 0, 3.88, 4.05, 4.23, 4.33, 4.42, 4.43, 4.47, 4.47, 4.53, 4.56, 4.60, 4.59,
			4.60, 4.65, 4.73, 4.77, 4.93, 5.14, 5.35},
		{0, 0, 0, 4.62, 4.80, 4.85, 4.88, 4.93, 5.05, 5.45, 5.70, 5.95, 6.10, 6.10, 6.10,
			5.90, 5.60, 5.50, 5.45, 5.55, 5.70, 5.90}};
	const double *c = alone ? one[level] : more[level], size = (double)n;
	size_t i = 0;

	if (n < AS_HISTORY_LEAST || (!alone && n < TWO_CHANGES))
		return (double)INFINITY;
	if (size >= at[COLUMNS - 1])
		return c[COLUMNS - 1];
	while (size >= at[i + 1])
		i++;
	return c[i] + (c[i + 1] - c[i]) * log(size / at[i]) / log(at[i + 1] / at[i]);
}

enum as_history_level as_history_level_of(double s, size_t n, bool alone)
{
	enum as_history_level found = AS_HISTORY_LEVELS;

	for (int level = AS_HISTORY_5_PERCENT; level < AS_HISTORY_LEVELS; level++)
		if (s >= as_history_critical(n, (enum as_history_level)level, alone))
			found = (enum as_history_level)level;
	return found;
}

/* In standard deviations of a version, independent, from 6 versions on: simulated. */
static double visible_step(size_t n)
{
	enum { SIMULATED = 11 };
	static const double at[SIMULATED] = {6, 8, 10, 12, 16, 20, 30, 50, 100, 200, 500};
	static const double seen[SIMULATED] = {
		7.6, 7.1, 6.4, 5.5, 4.4, 3.7, 2.6, 1.7, 1.04, 0.67, 0.42};
	double size = (double)n;
	size_t i = 0;

	if (size >= at[SIMULATED - 1])
		return seen[SIMULATED - 1] * sqrt(at[SIMULATED - 1] / size);
	while (size >= at[i + 1])
		i++;
	return exp(log(seen[i]) +
		   log(seen[i + 1] / seen[i]) * log(size / at[i]) / log(at[i + 1] / at[i]));
}

double as_history_visible(size_t n, const struct as_residual *noise)
{
	if (n < AS_HISTORY_LEAST)
		return (double)NAN;
	return visible_step(n) *
	       sqrt(noise->s2 * as_ar_apart(n / 2, n / 2, noise->rho) * (double)n / 4);
}
