/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_MEMORY_H
#define AS_CLI_MEASURE_MEMORY_H

/* What benchmarks have taught is kept in the store, and recalled from there (methods.md 6.6). */

#include "cli/verb.h"
#include "plan/lessons.h"
#include "run/context.h"
#include "store/store.h"

enum { AS_FORGOTTEN_MAX = 8 };

struct as_keeper {
	struct as_store *store;
	const struct as_request *request;
	bool anew;            /* nothing is recalled (--redimension) */
	struct as_memory memory; /* what with->memory points to */
	struct as_err failed; /* why something could not be kept; code AS_OK: nothing failed */
	/* What no longer held, for as_keeper_tell. */
	struct as_forgotten {
		int64_t learnt_ns;
		struct as_moved moved;
	} forgotten[AS_FORGOTTEN_MAX];
	size_t n_forgotten;
};

/* Let the request be remembered by way of this store; NULL: it is not. k must live as long as with,
 * and store as long as k. */
void as_keeper_init(struct as_keeper *k, const struct as_cli *cli, struct as_store *store,
	const struct as_request *request, struct as_run_context *with);

/* Print remarks about what was forgotten; nothing with --json. */
void as_keeper_tell(const struct as_keeper *k, struct as_cli *cli);

#endif
