/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/plan/share.h"

#include <math.h>
#include <stdbool.h>

static bool is_known(const struct as_share_need *d)
{
	return d->cost_s > 0 && isfinite(d->cost_s) && d->half_width > 0 && isfinite(d->half_width);
}

/* What a half-width of w costs, where not more than that is wanted, and the least. */
static double cost_of(const struct as_share_need *d, double w)
{
	double to = fmax(w, d->precision);

	return fmax(d->cost_s * (d->half_width / to) * (d->half_width / to), d->least_s);
}

static double cost_of_all(const struct as_share_need *need, size_t n, double w)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		if (is_known(&need[i]))
			sum += cost_of(&need[i], w);
	return sum;
}

/* The half-width at which everything known costs so much; 0 where even what is wanted costs less.
 * It is looked for between bounds that halve, in its logarithm. */
static double width_for(const struct as_share_need *need, size_t n, double budget_s)
{
	double lo = 1e-9, hi = 1e9;

	if (cost_of_all(need, n, lo) <= budget_s)
		return lo;
	for (int i = 0; i < 100; i++) {
		double w = sqrt(lo * hi);
		if (cost_of_all(need, n, w) > budget_s)
			lo = w;
		else
			hi = w;
	}
	return hi;
}

enum as_status as_share_budget(const struct as_share_need *need, size_t n, double budget_s,
	double *out)
{
	size_t known = 0;

	if (!n || !(budget_s > 0) || !isfinite(budget_s))
		return AS_ERR_ARG;
	for (size_t i = 0; i < n; i++) {
		if (!(need[i].precision >= 0) || !(need[i].least_s >= 0))
			return AS_ERR_ARG;
		known += is_known(&need[i]);
	}
	double left = budget_s * (double)known / (double)n, w = width_for(need, n, left);
	double sum = cost_of_all(need, n, w);
	for (size_t i = 0; i < n; i++)
		out[i] = is_known(&need[i]) ? cost_of(&need[i], w) * left / sum
					    : budget_s / (double)n;
	return AS_OK;
}
