/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_VIEW_H
#define AS_ANALYSE_VIEW_H

/* What of a subject's tree enters an estimate, in the shape stat/core wants.
 *
 * Folder analyse: walks the trees of model/, calls stat/, and fills model/summary.h. It prints
 * nothing and runs nothing.
 *
 * In: executions that were measured and ended well (and, for a metric of iterations, their
 * measured iterations), in the order in which they ended. Out, and counted: warm-ups, failed
 * ones, those without a value. */

#include "model/experiment.h"
#include "stat/core/tree.h"

struct as_view {
	struct as_tree tree;
	size_t n_units;   /* executions in it */
	size_t *units;    /* their indices in the subject, ascending */
	double *means;    /* mean of each: one number an execution */
	size_t n_excluded; /* measured executions that are not in it */
	enum as_level_index bottom; /* level of tree.values */
	double *values;   /* owned: tree.values */
	size_t *first;    /* owned: tree.first[1] where there are iterations */
};

/*
 * as_view_open - the tree of one metric of a subject
 *
 * A view of a subject in which nothing can be used has n_units 0 and an empty tree. NaN or an
 * infinity among measured values is AS_ERR_DATA that names it. Cost: one pass, one copy.
 */
enum as_status as_view_open(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_view *out, struct as_err *err) AS_MUST_CHECK;

void as_view_close(struct as_view *v); /* takes a zeroed view */

/* Rounds the plan has carried out: one more than the highest round of any unit. */
size_t as_rounds(const struct as_experiment *x);

/* The mean of the view's execution of each round, NaN where the round has none; n_rounds values. */
void as_view_by_round(const struct as_experiment *x, size_t subject, const struct as_view *v,
	size_t n_rounds, double *out);

#endif
