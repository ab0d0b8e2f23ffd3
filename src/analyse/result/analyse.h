/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_RESULT_ANALYSE_H
#define AS_ANALYSE_RESULT_ANALYSE_H

/* From an experiment to answers: a summary of each subject and a comparison of each with the
 * reference, for one metric. */

#include "model/answer/summary.h"
#include "model/kept/experiment.h"

/*
 * as_analyse - analyse one metric of an experiment
 *
 *   metric   number in x->metrics; `time` without reported iterations means `wall`, so pass what
 *            as_experiment_find_metric gives
 *   out      release with as_analysis_release; untouched on failure
 *
 * Comparisons exist when there are two subjects or more; which analysis is decided by the plan,
 * never by the data (methods-blocks.md 3). AS_ERR_DATA for values that no statistic may take.
 */
enum as_status as_analyse(const struct as_experiment *x, size_t metric, struct as_analysis *out,
	struct as_err *err) AS_MUST_CHECK;

/* The same where each subject is judged by its own metric (as_experiment_metric_in): all of an experiment's
 * metrics together have each subject by each metric once. */
enum as_status as_analyse_own(const struct as_experiment *x, size_t metric,
	struct as_analysis *out, struct as_err *err) AS_MUST_CHECK;

/* Its summaries alone: what a store keeps. */
enum as_status as_summarise_all(const struct as_experiment *x, size_t metric,
	struct as_analysis *out, struct as_err *err) AS_MUST_CHECK;

/* Room for the summaries and comparisons of all subjects, zeroed; to be released in any case.
 * AS_ERR_MEMORY. */
enum as_status as_analysis_open(const struct as_experiment *x, struct as_analysis *out,
	struct as_err *err) AS_MUST_CHECK;

void as_analysis_release(struct as_analysis *a); /* takes a zeroed one */

/* The parts, each for one subject; used by as_analyse and by those who compare two experiments. */
enum as_status as_summarise(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_summary *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_compare_subjects - compare the subjects inside one experiment
 *
 *   out  as_experiment_pairs(x) rows: every subject with the reference, in their order; then, with
 *        x->all_pairs, every later subject with every earlier one, neither of them the reference
 *
 * Holm's adjustment and the simultaneous intervals are over all rows (methods-blocks.md 4).
 */
enum as_status as_compare_subjects(const struct as_experiment *x, size_t metric,
	struct as_comparison *out, struct as_err *err) AS_MUST_CHECK;

/* The same where each pair is compared by the metric that as_analyse_own has for both; where that is not one,
 * the comparison says so (OTHER_METRIC). */
enum as_status as_compare_own(const struct as_experiment *x, size_t metric,
	struct as_comparison *out, struct as_err *err) AS_MUST_CHECK;

/* One subject of one experiment, seen through one of its metrics. */
struct as_place {
	const struct as_experiment *x;
	size_t subject, metric;
};

/* Append a finding; silently full after AS_FINDINGS_MAX, which is more than any subject can have.
 * */
void as_find(struct as_findings *f, enum as_finding_id id, double a, double b, double c);

#endif
