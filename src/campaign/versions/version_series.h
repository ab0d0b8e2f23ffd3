/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_VERSIONS_VERSION_SERIES_H
#define AS_CAMPAIGN_VERSIONS_VERSION_SERIES_H

/* Versions of a repository to be measured afresh, and which of them share rounds
 * (methods-machines.md B1): every session spans the whole range, and all of them have the newest
 * version, the anchor, so that what a session does to all of its versions bends no history. */

#include "campaign/versions/versions.h"
#include "store/store.h"

enum as_series_fate {
	AS_SERIES_OPEN = 0,
	AS_SERIES_MEASURED,
	AS_SERIES_NOT_BUILT, /* its build fails */
	AS_SERIES_NOT_RUN,   /* its first execution fails, or there is no such program */
};

struct as_series_version {
	const struct as_commit *commit;
	enum as_series_fate fate;
	/* Of a session that narrows a history: its place on the line, and the ends of the gap that it
	 * cuts, both `at` where it is such an end; which way its neighbours take its place. */
	size_t at, from, to;
	int step;
};

struct as_version_series {
	struct as_series_version *v; /* the newest first */
	size_t n;
	size_t sessions;
	const char *command;         /* that is measured */
	const struct as_commits *line; /* of a session that narrows a history; NULL: it is none */
	size_t room;                 /* of v then */
};

enum {
	AS_SERIES_LEAST = 3,    /* versions of a session: two are a comparison, no history */
	AS_SERIES_SESSION = 16, /* at most */
	AS_SERIES_TRIES = 8,    /* versions, where the first ones do not build */
};

/*
 * as_series_choose - the versions from h->since to h->until, both included
 *
 *   every   each so many-th, counted from the newest; the oldest is always one
 *
 * AS_ERR_USAGE: since does not lead to until along first parents, or there are too few.
 */
enum as_status as_series_choose(const struct as_version_line *h, size_t every, struct as_arena *a,
	struct as_version_series *out, struct as_err *err) AS_MUST_CHECK;

/* The newest version of which the store has the series' command, as it is built by `build` (NULL: it is
 * not); its commit in memory of a, "" where it has none. */
enum as_status as_series_known(const struct as_version_series *s, const char *build,
	struct as_store *store, struct as_arena *a, const char **commit, struct as_err *err)
	AS_MUST_CHECK;

/* Leave out what is older than a commit that is measured already, but for it and as many before it as
 * a session takes at least. How many are newer; all of them where it is not among them. */
size_t as_series_newer(struct as_version_series *s, const char *commit);

/* Those of session k that are not given up, the anchor first, into out, which has room for all;
 * how many. They are spread evenly over the range. */
size_t as_series_session(const struct as_version_series *s, size_t k, size_t *out);

/* How many have come to this. */
size_t as_series_count(const struct as_version_series *s, enum as_series_fate fate);

#endif
