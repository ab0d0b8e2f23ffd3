/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_VIEW_CROSSED_VIEW_H
#define AS_ANALYSE_ESTIMATE_VIEW_CROSSED_VIEW_H

/* Builds crossed with rounds, for a view of a subject (methods-blocks.md 10). */

#include "analyse/estimate/view/view.h"

/* What it says besides. */
struct as_view_crossed {
	double share_of_time; /* of the variance: that of the rounds */
	size_t rounds, missing; /* of them, those in which not all builds have an execution */
	bool many_missing;    /* that is worth a warning */
};

/*
 * as_view_cross - put the crossed variances of a view with builds into its table of levels
 *
 *   stats  as_tree_stats of v->tree
 */
enum as_status as_view_cross(const struct as_experiment *x, size_t subject,
	const struct as_view *v, struct as_tree_stats *stats, struct as_view_crossed *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
