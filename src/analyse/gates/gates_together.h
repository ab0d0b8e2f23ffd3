/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_GATES_GATES_TOGETHER_H
#define AS_ANALYSE_GATES_GATES_TOGETHER_H

#include "base/err.h"
#include "model/answer/compared/gate.h"

/* What they are a family of. */
struct as_gates_among {
	double alpha; /* two-sided, of all: 0.05 */
	/* what is to fail keeps what its own interval says, which allows for a rate of false reports */
	bool each;
	size_t n;     /* so many, where others are measured by themselves; 0: those that are given */
};

/*
 * as_gates_together - all gates as one family, whatever metric, comparison and experiment they are of
 *
 *   v, n   lists of gates, each judged by as_gate_judge, and how many are in each
 *   among  of those that are not given looks alone know
 *   out    the joint sentence; untouched without gates that are to be shown
 *
 * Of a single gate its interval has said it all. Of several (methods-quantiles.md 5.2): which is worse
 * is decided by Holm over all at alpha / 2, intervals become those at 1 - alpha / their number, "none is
 * worse" takes each that is to be shown by itself at alpha / 2, and where that does not hold a single one is
 * shown by Holm. Standard errors are taken from the wider side of the intervals, so two stages,
 * few units and neighbours that resemble each other stay counted. A comparison without degrees of
 * freedom keeps what its interval says. AS_ERR_MEM.
 */
enum as_status as_gates_together(struct as_gated *const *v, size_t lists, const size_t *n,
	const struct as_gates_among *among, struct as_joint *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
