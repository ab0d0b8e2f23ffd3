/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERVE_KEPT_KNOWN_H
#define AS_CLI_SERVE_KEPT_KNOWN_H

/* The histories of all benchmarks of a store, found beside whoever asks for pages: what was found
 * before is shown until a thread of its own has found what is now, of which it looks anew only at what
 * has changed. It looks at some benchmarks at a time, and keeps outlines of all. */

#include "cli/series/history_settings.h"
#include "cli/serve/kept/known_versions.h"

/* What was found. */
struct as_known_all {
	struct as_history history; /* of outlines */
	struct as_known_versions versions;
	size_t points; /* of all series, of which outlines have few */
};

struct as_known;

/* cli and path are borrowed: options say how versions are looked at. AS_ERR_MEM, AS_ERR_SYS. */
enum as_status as_known_new(const struct as_cli *cli, const char *path, struct as_known **out,
	struct as_err *err) AS_MUST_CHECK;

/* Takes NULL. What is still being looked for then is left to the end of the process. */
void as_known_free(struct as_known *k);

/* Look for what is in the store with that stamp, unless it is known or being looked for; and take what
 * has been found meanwhile. Asked for now and then, it takes no time. */
void as_known_tend(struct as_known *k, const char *stamp);

/* The store is read under these names, n of them, which are borrowed (as_store_show_renamed). Before anything else. */
void as_known_show_renamed(struct as_known *k, const struct as_rename *r, size_t n);

/* All calls may be made by several threads at once, but as_known_new and as_known_free. */

/* What a large request has taken goes back to the system. */
void as_known_shrink(void);

/* A number that is another one when something was found after somebody had been given less. */
unsigned as_known_times(struct as_known *k);

/*
 * as_known_history - what is known, good until as_known_release
 *
 * Waits a moment for what is of that stamp: a tenth of a second where something older is known, which is
 * given then, else three. *out NULL: nothing is known yet. What looking failed with.
 */
enum as_status as_known_history(struct as_known *k, const char *stamp,
	const struct as_known_all **out, struct as_err *err) AS_MUST_CHECK;
void as_known_release(struct as_known *k, const struct as_known_all *all); /* all: NULL is none */

/*
 * as_known_read - series with all their points, as they are in the store
 *
 *   of   one that is known: the same alone; NULL: all
 *
 * all is what as_known_history has given. What is judged over all benchmarks is as it was found
 * there. In memory of a.
 */
enum as_status as_known_read(const struct as_known_all *all, struct as_store *store,
	const struct as_history_series *of, struct as_arena *a, struct as_history *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
