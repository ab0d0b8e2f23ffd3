/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_GATE_H
#define AS_ANALYSE_GATE_H

#include "model/gate.h"

/*
 * as_gate_judge - one gate on one comparison of its metric
 *
 * Failed only where the whole interval lies beyond the limit, passed where no part of it does
 * (methods.md 9.6); the interval is that of the comparison, simultaneous where there are several.
 * Undecided between, and where the comparison has no verdict: too few units, no shared rounds, a
 * second look. Values that do not vary are an interval of one point.
 */
struct as_gated as_gate_judge(const struct as_gate *gate, const struct as_metric *metric,
	const struct as_comparison *c);

#endif
