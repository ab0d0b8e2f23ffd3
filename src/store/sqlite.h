/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_SQLITE_H
#define AS_STORE_SQLITE_H

/* What the files of SQLite's engine share, and who writes files of one experiment. */

#include <sqlite3.h>

#include "store/internal.h"

/* ---- sqlite_fail.c: what SQLite says, in words ---- */

enum as_status as_sqlite_fail(struct as_store *s, int rc, struct as_err *err);

/* SQLite's own look at the file, of about 1 s for a GB; false with the first thing that it finds
 * wrong in out, which stays as it was if the look could not be taken. */
bool as_store_quick_check(struct as_store *s, char *out, size_t size);

/* The process that holds a lock on the file of that kind (" WRITE ", or " POSIX " for any), from
 * /proc/locks; 0 if that does not show it. */
int64_t as_store_lock_holder(const char *path, const char *kind);

/* ---- sqlite_open.c ---- */

/* Open a connection with the settings that all of ours have, in place of the one s has. Gives the
 * code of SQLite; on failure s->db may be set: as_sqlite_fail reads it, as_store_close closes it. */
int as_store_connect(struct as_store *s, const char *file, int flags);

enum as_status as_sqlite_open(struct as_store *s, enum as_store_mode mode,
	struct as_err *err) AS_MUST_CHECK;

/* The name of a network file system by its number in statfs, or NULL for a local one. */
const char *as_store_network(long type);

#endif
