/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_NEXT_H
#define AS_ANALYSE_NEXT_H

/* What another experiment of this kind would best look like (methods.md 6.2 to 6.5). */

#include "analyse/view.h"
#include "model/summary.h"

/*
 * as_take_next - fill out->same_time and out->for_target
 *
 *   stats  of v->tree, after as_crossed_apply where that applies
 *   out    has its levels, mean and interval
 *
 * Costs are those of this experiment. Both stay empty where there is one level, several subjects
 * (which share one plan), no interval, or a metric other than the criterion; the first where it
 * would not make the interval narrower by a tenth, the second where the precision asked for was
 * reached, or cannot be. A plan that cannot be made leaves them empty too.
 */
enum as_status as_take_next(const struct as_experiment *x, const struct as_view *v,
	const struct as_tree_stats *stats, struct as_summary *out, struct as_err *err) AS_MUST_CHECK;

#endif
