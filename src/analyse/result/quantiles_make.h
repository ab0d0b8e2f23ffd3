/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_QUANTILES_MAKE_H
#define AS_ANALYSE_RESULT_QUANTILES_MAKE_H

#include "analyse/compare/apart.h"
#include "model/kept/experiment.h"
#include "model/quantiles.h"

/*
 * as_quantiles_open - the quantiles of a metric, for all subjects, with what they differ by
 *
 *   x       gets the metrics that they are ("time:p50"); its plan is as it was afterwards
 *   base    a metric of iterations or of executions
 *   pooled  of all iterations of all executions together (methods-typical.md 7), though executions have enough for
 *           quantiles of their own; nothing is compared
 *   out     released with as_quantiles_release; untouched on failure
 *
 * p50, p75, p90, p95, p99, p99.9 and p99.99, up to the first of which no subject has an interval.
 * Each subject's interval is that of as_summarise; differences are at a confidence at which all
 * rows hold together (Bonferroni), so that looking at all of them to find the one that differs is
 * paid for. AS_ERR_DATA: not even the median, with what would do.
 */
enum as_status as_quantiles_open(struct as_experiment *x, size_t base, bool pooled,
	struct as_quantiles *out, struct as_err *err) AS_MUST_CHECK;
void as_quantiles_release(struct as_quantiles *q); /* takes a zeroed one */

/* Subjects of two results that are compared, the old one first. */
struct as_quantiles_pair {
	struct as_experiment *x[2]; /* of pair, get the metrics */
	const char *name[2];
	struct as_apart pair;
};

/* The same of two that did not share rounds: as as_compare_apart has it. */
enum as_status as_quantiles_of_two(struct as_quantiles_pair *of, struct as_quantiles *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
