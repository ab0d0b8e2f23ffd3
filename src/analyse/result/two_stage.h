/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_TWO_STAGE_H
#define AS_ANALYSE_RESULT_TWO_STAGE_H

/* Two-stage stopping on an experiment (methods.md 6.7, methods-blocks.md 6.2): how many rounds. */

#include "analyse/estimate/view/view.h"
#include "model/kept/experiment.h"

/* What is looked at when the number of rounds is decided. */
struct as_look {
	size_t metric;
	size_t from, to; /* subjects from .. to - 1: those that share rounds now */
	bool last; /* false: after stage 1 (N of 6.7); true: once more after stage 2, from variances
		    * alone (N') */
	bool asked; /* for what a user asks to go on with: without the limit of what follows by itself */
	/* Another target than the plan's: this half-width of the ratio to the reference, at this
	 * confidence. precision 0: the plan's. */
	bool ratio;
	double precision, confidence;
	/* unless NULL the target follows the difference (methods-typical.md 8.6), and of the comparison
	 * that takes the most rounds it comes here */
	double *decisive;
	bool detects; /* set here, where it is the change of the plan that is looked at */
};

/* The target is the ratio to the reference; else each subject's mean. */
bool as_target_is_ratio(const struct as_experiment *x);

/* Its number of rounds followed from its first ones, plan.stage1 of them, so that whatever is said
 * of them is said as stat/dist/planning/staged.h does: also where a budget, --max-runs or the user ended it
 * (methods-repairs.md 0, 7). */
bool as_two_stage_holds(const struct as_plan *p);

/* Confidence of each of several simultaneous intervals (methods-blocks.md 4): 1 - alpha / n. */
double as_simultaneous(double confidence, size_t n_comparisons);

/*
 * as_mean_target - the half-width that the plan wants of a subject's mean, in its unit
 *
 * Relative to the mean of stage 1 and frozen there; without a stage 1 to that of all. v is of the
 * criterion, and mean that of all. AS_ERR_MEM.
 */
enum as_status as_mean_target(const struct as_experiment *x, size_t subject,
	const struct as_view *v, double mean, double *out) AS_MUST_CHECK;

/* A half-width is above the one wanted by more than rounding (methods-repairs.md 1.5); false where
 * there is none. */
bool as_misses_target(double half_width, double wanted);

/*
 * as_rounds_wanted - complete rounds in all that the plan's precision needs, and the change that it is to
 * see, from what is measured now
 *
 * The largest over the subjects, or over the comparisons where the target is the ratio. The half
 * width wanted is relative to the mean of stage 1 and frozen there; without a stage 1, to that of
 * all. Rounds without a value are left out, and so are subjects that are (as_subject_left_out).
 * AS_ERR_DATA where some subject has fewer than two values, or a mean of 0.
 */
enum as_status as_rounds_wanted(const struct as_experiment *x, const struct as_look *look,
	size_t *out, struct as_err *err) AS_MUST_CHECK;

#endif
