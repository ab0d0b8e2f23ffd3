/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_CROSSED_VIEW_H
#define AS_ANALYSE_RESULT_CROSSED_VIEW_H

/* Builds crossed with rounds, for a view of a subject (methods-blocks.md 10). */

#include "analyse/result/view.h"
#include "model/summary.h"

/*
 * as_view_cross - put the crossed variances of a view with builds into its table of levels
 *
 *   stats          as_tree_stats of v->tree
 *   share_of_time  receives the share of the rounds; may be NULL
 *   findings       receives a remark if many rounds are incomplete; may be NULL
 */
enum as_status as_view_cross(const struct as_experiment *x, size_t subject,
	const struct as_view *v, struct as_tree_stats *stats, double *share_of_time,
	struct as_findings *findings, struct as_err *err) AS_MUST_CHECK;

#endif
