/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_RESOLUTION_H
#define AS_ANALYSE_COMPARE_RESOLUTION_H

#include "model/summary.h"

/*
 * as_compare_resolve - which change the next such experiment would see (methods-quantiles.md 3)
 *
 *   c  has its verdict; pairs.seen is set where that is undecided or equivalent, of 6 pairs of rounds or
 *      more whose log ratios vary
 *
 * By the half-width that is shown, whichever rule it is of. Not of ratios of means, of differences and of
 * sessions, and not where mean and typical run are apart.
 */
void as_compare_resolve(struct as_comparison *c);

#endif
