/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_TARGET_H
#define AS_ANALYSE_RESULT_TARGET_H

/* The precision that was asked for, beside what the intervals that are shown reach
 * (methods-repairs.md 7). */

#include "model/answer/summary.h"
#include "model/kept/experiment.h"

/* How a comparison stands to the half-width that the plan wants of the ratio. */
struct as_reached {
	double half_width; /* relative, as exp of that of the log ratio */
	double precision;  /* wanted */
	size_t rounds;     /* in all that it takes; 0: it is met */
};

/* False: the plan has no such target of this comparison, or it has no interval. The target is one
 * of the typical run, also where the mean is apart from it. */
bool as_reached_by(const struct as_experiment *x, const struct as_comparison *c,
	struct as_reached *out);

/* The same of the mean, where that is apart from the typical run; else false. */
bool as_mean_reached_by(const struct as_experiment *x, const struct as_comparison *c,
	struct as_reached *out);

/*
 * as_rounds_to_meet - complete rounds in all that the plan's precision takes, by the intervals that
 * are shown: those of the ratios, or of the means of subjects from .. to - 1
 *
 * The largest over the intervals; 0 where all of them meet it. AS_ERR_DATA where there is none.
 */
enum as_status as_rounds_to_meet(const struct as_experiment *x, size_t from, size_t to, size_t *out)
	AS_MUST_CHECK;

#endif
