/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_GATES_EARLY_REGION_H
#define AS_ANALYSE_GATES_EARLY_REGION_H

/* The earliest safe stop of a gate (methods-quantiles.md 4): looks at what was measured so far, and what
 * they have in common. */

#include "model/answer/compared/gate.h"
#include "model/kept/plan.h"
#include "stat/dist/early.h"

/* Rounds, or batches of them, in order of time. */
struct as_early_pairs {
	const double *d; /* n finite log ratios */
	size_t n;
	bool typical; /* the pseudo-median is looked at, else the mean */
	const double *old, *new; /* of which they are, where their means count, too; else NULL */
	/* What a coarse clock adds to the first n, on either side. NULL: nothing. */
	enum as_status (*widening)(const void *context, size_t n, double *out);
	const void *context;
};

/*
 * as_early_looks - the looks that they have come to, of at most `most`
 *
 *   alpha  two-sided, of this comparison
 *
 * All but out->is.
 */
enum as_status as_early_looks(const struct as_early_pairs *p, size_t most, double alpha,
	struct as_comparison_early *out) AS_MUST_CHECK;

/* The comparison by its looks, at 1 - alpha, for a gate or without one; before the first look it has no
 * interval. The state that it gives the gate. */
enum as_early_state as_early_restate(struct as_comparison *c, double alpha,
	const struct as_gate *gate);

#endif
