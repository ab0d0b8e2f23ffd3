/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_QUANTILES_MAKE_H
#define AS_ANALYSE_RESULT_QUANTILES_MAKE_H

#include "model/kept/experiment.h"
#include "model/quantiles.h"

/*
 * as_quantiles_open - the quantiles of a metric, for all subjects, with what they differ by
 *
 *   x     gets the metrics that they are ("time:p50"); its plan is as it was afterwards
 *   base  a metric of iterations or of executions
 *   out   released with as_quantiles_release; untouched on failure
 *
 * p50, p75, p90, p95, p99, p99.9 and p99.99, up to the first of which no subject has an interval.
 * Each subject's interval is that of as_summarise; differences are at a confidence at which all
 * rows hold together (Bonferroni), so that looking at all of them to find the one that differs is
 * paid for. AS_ERR_DATA: not even the median, with what would do.
 */
enum as_status as_quantiles_open(struct as_experiment *x, size_t base, struct as_quantiles *out,
	struct as_err *err) AS_MUST_CHECK;
void as_quantiles_release(struct as_quantiles *q); /* takes a zeroed one */

/*
 * as_quantiles_pool - the same of all iterations of all executions together, for information
 *
 * Each subject's value is the quantile of the first iterations of all its executions, of as many as the one that
 * has fewest, and its interval that of methods-quantiles.md 1.9, infinite where it is open. Nothing is compared.
 * AS_ERR_DATA: fewer than 10 executions of a subject, or a metric without iterations. Room for all of one subject's
 * values, and a sort of them.
 */
enum as_status as_quantiles_pool(struct as_experiment *x, size_t base, struct as_quantiles *out,
	struct as_err *err) AS_MUST_CHECK;

/* The metric and the share of row number k. */
enum as_status as_quantile_ask(struct as_experiment *x, size_t base, size_t k,
	struct as_quantile_row *row, struct as_err *err) AS_MUST_CHECK;

#endif
