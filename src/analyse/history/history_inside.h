/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_HISTORY_HISTORY_INSIDE_H
#define AS_ANALYSE_HISTORY_HISTORY_INSIDE_H

/* What the files of histories share, and nobody else includes. */

#include "analyse/history/history_analyse.h"

/* Of methods that draw: the same history gives the same. */
#define AS_HISTORY_SEED 1

/* A version of the store. */
struct as_history_version {
	const char *project, *commit, *label, *parents;
	const char *subject; /* first line of its message; NULL: not known */
	int64_t date_ns;
	size_t place;        /* among the commits that were given; SIZE_MAX: not there */
	size_t order;        /* among the versions of its project; SIZE_MAX: left out */
};

struct as_history_order {
	struct as_history_version *version;
	size_t n;
	size_t *of;  /* of each source its version; SIZE_MAX: none */
	bool *session; /* of each source: its experiment is of several versions */
	size_t dirty, untold, elsewhere, before, unnamed; /* sources that are left out */
};

/* Which sources are versions, and in which order. AS_ERR_MEM. */
enum as_status as_history_put_in_order(const struct as_history_rows *rows,
	const struct as_history_how *how, struct as_arena *a,
	struct as_history_order *out) AS_MUST_CHECK;

/* What points are made from. */
struct as_history_making {
	const struct as_history_rows *rows;
	const struct as_history_how *how;
	struct as_history_order order;
	struct as_arena *arena; /* of the result */
	struct as_history *out;
	struct as_err *err;
	const struct as_history_series **before; /* n_before of them, by made_of */
	size_t n_before;
};

/* Beside each point what parts are told by; not part of the result. */
struct as_history_trait {
	const struct as_history_source *source;
	const char *unit;
	size_t place;
};

/* Series with their points and parts into m->out. AS_ERR_MEM. */
enum as_status as_history_make_series(struct as_history_making *m) AS_MUST_CHECK;

/* By name, parameters, project, metric, host, machine. */
void as_history_sort(struct as_history *h);

/* A row of a series: the place of its version, and what its session did is taken out by. */
struct as_history_placed {
	size_t order, row;
	double scale;
};

/* The rows of each series next to each other, in the order in which they came: those of series i are
 * begins[i] .. begins[i + 1] - 1. */
struct as_history_gathered {
	struct as_history_placed *row;
	size_t *begins, n;
};

/* Rows of versions and series that are wanted; a benchmark may be asked for more than once. In room.
 * O(rows). AS_ERR_MEM. */
enum as_status as_history_gather(const struct as_history_making *m, struct as_arena *room,
	struct as_history_gathered *out) AS_MUST_CHECK;

/* A row of a series: what its mean is multiplied by, and whether its version counts as it was
 * measured in an earlier session. */
struct as_history_linked {
	size_t row;
	double scale;
	bool again;
};

/* Link the sessions of a series, whose rows are sorted by version and row; session: of each source, as
 * in as_history_order. AS_ERR_MEM. */
enum as_status as_history_link(const struct as_history_rows *rows, const bool *session,
	struct as_history_linked *list, size_t n) AS_MUST_CHECK;

/* history_reuse.c: what is found in a series again need not be looked for. */

/* What its changes are found in, as a number. */
uint64_t as_history_made_of(const struct as_history_making *m, const struct as_history_series *s,
	const struct as_history_trait *traits);

/* The series of m->how->before into m->before, in room. AS_ERR_MEM. */
enum as_status as_history_reuse_begin(struct as_history_making *m, struct as_arena *room)
	AS_MUST_CHECK;

/* All that as_history_find makes, from the same series before; *found: there is one that was made of the
 * same. AS_ERR_MEM. */
enum as_status as_history_reuse(const struct as_history_making *m, struct as_history_series *s,
	bool *found) AS_MUST_CHECK;

/* Variance of one unit inside versions, pooled; NaN where no version has two. */
double as_history_within(const struct as_history_point *p, size_t n);

/* The changes of the series, from its points and parts; traits as points. */
enum as_status as_history_find(struct as_history_making *m, struct as_history_series *s,
	const struct as_history_trait *traits) AS_MUST_CHECK;

/* What the other detector says of a part, if one was asked for; the changes of ours in it are
 * known. */
enum as_status as_history_find_beside(const struct as_history_making *m,
	struct as_history_series *s, size_t part, const struct as_history_values *v) AS_MUST_CHECK;

/* What the newest versions say: v are the values of the last part, as they entered the detector;
 * same_program: the newest version is the same program as the one before. */
enum as_status as_history_judge_newest(const struct as_history_making *m,
	struct as_history_series *s, const struct as_history_values *v,
	bool same_program) AS_MUST_CHECK;

/* Over all benchmarks (4.2). AS_ERR_MEM. */
enum as_status as_history_judge_together(struct as_history *h, struct as_err *err) AS_MUST_CHECK;

/* history_together.c: changes of several series that begin at one version. AS_ERR_MEM. */
enum as_status as_history_put_together(struct as_history *h, struct as_arena *a, struct as_err *err)
	AS_MUST_CHECK;

#endif
