/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERIES_HISTORY_SETTINGS_H
#define AS_CLI_SERIES_HISTORY_SETTINGS_H

/* What `assay history` looks at, from its options. */

#include "analyse/history/history_analyse.h"
#include "cli/verb.h"
#include "store/store.h"

struct as_history_asked {
	struct as_store_history rows;
	struct as_history_how how;
	struct as_commits commits;
	size_t most;               /* series on the screen; 0: all */
	char **names;              /* patterns of benchmarks, n_names of them; 0: all */
	bool *fits;                /* of each: some benchmark does */
	size_t n_names;
	const char *after;         /* of OLD..NEW: the commit of OLD; NULL: no range was given */
	struct as_history_range range; /* its names */
	char **files;              /* what is looked at in place of the store, n_files of them */
	size_t n_files;
};

/* "2026-08-01": the beginning of that day here; false: it is none. */
bool as_history_day(const char *s, int64_t *out_ns);

/*
 * as_history_select - read the options, and look at the repository of the current folder
 *
 * Without one, or without git, versions are ordered by their dates. AS_ERR_USAGE: a value that
 * cannot be used, a name that is no revision, or one where there is no repository. out stays where
 * it is.
 */
enum as_status as_history_select(struct as_cli *cli, struct as_history_asked *out,
	struct as_err *err) AS_MUST_CHECK;

/* Read what the store, or the files, have of it, and look for changes. AS_ERR_USAGE: a name that no benchmark has.
 * What is found lives in the arena of cli. */
enum as_status as_history_read(struct as_cli *cli, const struct as_history_asked *asked,
	struct as_history *out, struct as_err *err) AS_MUST_CHECK;

/* The same of a store that is open, with suspicions that were measured again settled by what it has
 * of that (methods-history.md 3.3); of an empty one where it is NULL. In memory of a. */
enum as_status as_history_of_store(struct as_store *store, const struct as_history_asked *asked,
	struct as_arena *a, struct as_history *out, struct as_err *err) AS_MUST_CHECK;

/* The same of the benchmarks of `some` alone, which is asked->rows but for its names; what is judged over all
 * benchmarks is judged over these. */
enum as_status as_history_of_some(struct as_store *store, const struct as_history_asked *asked,
	const struct as_store_history *some, struct as_arena *a, struct as_history *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
