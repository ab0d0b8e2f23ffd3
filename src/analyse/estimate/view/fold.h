/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_VIEW_FOLD_H
#define AS_ANALYSE_ESTIMATE_VIEW_FOLD_H

/* Iterations of a view that are so many that they are not copied: of each execution the view has the
 * sums that every mean and variance goes through, and who needs values reads them, an execution at a
 * time. What comes out is the same bit by bit. */

#include "model/kept/experiment.h"
#include "stat/core/tree/tree.h"

/* What the values of one execution, at least one, come to: enum as_fold_sum. */
void as_fold_sums(const double *x, size_t n, double out[static AS_FOLDS]);

struct as_fold {
	struct as_tree_reader reader;
	const struct as_subject *s;
	const struct as_column *col;
	const uint32_t *units; /* of the view: unit u of its level 2 is this execution */
	const double *once;    /* AS_FOLDS of each execution, from before; NULL: they are read now */
	double ends[2]; /* the least and the largest value */
	size_t zeros; /* how many are 0 */
};

/*
 * as_fold_open - fold the iterations of a metric; units are still to be filled in
 *
 * *out NULL: they are few, or some do not count, so that they are better copied. AS_ERR_MEM.
 */
enum as_status as_fold_open(const struct as_subject *s, const struct as_column *col,
	struct as_fold **out) AS_MUST_CHECK;
void as_fold_close(struct as_fold *f); /* takes NULL */

/* Execution e is part of the view: its sums up to the squares; how many values it has. */
size_t as_fold_add(struct as_fold *f, size_t e, double sums[static AS_FOLD_SQUARES + 1]);

/* Fold a metric of each subject where that is worth it, for all views of this experiment to find. AS_ERR_MEM. */
enum as_status as_fold_once(struct as_experiment *x, size_t metric,
	struct as_err *err) AS_MUST_CHECK;

/* No tree may have them: not finite, or below 0 where they are times. */
bool as_fold_is_bad(const struct as_fold *f, bool times);

#endif
