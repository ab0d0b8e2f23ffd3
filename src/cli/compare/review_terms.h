/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_REVIEW_TERMS_H
#define AS_CLI_COMPARE_REVIEW_TERMS_H

/* What a command line asks of a review, and the exit status that this has. */

#include "campaign/review/reviewing.h"
#include "cli/verb.h"

/* --adjust, --estimator, and what is known of sessions. */
struct as_review_terms {
	struct as_reviewing how;
	struct as_profiles profiles;
	bool told; /* that profiles cannot be read */
};

/* Those of args, which need not be those of cli. out is not to be moved afterwards. */
void as_review_terms_read(struct as_cli *cli, const struct as_args *args,
	struct as_review_terms *out);

/* --fail-if as a set for all; none without. AS_ERR_USAGE. */
enum as_status as_gate_set_given(const struct as_args *args, struct as_arena *a,
	struct as_gate_set *out, struct as_err *err) AS_MUST_CHECK;

/* Say for whom the review is made, and choose the status that it has alone. */
void as_review_finish(const struct as_cli *cli, struct as_review *r);

/* The status that rows and gates ask for: a benchmark that fails now, a gate, or, with
 * require_decision, what is undecided. */
enum as_exit as_review_exit(const struct as_review *r);

#endif
