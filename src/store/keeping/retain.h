/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_KEEPING_RETAIN_H
#define AS_STORE_KEEPING_RETAIN_H

/* Values of a store that are given up while experiments stay, and what takes the room. */

#include "store/store.h"

/* What takes the room in it. */
enum as_store_room {
	AS_ROOM_ITERATIONS, /* their values */
	AS_ROOM_EXECUTIONS, /* and those of executions, builds and sessions */
	AS_ROOM_THINNED,    /* what is left of iterations */
	AS_ROOMS
};
struct as_store_rooms {
	int64_t all;            /* of the file, as of as_store_holdings */
	int64_t bytes[AS_ROOMS]; /* the rest is what is known of experiments, and free room */
	size_t n_thinned, n_pruned; /* experiments */
};

/* Reads a part of every row of values: about 1 s for 10^5 experiments. */
enum as_status as_store_rooms(struct as_store *s, struct as_store_rooms *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_put_thinned - keep an experiment that was read from this store without its iterations
 *
 *   x   as as_thin has left it. Its summaries, and all else that is kept of it, stay as they are
 *
 * All of it or nothing. AS_ERR_USAGE: it has been removed meanwhile.
 */
enum as_status as_store_put_thinned(struct as_store *s, const struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_store_forget_values - of an experiment only what histories and lists take stays
 *
 * as_store_get refuses it from then on, and says when that was. AS_ERR_USAGE as above.
 */
enum as_status as_store_forget_values(struct as_store *s, int64_t id, int64_t date_ns,
	struct as_err *err) AS_MUST_CHECK;

/* What is left of such a one, with its summaries as an analysis, for a copy; *out is NULL where its
 * values are there. The analyses are in memory of a, as as_store_put takes them; the experiment is freed
 * as that of as_store_get. */
enum as_status as_store_get_history(struct as_store *s, int64_t id, struct as_arena *a,
	struct as_experiment **out, struct as_analysis **analyses,
	struct as_err *err) AS_MUST_CHECK;

#endif
