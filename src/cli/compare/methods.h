/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_METHODS_H
#define AS_CLI_COMPARE_METHODS_H

/* What --method and --interval ask for, beside our analysis: methods of papers, and ways of
 * comparing. */

#include "analyse/result/analyse.h"
#include "cli/result.h"

/* Add both to the analysis of the criterion. */
enum as_status as_result_methods(const struct as_cli *cli, struct as_result *r, struct as_err *err)
	AS_MUST_CHECK;

/* Two subjects that are compared, each where it is. */
struct as_match {
	struct as_place old, new;
	double confidence;
	size_t subject, reference; /* what the result is to call them */
};

/* The ways of comparing that were asked for on n matches, in that order: n of the first way, then
 * of the next; then what --interval by resampling says of each match. *out is on the heap, the
 * caller's; NULL with *n_out 0 where none was asked for. */
enum as_status as_methods_named(const struct as_cli *cli, const struct as_match *match, size_t n,
	struct as_named **out, size_t *n_out, struct as_err *err) AS_MUST_CHECK;

#endif
