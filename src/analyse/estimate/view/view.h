/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_VIEW_VIEW_H
#define AS_ANALYSE_ESTIMATE_VIEW_VIEW_H

/* What of a subject's tree enters an estimate, in the shape stat/core wants.
 *
 * Folder analyse: walks the trees of model/, calls stat/, and fills model/answer/summary.h. It prints
 * nothing and runs nothing.
 *
 * In: executions that were measured and ended well (and, for a metric of iterations, their measured
 * iterations), in the order in which they ended. Out, and counted: warm-ups, failed ones, those
 * without a value. Levels above the execution count as levels where two of their units have
 * executions in the view; those of a table always. Where there are sessions they are at the top,
 * and builds below them also if each session has a single one, which is merged (methods.md 4.5). */

#include "analyse/estimate/reduced.h"
#include "analyse/estimate/view/fold.h"
#include "model/kept/thinned.h"
#include "stat/core/tree/tree.h"

struct as_view {
	struct as_tree tree;
	enum as_level_index bottom; /* level of tree.values */
	enum as_level_index level[AS_TREE_LEVELS]; /* of each of the tree's; level[0] is bottom */
	size_t n_units;    /* executions in it */
	uint32_t *units;   /* their indices in the subject: by build, then by time */
	double *means;     /* mean of each: one number an execution */
	size_t n_builds;   /* builds in it; 0 where they are no level of their own */
	/* Of these, the first, whose pilot their number was planned from, where it came to more:
	 * whatever is said of all is said by the wider of two (stat/dist/planning/staged.h). Else 0 */
	size_t n_pilot;
	size_t n_sessions; /* sessions in it; 0 where they are no level of their own */
	size_t n_top;      /* units at the top */
	uint32_t *top_units; /* their indices in the subject, ascending; NULL without sessions */
	double *top;       /* mean of each of them; means itself where they are the executions */
	size_t n_excluded; /* measured executions that are not in it */
	/* the only iteration of each execution that is in it, from 1; 0: all are */
	size_t same;
	/* of the half-width of the mean of executions to that of independent ones; 1 until
	 * as_view_stretch has looked */
	double stretch;
	/* Of a metric that is derived (model/kept/derived.h): the value of each execution is a statistic of
	 * its iterations, and `top` that of its geometric mean where all are positive. */
	bool is_reduced;
	struct as_reduced reduced;
	/* Of times (methods-typical.md): means and top are typical values, and what they would be as means is
	 * in plain_means and plain_top, NULL where it is the same. */
	bool is_typical;
	double *plain_means, *plain_top;
	double step; /* of the clock, as its iterations show it; 0: none shows, or it has none */
	bool reordered; /* somebody sorted its values where they are */
	/* What is left of iterations that were thinned, in place of values: of each execution of the
	 * tree its sums. NULL: values are there. */
	const struct as_thinned *thinned;
	/* Iterations that are read, not copied: of each execution the view has its sums, too. NULL: they are
	 * copied, or thinned */
	struct as_fold *fold;
	/* Owned parts of the tree: children of unit i of level l are first[l][i] .. first[l][i + 1]
	 * - 1; NULL for levels that are not there. */
	double *values; /* means itself where executions are the bottom */
	size_t *first[AS_TREE_LEVELS]; /* parts of offsets */
	size_t *offsets;
};

/*
 * as_view_open - the tree of one metric of a subject
 *
 *   role  AS_ROLE_MEASURED, or AS_ROLE_DIMENSIONING to look at what the plan was made from
 *
 * Where x->same_iteration is set, of measured executions only that iteration is in it; AS_ERR_DATA
 * if one of them does not have it. A view of a subject in which nothing can be used has n_units 0
 * and an empty tree. NaN or an infinity among measured values is AS_ERR_DATA that names it; out is
 * empty after a failure. Cost: one pass, one copy.
 */
enum as_status as_view_open(const struct as_experiment *x, size_t subject, size_t metric,
	enum as_role role, struct as_view *out, struct as_err *err) AS_MUST_CHECK;

/* The same of measured executions, but where there are millions of iterations these are not copied, and
 * tree.values is NULL: tree.reader gives them (as_tree_unit). */
enum as_status as_view_open_light(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_view *out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_view_open_beside - the same as as_view_open_light, beside another subject
 *
 * Of a derived metric, no more iterations of an execution count than the other's of that round has
 * (methods-quantiles.md 1.5); else as as_view_open.
 */
enum as_status as_view_open_beside(const struct as_experiment *x, size_t subject, size_t other,
	size_t metric, struct as_view *out, struct as_err *err) AS_MUST_CHECK;

/* A typical view becomes one of means, as beside another that is none. */
void as_view_make_plain(struct as_view *v);

void as_view_close(struct as_view *v); /* takes a zeroed view */

/* AS_ERR_REFUSED, and it is closed, where iterations are wanted for `what` ("draw the iterations") and
 * were thinned: for who goes on only if st is AS_OK, which is given back. */
enum as_status as_view_whole(const struct as_experiment *x, size_t subject, enum as_status st,
	const char *what, struct as_view *v, struct as_err *err) AS_MUST_CHECK;

/* The values of iterations are given back; means and units stay. */
void as_view_drop_values(struct as_view *v);

/* Close it but for means, for who needs room while he looks at a million of them. */
void as_view_keep_means(struct as_view *v);

/* Executions of one build after those of the other, builds of one session after those of the other,
 * and so on: order[i] is the i-th of them. false: no memory. Cost: one pass over the units of each level. */
bool as_view_order(const struct as_subject *s, uint32_t *order) AS_MUST_CHECK;

/* Rounds the plan has carried out: one more than the highest round of any unit. */
size_t as_rounds(const struct as_experiment *x);

/* The mean of the view's execution of each round, NaN where the round has none; n_rounds values.
 * For views without a level of builds. */
void as_view_by_round(const struct as_experiment *x, size_t subject, const struct as_view *v,
	size_t n_rounds, double *out);

/* The means of its executions in the order in which they started: n_units values. AS_ERR_MEM. */
enum as_status as_view_in_time(const struct as_experiment *x, size_t subject,
	const struct as_view *v, double *out) AS_MUST_CHECK;

/* Builds of a view that shared rounds: from .. to - 1, those of one session. */
struct as_view_builds {
	size_t from, to;
};

/* Those of session i, or without sessions all of them. */
struct as_view_builds as_view_session(const struct as_view *v, size_t i);

/*
 * as_view_matrix - executions as builds x rounds, for as_crossed
 *
 *   out  y receives as many numbers as there are builds and rounds, on the heap, the caller's to free,
 *        NaN where one is missing; only rounds in which some of the builds has an execution
 */
struct as_view_grid {
	double *y;
	size_t rounds;
};
enum as_status as_view_matrix(const struct as_experiment *x, size_t subject,
	const struct as_view *v, struct as_view_builds builds, struct as_view_grid *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
