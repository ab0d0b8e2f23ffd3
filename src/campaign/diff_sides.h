/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_DIFF_SIDES_H
#define AS_CAMPAIGN_DIFF_SIDES_H

/* What became of either version of a benchmark: what was measured of it, or what went wrong. */

#include "analyse/result/question.h"
#include "base/arena.h"
#include "model/answer/compared/review.h"
#include "run/build/checkout.h"
#include "run/context.h"
#include "run/request/request.h"

enum { AS_DIFF_NONE = INT32_MAX }; /* in place of a subject: that version has no such benchmark */

struct as_diff_sides {
	struct as_arena *arena;
	const struct as_request *request;     /* of the benchmark */
	struct as_command *both;              /* its command, in either version */
	const struct as_checkout *checkouts;
	struct as_result *result; /* of both */
	struct as_result *alone;  /* of the one that works, where the other does not */
	struct as_review_row row;
};

/* One that fails so is a row; with another status nothing can go on. */
bool as_diff_goes_on(enum as_status st);

/*
 * as_diff_take_failure - nothing came of both together, for the reason why
 *
 *   trouble   what it was, if it was one of the versions; then of side `bad`. The other one is
 *             built and executed once, to tell whether that works
 *
 * The result is released.
 */
enum as_status as_diff_take_failure(struct as_diff_sides *t, const struct as_trouble *trouble,
	size_t bad, const struct as_err *why, struct as_err *err) AS_MUST_CHECK;

/* The row of these subjects of the result. */
enum as_status as_diff_take_sides(struct as_diff_sides *t, const size_t subject[AS_REVIEW_SIDES],
	struct as_err *err) AS_MUST_CHECK;

#endif
