/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_RESOLUTION_H
#define AS_ANALYSE_COMPARE_RESOLUTION_H

#include "model/answer/summary.h"
#include "model/kept/experiment.h"

/*
 * as_compare_resolve - which change the next such experiment would see (methods-quantiles.md 3)
 *
 *   c  has its verdict; pairs.seen is set where that is undecided or equivalent, of 6 pairs of rounds or
 *      more whose log ratios vary
 *
 * By the half-width that is shown, whichever rule it is of. Not of ratios of means, of differences and of
 * sessions, and not where mean and typical run are apart.
 */
void as_compare_resolve(const struct as_plan *plan, struct as_comparison *c);

/* The change that the plan's power is enough for where intervals of the ratio have that half-width, a
 * share; NaN where no change was to be seen. */
double as_plan_sees(const struct as_experiment *x, double half_width);

#endif
