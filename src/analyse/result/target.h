/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_TARGET_H
#define AS_ANALYSE_RESULT_TARGET_H

/* The precision that was asked for, beside what the intervals that are shown reach
 * (methods-repairs.md 7). */

#include "model/answer/summary.h"
#include "model/kept/experiment.h"

/*
 * as_rounds_to_meet - complete rounds in all that the plan's precision takes, by the intervals that
 * are shown: those of the ratios, or of the means of subjects from .. to - 1
 *
 * The largest over the intervals; 0 where all of them meet it. AS_ERR_DATA where there is none.
 */
enum as_status as_rounds_to_meet(const struct as_experiment *x, size_t from, size_t to, size_t *out)
	AS_MUST_CHECK;

/* The range of that which is known after stage 1, into a->reach_least and reach_most (methods-typical.md
 * 8.4, 9.4), where a limit has cut it; of the widest of the intervals in `a`. */
void as_rounds_range(const struct as_experiment *x, struct as_analysis *a);

#endif
