/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_AGAIN_WAITING_H
#define AS_CLI_MEASURE_AGAIN_WAITING_H

/* What lies on this machine for a store: journals, and experiments that one in PostgreSQL could not
 * be given when they were done, a file each until it takes them. */

#include "cli/results/result.h"

/* The folder for journals of what goes into the store of that path; NULL when out of memory. */
const char *as_journals_beside(const char *store, struct as_arena *a);

/* Let it wait for the store of that path; path receives the file. false: it has no such folder, or
 * the file could not be written. */
bool as_waiting_keep(const char *store, const struct as_result *r,
	char path[static AS_STORE_PATH_BYTES]);

/* Whether anything waits for the store of that path. */
bool as_waiting_any(const char *store, struct as_arena *a);

/* Put what waits for it into a store that is open for writing; *n are told how many. What has been
 * put before stays as it is. */
enum as_status as_waiting_send(struct as_cli *cli, struct as_store *s, size_t *n,
	struct as_err *err) AS_MUST_CHECK;

#endif
