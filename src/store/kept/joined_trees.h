/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_KEPT_JOINED_TREES_H
#define AS_STORE_KEPT_JOINED_TREES_H

/* Trees of neighbours as one, whose columns are theirs one after the other: a thousand benchmarks of a
 * value each are a few rows of the store then. */

#include "model/kept/experiment.h"

/* How many subjects from that one on have trees that are kept as one; 1: it has its own. They have the
 * same columns, are small, and are enough to be worth it. */
size_t as_trees_alike(const struct as_experiment *x, size_t first);

/* Their trees as one, which as_subject_release frees also after a failure. */
enum as_status as_trees_join(const struct as_experiment *x, size_t first, size_t n,
	struct as_subject *out, struct as_err *err) AS_MUST_CHECK;

/* As many units of each level as all of them say to have, to be filled before it is divided. */
void as_trees_count(const struct as_experiment *x, size_t first, size_t n, struct as_subject *out);

/*
 * as_trees_divide - each subject that is wanted (NULL: all) gets its part of a tree that is all of theirs
 *
 * AS_ERR_DATA without words where an execution of one has iterations of the next.
 */
enum as_status as_trees_divide(const struct as_subject *joined, struct as_experiment *x,
	size_t first, size_t n, const bool *wanted) AS_MUST_CHECK;

#endif
