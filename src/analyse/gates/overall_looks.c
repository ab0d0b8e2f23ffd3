/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/compare_parts.h"

#include <math.h>
#include <stdio.h>

#include "analyse/gates/early_region.h"

bool as_overall_looked(const struct as_comparison *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (c[i].stages.early.is)
			return true;
	return false;
}

/* A row whose interval holds at alpha: looks once more, others as they are if they are sure enough. */
static bool holds_at(struct as_comparison *c, double alpha)
{
	const double rounding = 1e-12;

	if (c->stages.early.is)
		as_early_restate(c, alpha, NULL);
	return c->confidence >= 1 - alpha - rounding && isfinite(c->lo) && isfinite(c->hi);
}

void as_overall_by_looks(const struct as_comparison *c, size_t n, struct as_overall *o)
{
	double middle = 0, lo = 0, hi = 0;

	for (size_t i = 0; i < n; i++) {
		struct as_comparison row = c[i];
		if (!holds_at(&row, (1 - o->confidence) / (double)n)) {
			snprintf(o->refused, sizeof o->refused,
				"some of them could end early, and intervals of all do not hold "
				"together");
			return;
		}
		middle += log(row.ratio) / (double)n;
		lo += log(row.lo) / (double)n;
		hi += log(row.hi) / (double)n;
	}
	o->ratio = exp(middle);
	o->lo = exp(lo);
	o->hi = exp(hi);
	o->df = o->p = o->sample_lo = o->sample_hi = (double)NAN;
}
