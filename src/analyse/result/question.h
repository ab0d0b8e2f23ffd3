/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_QUESTION_H
#define AS_ANALYSE_RESULT_QUESTION_H

/* A result: an experiment, and what is asked of it, answered once and for all.
 *
 *	as_result_init(&r, x, &question, err);     everything is computed here
 *	... r.analyses, r.shown ...
 *	as_result_release(&r);
 */

#include "analyse/result/analyse.h"
#include "model/answer/compared/fleet.h"
#include "model/answer/compared/gate.h"
#include "model/answer/named.h"
#include "model/answer/published.h"

enum { AS_RESULT_METRICS = AS_METRICS_BUILTIN + 48 };

/* What is asked of an experiment; {.metric = AS_OF_CRITERION} is what is always answered. */
struct as_question {
	size_t metric; /* shown in full; AS_OF_CRITERION: of each subject its own */
	const enum as_published_method *papers; /* beside our analysis, in this order */
	size_t n_papers;
	const size_t *ways; /* of comparing, beside the planned one (analyse/result/named_values.h) */
	size_t n_ways;
	enum as_interval_method interval; /* of what is shown; AS_INTERVAL_NONE: ours */
	bool values_alone; /* no analysis: another is made of the values */
	bool summaries_alone; /* what a store keeps: nothing is compared, none is looked at closely */
};
enum { AS_OF_CRITERION = INT32_MAX };

struct as_result {
	struct as_experiment *x;
	size_t metric; /* asked for */
	/* The metric asked for first, then every other that has values, so many at most. */
	struct as_analysis analyses[AS_RESULT_METRICS];
	size_t n;
	/* The summaries of the first analysis with the intervals that were asked for. What is kept and
	 * exported has ours, whatever it was looked at by. */
	struct as_summary *shown;
	struct as_gates gates; /* in memory of whoever had them judged */
	bool rescued;      /* it is kept in a file of the current folder */
	const char *label; /* how the user named it; NULL for a fresh one */
	/* Of what several machines say: x has one round for each, or is NULL where they are not judged
	 * together. NULL: one machine measured it. Borrowed. */
	const struct as_fleet *fleet;
	bool in_file;      /* read from a file of its own, not from the store */
};

/* as_analyse, with what is seen of a metric that is shown in full: impact of levels, shape, course. */
enum as_status as_analyse_closely(const struct as_experiment *x, size_t metric,
	struct as_analysis *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_result_init - compute everything
 *
 *   r   takes x over, also on failure; to be released then, too
 *   q   NULL: of the criterion, and nothing beside it
 *
 * AS_ERR_DATA: values that no statistic may take. AS_ERR_MEM.
 */
enum as_status as_result_init(struct as_result *r, struct as_experiment *x,
	const struct as_question *q, struct as_err *err) AS_MUST_CHECK;

/* The same for who only keeps it: the summaries that a store has, nothing beside them. */
enum as_status as_result_init_kept(struct as_result *r, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;
/* Its summaries are those already: nothing of the moment is in them, and no others beside which they are shown
 * (times of commands that are compared are shown in their ratios). */
bool as_result_stands_alone(const struct as_result *r);
void as_result_release(struct as_result *r); /* takes a zeroed one */

/* Two subjects that are compared, each where it is. */
struct as_match {
	struct as_place old, new;
	double confidence;
	size_t subject, reference; /* what the result is to call them */
};

/* The ways of comparing that are asked for on n matches, in that order: n of the first way, then of
 * the next; then what an interval by resampling says of each match. *out is on the heap, the
 * caller's; NULL with *n_out 0 where none is asked for. AS_ERR_MEM. */
enum as_status as_answer_ways(const struct as_question *q, const struct as_match *match, size_t n,
	struct as_named **out, size_t *n_out, struct as_err *err) AS_MUST_CHECK;

#endif
