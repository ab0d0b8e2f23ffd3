/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_COMPARE_PARTS_H
#define AS_ANALYSE_COMPARE_COMPARE_PARTS_H

/* The analyses a comparison may be made by, and what they share. Internal to analyse/. Each gets a
 * comparison whose confidence and tolerance are set, and views that have units, all positive where
 * it is of the ratio; it fills in numbers and findings. The verdict is compare.c's. */

#include "analyse/compare/together.h"
#include "analyse/estimate/view/view.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/planning/staged.h"

/* One that has only what it is of: n of them at this confidence each; every number is NaN. */
struct as_comparison as_compare_fresh(const struct as_place *old, const struct as_place *new,
	size_t n, double confidence);

/* Views of a derived metric: what is so of the comparison, and what is to be said of it. */
void as_compare_reduced(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c);

/* Views of times: both are typical, or both become means. */
void as_compare_typical(struct as_view *old, struct as_view *new, struct as_comparison *c);

/* Rounds, or batches, whose log ratios a clock may be too coarse for. */
struct as_compare_ticks {
	const double *d, *old, *new;
	size_t n;
};

/* What it adds to either side of their interval on the log scale (methods-quantiles.md 1.11); 0: nothing. */
struct as_compare_tick {
	double tick, widening;
};
enum as_status as_compare_tick(const struct as_experiment *x, const struct as_comparison *c,
	const struct as_compare_ticks *of, struct as_compare_tick *out) AS_MUST_CHECK;

/* Of all rounds: it is added, where looks have not done so, and said. */
enum as_status as_compare_coarse(const struct as_experiment *x, const struct as_compare_ticks *of,
	struct as_comparison *c) AS_MUST_CHECK;

/* Welch's test of the logarithms of both tops: the ratio of geometric means (1.7). */
enum as_status as_compare_logs(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

/* One of two that are not paired, whose quantile may be one of all its values together. */
struct as_compare_log {
	struct as_place at;
	const struct as_view *v;
};

/* Where both are: the ratio of their quantiles, and its interval by those of each (methods-typical.md 7.2), which
 * knows of chance alone and gives no verdict. *done false: they are none, and nothing is changed. */
enum as_status as_compare_two_logs(const struct as_compare_log *old,
	const struct as_compare_log *new, struct as_comparison *c, bool *done,
	struct as_err *err) AS_MUST_CHECK;

/* What forbids a comparison is found, and said. */
bool as_compare_is_refused(const struct as_place *old_at, const struct as_view *old,
	const struct as_place *new_at, const struct as_view *new, struct as_comparison *c);

/* The comparison inside an experiment, as one of n, at this confidence; without verdict and
 * adjusted p. */
enum as_status as_compare_within(const struct as_inside *v, size_t n, double confidence,
	struct as_comparison *out, struct as_err *err) AS_MUST_CHECK;

/* Words for an interval; with several comparisons the adjusted p decides whether there is a
 * difference at all. */
enum as_verdict_word as_compare_verdict(const struct as_comparison *c, double alpha);

/* Holm over the comparisons that have a p; those that cannot say are left out (methods.md 12.2). */
enum as_status as_compare_holm(struct as_comparison *c, size_t n, struct as_err *err) AS_MUST_CHECK;

/* Benjamini and Hochberg over the same, and the confidence of the intervals that go with it. */
enum as_status as_compare_bh(struct as_comparison *c, size_t n, struct as_err *err) AS_MUST_CHECK;
double as_bh_confidence(const struct as_comparison *c, size_t n, double alpha);

/* Log ratios of the rounds in which both have a value (methods-blocks.md 2.1, 7). Of the views
 * nothing is left: pairs take the places of their means, and there may be a million. */
enum as_status as_compare_rounds(const struct as_experiment *x, struct as_view *old,
	struct as_view *new, struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

/* The same of sessions. A session is common to both, and whatever it does to them alike is no part
 * of their ratio. As a block it is one of methods-blocks.md 2.1, also where there are fewer than
 * six: paired has the fewer degrees of freedom. */
enum as_status as_compare_sessions(const struct as_experiment *x, struct as_view *old,
	struct as_view *new, struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

/* The numbers of two sides that nothing varies of, or that all pairs of differ alike. */
struct as_constants {
	const double *old, *new; /* n_old and n_new of them, of which there is one at least */
	size_t n_old, n_new;
	bool paired;
};

/* Of a comparison that has its ratio, or difference: p and interval by what a clock that counts in
 * steps, and few runs, can tell (methods-repairs.md 6). */
void as_compare_constant(const struct as_metric *m, const struct as_constants *v,
	struct as_comparison *c);

/* Two views as sides, by all units and, of builds, by those of the pilot; executions with (h/t)^2 in
 * the place of S^2/r. */
struct as_staged_sides as_compare_sides(const struct as_view *old, const struct as_view *new);

/* Ratio of means of top units that are not paired (methods.md 5.3), with Welch's p; executions in
 * the order of time by what as_view_stretch found of them (methods-repairs.md 1.7); `few` is what
 * is found where there are too few of them and they are no builds. */
enum as_status as_compare_unpaired(const struct as_metric *m, const struct as_view *old,
	const struct as_view *new, enum as_finding_id few, struct as_comparison *c,
	struct as_err *err) AS_MUST_CHECK;

/* A ratio with its bounds, which are NaN where they are none; true if there are bounds. */
bool as_ratio_bounds(const struct as_ratio *r, double *ratio, double *lo, double *hi);

/* Units that would decide: enough for a half-width of the observed distance from 1, but not finer
 * than half the tolerance (methods.md 9.6), or of the observed difference; 0 where that is not
 * known. sd is that of one unit of each, of the log ratio or of the difference. */
size_t as_units_to_decide(const struct as_comparison *c, double sd);

/* Of a comparison by rounds, whose n is known: how many rounds either was measured in, and a
 * warning where more than a tenth of them lack one of the two (methods-blocks.md 7). */
enum as_status as_compare_missing(const struct as_experiment *x, struct as_comparison *c,
	struct as_err *err) AS_MUST_CHECK;

/* Looks could have ended the measuring of one of these n. */
bool as_overall_looked(const struct as_comparison *c, size_t n);

/* Their geometric mean then: the ends are the means of those of all rows, which hold together, whatever
 * they share, as each is at 1 - alpha / n; no p, and nothing is said of programs like these. Refused
 * where a row has no such interval. */
void as_overall_by_looks(const struct as_comparison *c, size_t n, struct as_overall *o);

#endif
