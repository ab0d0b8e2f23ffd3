/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_COMPARED_H
#define AS_CAMPAIGN_COMPARED_H

/* Results that were measured apart: which subjects of them are compared, and what comes of it. */

#include "analyse/compare/apart.h"
#include "campaign/review/reviewing.h"
#include "analyse/result/question.h"
#include "report/draw/terminal.h"

struct as_sides_of_results {
	/* n_results of them, the first n_base of which the others are compared with. Of those
	 * nothing is counted but the criterion: one analysis will do. */
	struct as_result *results;
	size_t n_results, n_base;
	/* The first n_base are one version of a suite, and the others another: benchmarks are
	 * paired by their names alone, perhaps none of them; what the others' plans say holds.
	 * Without it, n_base is 1. */
	bool suite;
	/* by result, then by subject; NULL, or NULL for a result: none */
	const bool *const *left_out;
	struct as_compared *sides; /* their subjects, one after the other */
	/* the first n_base_sides are those of the first n_base results */
	size_t n_sides, n_base_sides;
	size_t *result_of; /* of each side: the number of its result */
	struct as_apart *pairs;           /* n of them */
	/* one each; subject and reference are numbers in sides */
	struct as_comparison *comparisons;
	size_t n;
	struct as_overall *overall; /* of each result but the first that has two pairs or more */
	const char **overall_label; /* what the result is called */
	size_t n_overall;
	struct as_cited cited;       /* what the intervals know of sessions */
	const char *no_profile;      /* why profiles cannot be read; NULL: they can */
	const char *across; /* what environments differ in, where the user insists; NULL: nothing */
};

/*
 * as_results_compare - subjects of the same name, or the only ones, with those of the first results
 *
 * AS_ERR_USAGE: nothing in common, other metrics or units, the same experiment twice, two subjects
 * of one name. AS_ERR_REFUSED: other environments, with all that differs, unless how->across.
 * Lists are in memory of the arena.
 */
enum as_status as_results_compare(const struct as_reviewing *how, struct as_sides_of_results *all,
	struct as_err *err) AS_MUST_CHECK;

#endif
