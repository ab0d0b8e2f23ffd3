/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_JOURNAL_ORPHANS_H
#define AS_RUN_JOURNAL_ORPHANS_H

/* Files UUID.SUFFIX in a folder of journals, each locked (flock) by who writes it: those that
 * nobody has locked were left by an assay that was killed. */

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/err.h"

enum { AS_ORPHAN_UUID = 32 };

struct as_orphan {
	char uuid[AS_ORPHAN_UUID + 1];
	bool salvaged; /* of a journal: its last frame says that all of it is in the store */
	int64_t written_ns; /* when it was last written to */
};

struct as_orphan_kind {
	const char *suffix; /* ".journal" */
	/* What else there is to be said of one, which is open and locked; NULL: nothing. */
	void (*look)(int fd, const struct stat *sb, struct as_orphan *o);
};

/*
 * as_orphans_find - those of a kind, the newest first
 *
 *   folder   need not be there
 *   out, n   made in a
 *
 * Only regular files of this user are looked at. AS_ERR_SYS: the folder cannot be read.
 */
enum as_status as_orphans_find(const char *folder, const struct as_orphan_kind *kind,
	struct as_arena *a, struct as_orphan **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* One of that kind is locked, so that an assay is at work with it: this one, or another. */
bool as_orphans_in_use(const char *folder, const struct as_orphan_kind *kind);

/* Open UUID.SUFFIX for reading and writing, and lock it; -1: it is not there, not this user's,
 * or another assay has it. */
int as_orphan_open(const char *folder, const char *uuid, const struct as_orphan_kind *kind,
	struct stat *sb);

#endif
