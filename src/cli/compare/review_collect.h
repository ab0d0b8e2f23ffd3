/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_REVIEW_COLLECT_H
#define AS_CLI_COMPARE_REVIEW_COLLECT_H

/* What changed between two versions (model/review.h), from results that were measured apart. */

#include "cli/compare/compared.h"
#include "model/review.h"

/* Gates of one benchmark, or of all. */
struct as_gate_set {
	const char *benchmark; /* NULL: of each that has no set of its own */
	const struct as_gate *v;
	size_t n;
};

/* A subject of the head that came to nothing before there was an experiment. */
struct as_side_failed {
	const char *benchmark, *name;
	const char *why;
	const char *output; /* the last that it wrote; NULL: nothing is known */
	enum as_side_state state;
	size_t after; /* it comes behind so many results of the head */
};

/* What results do not say themselves. */
struct as_review_about {
	const char *name; /* NULL: what the only row is called, else "results" */
	const char *label[AS_REVIEW_SIDES];
	const struct as_side_failed *failed;
	size_t n_failed;
	const struct as_gate_set *gates; /* sets of one benchmark before that of all */
	size_t n_gates;
	/* the head is a choice of its benchmarks: those of the base alone are not gone */
	bool chosen;
	double seconds; /* that measuring took; NaN: nothing was measured */
};

/*
 * as_review_of_results - rows for all subjects of both versions, and what becomes of gates
 *
 *   all  after as_results_compare; the review borrows from it
 *
 * Subjects of the head in their order, also those that failed without a result, then those that are
 * in the base alone; of several results that are no suite each is a head of its own, and named in
 * the row. out->exit is the status that the rows and gates ask for alone. Lists are in memory of
 * cli's arena.
 *
 * AS_ERR_USAGE: a gate on a metric that nothing reports, or slower of what is no time.
 */
enum as_status as_review_of_results(struct as_cli *cli, const struct as_sides_of_results *all,
	const struct as_review_about *about, struct as_review *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_review_judge - judge the gates of all rows
 *
 * A gate on another metric than the criterion has comparisons of its own, adjusted for the number
 * of rows that have such a gate.
 */
enum as_status as_review_judge(struct as_cli *cli, const struct as_sides_of_results *all,
	const struct as_review_about *about, struct as_review *r, struct as_err *err) AS_MUST_CHECK;

/*
 * as_review_estimate - what --estimator of args asks for, in every row; gates are judged by the
 * first
 *
 * For a review that is complete but for its exit status; nothing without the option. AS_ERR_USAGE:
 * there are gates, and no row has a rate of false alarms.
 */
enum as_status as_review_estimate(const struct as_args *args, struct as_arena *a,
	struct as_review *r, struct as_err *err) AS_MUST_CHECK;

/* All gates of the rows by gate, then by row: as a screen lists them. */
enum as_status as_review_gates_of(struct as_cli *cli, const struct as_review *r,
	struct as_gates *out, struct as_err *err) AS_MUST_CHECK;

/* --fail-if as a set for all; none without. */
enum as_status as_gate_set_given(const struct as_args *args, struct as_arena *a,
	struct as_gate_set *out, struct as_err *err) AS_MUST_CHECK;

/* The benchmark of a subject: its name without its parameters; NULL when out of memory. */
const char *as_benchmark_of(const struct as_subject *s, struct as_arena *a);

#endif
