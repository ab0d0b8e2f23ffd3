/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_NEXT_H
#define AS_ANALYSE_RESULT_NEXT_H

/* What another experiment of this kind would best look like (methods.md 6.2 to 6.5). */

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"

/*
 * as_take_next - fill out->same_time, out->for_target and out->halved
 *
 *   stats  of v->tree, after as_crossed_apply where that applies
 *   out    has its levels, mean and interval
 *
 * Costs are those of this experiment; of a table none is known, and out->halved has more units at
 * the top and the same below, its seconds NaN. Where executions depend on those before them, all of
 * it is wider by as much as this interval is (methods-repairs.md 1.5). All stay empty where the
 * machine's state lasts as long as the experiment, where there are several subjects (which share
 * one plan), no interval, several sessions, or a metric other than the criterion; the first two
 * where there is one level, and of a table; the first where it would not make the interval narrower
 * by a tenth, the second where the precision asked for was reached, or cannot be.
 * A plan that cannot be made leaves them empty too.
 */
enum as_status as_take_next(const struct as_experiment *x, const struct as_view *v,
	const struct as_tree_stats *stats, struct as_summary *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
