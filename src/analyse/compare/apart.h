/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_APART_H
#define AS_ANALYSE_COMPARE_APART_H

/* Subjects that did not share rounds: results of different sessions (methods.md 3.4), one of them
 * or a suite of benchmarks (12.2, 13.2). */

#include "analyse/result/analyse.h"
#include "model/answer/compared/overall.h"
#include "model/kept/profile.h"

/* Two subjects of two experiments. */
struct as_apart {
	struct as_place old, new;
	/* of sessions, from the machine's noise profile; df 0: none */
	struct as_profile_sd between;
	bool across; /* of different environments, by the user's word */
	/* what is asked for is in the new plan: confidence and tolerance; else in the old */
	bool newer;
};

/* Both are by the same metric in the same unit; of others nothing is compared (OTHER_METRIC). */
bool as_apart_is_one_metric(const struct as_apart *v);

/* How p values are adjusted for their number. */
enum as_adjust {
	AS_ADJUST_HOLM = 0, /* no false report at all, with the confidence asked for */
	AS_ADJUST_BH,       /* Benjamini and Hochberg: the share of false ones among the reports */
};

/*
 * as_compare_apart - compare each pair, and all of them together
 *
 *   out  n comparisons; subject and reference as the places have them
 *
 * Welch on the units at the top. There are verdicts where the interval knows of sessions: both have
 * several, which are the units then; or twice the profile's variance is added to that of the log
 * ratio, with the smaller of the degrees of freedom. Else the comparison carries the finding
 * OTHER_SESSION and no verdict: they differ, or the sessions do. Neither across environments nor at
 * a second look.
 *
 * Tolerances are those of the plans, and the confidence is the largest of them. With Holm each
 * interval is at 1 - alpha / n; with BH at 1 - R alpha / n, R being the number of q <= alpha, at
 * least 1.
 */
enum as_status as_compare_apart(const struct as_apart *v, size_t n, enum as_adjust how,
	struct as_comparison *out, struct as_err *err) AS_MUST_CHECK;

/* The confidence that all of n pairs are compared with: the largest that is asked for; 0.95 of
 * none. */
double as_apart_confidence(const struct as_apart *v, size_t n);

/*
 * as_overall_ratio - geometric mean of the ratios of all pairs
 *
 *   c  the comparisons of the n pairs, whose printed ratios are what is averaged
 *
 * Rows of one experiment share its rounds and builds, and are put together by units before clusters
 * are taken for independent (methods-repairs.md 8); after two stages by both. A pair without a ratio
 * refuses the whole, and out->refused names its subject. Twice the largest of the profiles'
 * variances is in the interval, as if sessions shifted all benchmarks alike; where a pair knows
 * nothing of its sessions, the whole is for information. The confidence is the largest asked for.
 */
enum as_status as_overall_ratio(const struct as_apart *v, const struct as_comparison *c, size_t n,
	struct as_overall *out, struct as_err *err) AS_MUST_CHECK;

#endif
