/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_GATES_GATE_JUDGE_H
#define AS_ANALYSE_GATES_GATE_JUDGE_H

#include "model/answer/compared/gate.h"

/*
 * as_gate_judge - one gate on one comparison of its metric
 *
 * Failed only where the whole interval lies beyond the limit, passed where no part of it does
 * (methods.md 9.6); the interval is that of the comparison, simultaneous where there are several.
 * Undecided between, and where the comparison has no verdict: too few units, no shared rounds, a
 * second look; and where it is of a difference, which is no share. Of values that do not vary the
 * interval is a step of the clock, and it takes enough of them to tell (methods-repairs.md 6).
 */
struct as_gated as_gate_judge(const struct as_gate *gate, const struct as_metric *metric,
	const struct as_comparison *c);

/* The same by looks at 1 - alpha, at the first of which that decides it the gate's region stays what it is: of
 * a comparison that has some. */
void as_gate_judge_looks(struct as_gated *g, double alpha);

/* A comparison that no gate can be judged by: without a verdict, or, of what is to be shown, of fewer than 6
 * rounds (methods-quantiles.md 5.1). */
bool as_gate_is_blind(const struct as_gate *gate, const struct as_comparison *c);

/*
 * as_gate_plan - units that would show it with 90 % if there is no difference
 *
 *   g           one that is to be shown; needed is set, 0 where it is shown or that is not known
 *   confidence  at which it is to be shown by itself, two-sided
 *   together    so many are to be shown together, >= 1: each gets its part of the 10 %
 */
void as_gate_plan(struct as_gated *g, double confidence, size_t together);

/*
 * as_gate_judge_estimate - the same by one number of each side
 *
 *   g       judged by as_gate_judge
 *   e       at the limit of the gate; g->by becomes it
 *   alpha   what is allowed of false alarms, for this one comparison
 *   apart   the sides were measured in different sessions
 *
 * A ratio beyond the limit fails the gate only where identical programs are beyond it no oftener
 * than alpha, within two errors of the draws; and, measured apart, where the interval of the ratio
 * of means, which knows of sessions, is on that side of 1, too. Else it is undecided, as everything
 * is that has no verdict, or no rate. Within the limit it has passed. After two stages it is
 * undecided wherever g is: resampling has no such rule.
 */
void as_gate_judge_estimate(struct as_gated *g, const struct as_estimated *e, double alpha,
	bool apart);

#endif
