/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_SCRATCH_H
#define AS_RUN_SCRATCH_H

/* The folder for what an experiment needs only while it runs, and what one that was killed has
 * left: its folder, and processes that none of its own could end any more. */

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"

enum { AS_SCRATCH_BYTES = 1024 };

/* In the environment of everything that an experiment starts; its uuid follows. */
#define AS_SCRATCH_MARK "ASSAY_EXPERIMENT="

struct as_scratch {
	char path[AS_SCRATCH_BYTES]; /* "" while there is none */
	int lock;                    /* of the file in it that says that its owner lives */
};

/* 32 hex digits that no other experiment has, in a; NULL when there is no memory or no randomness.
 * */
char *as_scratch_uuid(struct as_arena *a);

/*
 * as_scratch_open - make the folder: assay- and 16 digits of the uuid, in $TMPDIR or /tmp
 *
 * The same experiment gets the same name again. AS_ERR_USAGE when TMPDIR is too long, AS_ERR_SYS
 * when the folder cannot be made.
 */
enum as_status as_scratch_open(struct as_scratch *out, const char *uuid, struct as_err *err)
	AS_MUST_CHECK;

/* A folder of this name is one of assay's. */
bool as_scratch_is_named(const char *name);

/* Remove it with all that is in it. Takes one that was not opened. */
void as_scratch_close(struct as_scratch *s);

/*
 * as_scratch_sweep - remove the folders of experiments whose assay is dead, and end their processes
 *
 * Touched are only folders of this user with names that as_scratch_open gives, that nobody has
 * locked; symbolic links are not followed. Processes are known by the mark in their environment.
 * Takes as long as reading the folder, if nothing was left.
 */
void as_scratch_sweep(void);

#endif
