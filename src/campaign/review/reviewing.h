/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_REVIEW_REVIEWING_H
#define AS_CAMPAIGN_REVIEW_REVIEWING_H

/* What becomes of the rows of a review (model/answer/compared/review.h), whoever made them: gates, and numbers that
 * are asked for beside the verdict. Rows of the same rounds and of different sessions (in_sessions
 * of the review) are judged by the same rules, each compared in its own way. */

#include "analyse/compare/apart.h"
#include "analyse/estimate/estimated.h"
#include "campaign/cited.h"
#include "model/answer/compared/review.h"

/* Gates of one benchmark, or of all. */
struct as_gate_set {
	const char *benchmark; /* NULL: of each that has no set of its own */
	const struct as_gate *v;
	size_t n;
};

/* What is asked of all rows. */
struct as_reviewing {
	struct as_arena *arena; /* of all that is made */
	enum as_adjust adjust;
	enum as_estimator estimators[AS_ESTIMATORS];
	size_t n_estimators; /* 0: none; gates are judged by the first */
	bool newer;          /* in sessions: as as_apart has it */
	bool across;         /* other environments are no hindrance: the user insists */
	struct as_profiles *profiles; /* what is known of sessions */
	/* Those cannot be read, for that reason; may come several times. */
	void (*note)(void *context, const char *why);
	void *context;
};

/*
 * as_review_compare - compare all rows together, each by its criterion; of the same rounds
 *
 * Fills comparisons, kinds, the geometric mean and what the rows have in common.
 */
enum as_status as_review_compare(const struct as_reviewing *how, struct as_review *r,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_review_judge - judge the gates of all rows
 *
 *   sets  of each row: its gates, which outlive r; NULL: it has none
 *   r     rows with their verdicts; in_sessions, across and the kinds of rows hold
 *
 * A gate on another metric than the criterion has comparisons of its own, adjusted for the number
 * of rows in which both versions have that metric. AS_ERR_USAGE: a gate on a metric that neither
 * side of its row has, or slower of what is no time; gates before that one are judged.
 */
enum as_status as_review_judge(const struct as_reviewing *how,
	const struct as_gate_set *const *sets, struct as_review *r,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_review_estimate - the estimators asked for, in every row; gates are judged by the first
 *
 * For a review that is complete but for its exit status. AS_ERR_USAGE: there are gates, and no row
 * has a rate of false alarms.
 */
enum as_status as_review_estimate(const struct as_reviewing *how, struct as_review *r,
	struct as_err *err) AS_MUST_CHECK;

/* All gates of the rows by gate, then by row: as a screen lists them. AS_ERR_MEM. */
enum as_status as_review_gates_of(struct as_arena *a, const struct as_review *r,
	struct as_gates *out, struct as_err *err) AS_MUST_CHECK;

/* AS_ERR_USAGE: slower or faster of a metric that is no time. */
enum as_status as_gate_check_time(const struct as_gate *g, const struct as_metric *m,
	struct as_err *err) AS_MUST_CHECK;

/* The gate as it is of a metric: slower and faster, which are said of times, mean less and more of a rate by as
 * much as the time of one would be; and of a benchmark that is judged by another metric than the criterion, more
 * and less of that. In memory of the arena. AS_ERR_USAGE: neither. */
enum as_status as_gate_for(const struct as_gate *g, const struct as_metric *m, bool of_criterion,
	struct as_arena *a, const struct as_gate **out, struct as_err *err) AS_MUST_CHECK;

/* The error, AS_ERR_USAGE, of a gate on a metric that x has not, with those that it has.
 *
 *   of   the row of a review that it is about; NULL: it goes without saying
 */
enum as_status as_gate_no_metric(const struct as_experiment *x, const char *of,
	const struct as_gate *g, struct as_err *err);

#endif
