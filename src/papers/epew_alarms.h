/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PAPERS_EPEW_ALARMS_H
#define AS_PAPERS_EPEW_ALARMS_H

/* False alarms as in figure 2 of 2006 (methods.md 10): two groups of binaries are drawn from those
 * of one version, each with all that lies in it, and differ if their intervals by (17) do not
 * overlap. */

#include "stat/core/tree/tree.h"
#include "stat/dist/resampling/resample.h"

/*
 * as_epew2006_alarms - the share of draws in which two groups are called different
 *
 *   tree  at least two levels, two units at the top; as as_tree_check takes it
 *   how   the groups are those that as_resample_rates draws of the same units
 *
 * A group of one is judged by the model of 2005 on that binary, as 2006 does: (17) without its last
 * term. Ragged trees: each S^2 is divided by the number of units it is of, as in balanced ones.
 * O(tree + R g). known is false for one level. AS_ERR_DATA, AS_ERR_ARG as as_resample_rates;
 * AS_ERR_MEM. out untouched on failure.
 */
AS_MUST_CHECK enum as_status as_epew2006_alarms(const struct as_tree *tree,
	const struct as_resample *how, struct as_rate *out, struct as_err *err);

#endif
