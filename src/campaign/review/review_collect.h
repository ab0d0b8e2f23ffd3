/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_REVIEW_REVIEW_COLLECT_H
#define AS_CAMPAIGN_REVIEW_REVIEW_COLLECT_H

/* What changed between two versions (model/answer/compared/review.h), from results that were measured apart. */

#include "campaign/compared.h"
#include "campaign/review/reviewing.h"

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
 * the row. Who made it and the exit status are the caller's affair. Lists are in memory of the
 * arena.
 *
 * AS_ERR_USAGE: a gate on a metric that nothing reports, or slower of what is no time.
 */
enum as_status as_review_of_results(const struct as_reviewing *how,
	const struct as_sides_of_results *all, const struct as_review_about *about,
	struct as_review *out, struct as_err *err) AS_MUST_CHECK;

#endif
