/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_DEPENDENT_H
#define AS_ANALYSE_ESTIMATE_DEPENDENT_H

/* Means of executions that follow each other on one machine, whose state lasts (methods-repairs.md
 * 1). */

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/series/lasting.h"

/* The units at the top are executions in the order of time: not builds, which share rounds, nor
 * sessions, nor executions of a table that has no order of them. */
bool as_view_is_in_time(const struct as_experiment *x, const struct as_view *v);

/*
 * as_view_lasting - as_lasting_mean of the executions of a view, in the order in which they started
 *
 * Of a typical view it is that of their scores, which are bounded, so that one far value cannot hide or feign
 * dependence (methods-typical.md 5.1).
 *
 * For a view that as_view_is_in_time. No words: AS_ERR_MEM, and what as_lasting_mean gives.
 */
enum as_status as_view_lasting(const struct as_experiment *x, size_t subject,
	const struct as_view *v, double confidence, struct as_lasting *out) AS_MUST_CHECK;

/* Fill v->stretch at this confidence, where v is in time and has two executions (methods-repairs.md
 * 1.7). Errors as above. */
enum as_status as_view_stretch(const struct as_experiment *x, size_t subject, double confidence,
	struct as_view *v) AS_MUST_CHECK;

/* How far a confidence holds by it (methods-repairs.md 1.4, methods-calm.md 2.7), among so many commands of a
 * screen. x: what l was made of, and room for as much in work; NULL: whether rare values were met is not
 * looked at. */
enum as_holds as_lasting_holds(
	const struct as_lasting *l, const double *x, double *work, size_t among);

/* What the order of l->n executions says of the machine's speed (methods-calm.md 2.2): all of out but holds.
 * x is what l was made of. AS_ERR_MEM. */
enum as_status as_speed_judge(const double *x, const struct as_lasting *l, size_t among,
	struct as_summary_lasting *out) AS_MUST_CHECK;

/*
 * as_take_lasting - how far y->confidence holds, and the wider interval
 *
 *   y  has its mean and its interval by t or two stages; the interval becomes the wider one, and
 *      holds and what stands beside it is filled in
 *
 * stretch  of a typical view receives by how much both ends are farther away, and the interval stays as it
 *          is; else NULL
 *
 * Of executions of a table without their order it holds if they are independent. Of any other view
 * there is nothing to say: it holds. The numbers are NaN in both cases. Errors as above.
 */
enum as_status as_take_lasting(
	const struct as_experiment *x, const struct as_view *v, struct as_summary *y,
	double *stretch) AS_MUST_CHECK;

/* By how much it is wider than t: the half-width of y's executions over that of independent ones; 1
 * where nothing is known of that. */
double as_lasting_stretch(const struct as_summary *y);

#endif
