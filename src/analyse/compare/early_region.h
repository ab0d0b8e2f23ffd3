/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_EARLY_REGION_H
#define AS_ANALYSE_COMPARE_EARLY_REGION_H

/* The earliest safe stop of a gate (methods-quantiles.md 4): looks at what was measured so far, and what
 * they have in common. */

#include "model/answer/gate.h"
#include "model/kept/plan.h"
#include "stat/dist/early.h"

/*
 * as_early_looks - the looks that n rounds, of at most `most`, have come to
 *
 *   d      n finite log ratios in order of time
 *   alpha  two-sided, of this comparison
 *
 * All but out->is.
 */
enum as_status as_early_looks(const double *d, size_t n, size_t most, double alpha,
	struct as_comparison_early *out) AS_MUST_CHECK;

/* The comparison by its looks, at 1 - alpha, for a gate or without one; before the first look it has no
 * interval. The state that it gives the gate. */
enum as_early_state as_early_restate(struct as_comparison *c, double alpha,
	const struct as_gate *gate);

#endif
