/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_TREE_RANKS_H
#define AS_STAT_DIST_TREE_RANKS_H

/* Order statistics of a tree whose values have to be read: none of them is kept but a few. */

#include "stat/core/tree/tree.h"

/*
 * as_tree_quantiles - p-quantiles of all values of a tree, as as_quantile has it (type 7), bit for bit
 *
 *   tree  two levels or more; as_tree_check has passed it
 *   ends  the least and the largest value, finite
 *   p, n  in [0, 1], at most AS_TREE_RANKS / 2 of them
 *
 * Two passes, one more for each quantile in whose neighbourhood many values lie: values are counted by
 * their leading bits, then those that share them with the wanted ones are sorted. AS_ERR_MEM.
 */
enum { AS_TREE_RANKS = 6 };

AS_MUST_CHECK enum as_status as_tree_quantiles(
	const struct as_tree *tree, const double ends[2], const double *p, size_t n, double *out);

#endif
