/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_GATES_LOOKS_H
#define AS_ANALYSE_GATES_LOOKS_H

/* Two looks at a comparison (methods.md 6.7, methods-blocks.md 6.3): the first verdict is at the
 * level 0.005; what is undecided then gets more rounds, once, and the last is at 0.048. Together
 * they err in 5.1 to 5.4 %, where testing twice at 0.05 makes 8 to 9 %. The two levels are known
 * for a confidence of 95 % only. */

#include "model/answer/compared/gate.h"
#include "model/kept/experiment.h"

/* Of a plan that may have two looks: the confidence of a verdict as things stand, before it is
 * divided by the number of comparisons. Without two looks that of the plan. */
double as_look_confidence(const struct as_plan *p);

/* Does a comparison of x by this metric, or one of n gates on it, end undecided? Gates on other
 * metrics do not count: rounds are planned for one. */
enum as_status as_is_open(const struct as_experiment *x, size_t metric, const struct as_gate *gates,
	size_t n, bool *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_rounds_to_decide - complete rounds in all that the last look is to have
 *
 * So many that the half-width of every ratio is half the tolerance, as predicted from the variance
 * (6.5 with e = tol / 2), and at least twice those of the first look. The distance found so far is
 * not used: what lies near the limit would be stopped just behind it, and the level lost. Without a
 * tolerance, and where differences are compared, there is no such number, and SIZE_MAX is wanted.
 */
size_t as_rounds_to_decide(const struct as_experiment *x, size_t metric);

#endif
