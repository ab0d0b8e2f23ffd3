/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_HISTORY_HISTORY_ANALYSE_H
#define AS_ANALYSE_HISTORY_HISTORY_ANALYSE_H

/* Histories: series of benchmarks over versions, and where they change (methods-history.md 1 to 4).
 * */

#include "base/arena.h"
#include "model/answer/history/history.h"
#include "model/kept/experiment.h"
#include "stat/dist/changes/changes.h"

struct as_history_how {
	const struct as_commits *commits; /* in this order; NULL: by the dates of commits */
	/* commits before this one of `commits` are left out; NULL: none */
	const char *since;
	int64_t since_ns;         /* and versions of before; INT64_MIN: none */
	bool (*wanted)(void *data, const char *name); /* names of subjects; NULL: all */
	void *data;
	enum as_history_level level;
	bool independent;
	/* E-divisive stands beside, permuting so many neighbours together; 0: not asked for */
	size_t block;
	double tolerance, confidence;
	/* what was found before, in other memory: of a series that has not changed since it is
	 * copied, not looked for; NULL: nothing was */
	const struct as_history *before;
};

/*
 * as_histories - the series in rows, and what changed in them
 *
 *   rows  as as_store_histories gives them
 *   a     where out is made; its strings are those of rows
 *
 * A version is a commit without changes that are not committed, or where nothing is known of a
 * commit the label of an experiment. Several results of one version count as one, each unit alike;
 * of a version measured in several environments those of the environment of the version before. A
 * series of fewer versions than AS_HISTORY_LEAST between two breaks is not looked at.
 *
 * AS_ERR_DATA: values no statistic may take. AS_ERR_MEM. About 2 ms a series of 500 versions.
 */
enum as_status as_histories(const struct as_history_rows *rows, const struct as_history_how *how,
	struct as_arena *a, struct as_history *out, struct as_err *err) AS_MUST_CHECK;

/* A result in which the newest version of a series was measured beside one of the versions before
 * it. */
struct as_history_again {
	const struct as_experiment *x;
	size_t old, new; /* its subjects */
	size_t beside;   /* the point that old is */
	int64_t experiment; /* its number */
};

/*
 * as_history_settle - the suspicion of a series, by what was measured to settle it (3.3)
 *
 * Both stages are combined; the share of the first was fixed by the number of rounds that was
 * named. Nothing is settled where the result has no shared rounds, has not the metric, or has
 * levels above the execution, where the variance inside versions is not known, and where the newest
 * is not suspected. AS_ERR_DATA: values no statistic may take. AS_ERR_MEM.
 */
enum as_status as_history_settle(struct as_history_series *s, const struct as_history_again *again,
	struct as_err *err) AS_MUST_CHECK;

/* What a picture of a series draws beside its values. */
struct as_history_drawn {
	double *lo, *hi; /* of the mean of each version, as of one result (methods.md 4.2); NaN: none */
	const struct as_history_level_drawn *levels;
	size_t n_levels;
};

/* as_history_drawn_of - intervals of versions, and levels of what was looked at; AS_ERR_MEM */
enum as_status as_history_drawn_of(const struct as_history *h, const struct as_history_series *s,
	struct as_arena *a, struct as_history_drawn *out, struct as_err *err) AS_MUST_CHECK;

/* The levels alone, also those of an outline. */
enum as_status as_history_levels(const struct as_history_series *s, struct as_arena *a,
	struct as_history_drawn *out, struct as_err *err) AS_MUST_CHECK;

/* Over all benchmarks anew, when some are settled (4.1, 4.2): a suspicion is confirmed where it is
 * still selected and its re-run says the same; in a single series, where both stages reach 0.1 %.
 * */
enum as_status as_history_conclude(struct as_history *h, struct as_err *err) AS_MUST_CHECK;

/*
 * as_history_merge - series that were found in several calls, as one history
 *
 * They are put in order, judged over all benchmarks as as_history_conclude does, and changes of several at one
 * version are put together, in memory of a. Equal names are the same pointer; outlines will do. AS_ERR_MEM.
 */
enum as_status as_history_merge(struct as_history *h, struct as_arena *a,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_history_in_range - what changed behind a commit, of histories that were found
 *
 *   c      the commits that lead to the end of the range, by which h is ordered
 *   after  one of them; what changed at it or before is not told
 *
 * A change that is taken back in the range is not told, nor one that is small, or the environment's; a
 * gradual one is where it begins. AS_ERR_MEM.
 */
enum as_status as_history_in_range(const struct as_history *h, const struct as_commits *c,
	const char *after, struct as_arena *a, struct as_history_range *out) AS_MUST_CHECK;

#endif
