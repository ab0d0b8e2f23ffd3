/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_PUBLISHED_VALUES_H
#define AS_ANALYSE_RESULT_PUBLISHED_VALUES_H

#include "model/answer/published.h"
#include "model/kept/experiment.h"

/* Published methods beside ours: what `--method` shows. */

/*
 * as_analyse_published - what a published method makes of one metric of one subject
 *
 *   confidence  of its intervals
 *   out         a tree of other levels than the method's, or an unbalanced one, is no failure:
 *               out->refused says so
 *
 * The S_i^2 are those of the nested tree, also where ours takes the rounds out of them. Costs
 * (methods.md 6.1) are medians over the measured executions: an iteration takes from the end of the
 * one before to its own where the program reports t, else what it reports, and q is assumed to be
 * 1; an execution costs what it takes besides its measured iterations, its warm-up included.
 * Operations that a program times together count as one iteration.
 */
enum as_status as_analyse_published(const struct as_experiment *x, size_t subject, size_t metric,
	enum as_published_method method, struct as_published *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
