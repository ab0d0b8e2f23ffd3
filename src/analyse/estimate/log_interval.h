/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_LOG_INTERVAL_H
#define AS_ANALYSE_ESTIMATE_LOG_INTERVAL_H

#include "analyse/estimate/view/view.h"
#include "model/answer/summary.h"

/* The quantile is one of all values together (methods-typical.md 7), and not an average over executions or batches
 * of them: there are no builds nor sessions, and executions have too few iterations for one of their own, or are
 * fewer than AS_BATCHES_SINGLE, or many of few iterations, of one command. d receives what it is of. */
bool as_is_log(const struct as_experiment *x, const struct as_view *v, size_t subject,
	size_t metric, struct as_derived *d);

/* Of all values of a subject, d being a quantile. AS_ERR_MEM. Cost: O(n) and room for 2 n values. */
enum as_status as_log_interval_of(const struct as_experiment *x, size_t subject,
	const struct as_derived *d, double confidence, struct as_log_interval *out) AS_MUST_CHECK;

/* The same in place of what is in out, at its confidence; of fewer than 120 values of one level an interval between
 * two of them, or why there is none. Of fewer than two values nothing is changed. AS_ERR_MEM. */
enum as_status as_take_log_interval(const struct as_experiment *x, const struct as_derived *d,
	struct as_summary *out) AS_MUST_CHECK;

#endif
