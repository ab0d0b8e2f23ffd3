/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_APART_OF_H
#define AS_CLI_COMPARE_APART_OF_H

/* Results that were measured apart, compared as `assay compare` does: pairs, review, gates. */

#include "analyse/result/question.h"
#include "campaign/compared.h"
#include "cli/compare/review_terms.h"
#include "cli/verb.h"
#include "model/answer/compared/review.h"

struct as_apart_of {
	struct as_review_terms terms;
	struct as_sides_of_results all;
	struct as_named *named; /* on the heap */
	size_t n_named;
	struct as_review review;
	struct as_gates gates;
};

/* n results with the first of them (n_base 0), or versions of a suite, whose first one is the first n_base; what is made lives as long as they and the arena of cli. It is
 * not to be moved, and to be released also on failure. */
enum as_status as_apart_of(struct as_cli *cli, struct as_result *results, size_t n,
	size_t n_base, struct as_apart_of *out, struct as_err *err) AS_MUST_CHECK;
void as_apart_release(struct as_apart_of *s);

/* Add assay-compare-1. */
enum as_status as_apart_json(struct as_cli *cli, const struct as_apart_of *s, struct as_text *t,
	struct as_err *err) AS_MUST_CHECK;

#endif
