/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/changes/seeking.h"

double as_describing_mean(const struct as_describing *d, struct as_span s, double *weight)
{
	double sum = 0, all = 0;

	for (size_t i = s.from; i < s.to; i++) {
		all += d->w[i];
		sum += d->w[i] * d->x[i];
	}
	*weight = all;
	return sum / all;
}

double as_describing_share(size_t n, double weight, double rho)
{
	return (double)n * as_ar_mean(n, rho) / weight;
}
