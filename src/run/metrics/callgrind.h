/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_CALLGRIND_H
#define AS_RUN_METRICS_CALLGRIND_H

/* Valgrind's callgrind: the words that run a program under it, and what it has counted.
 *
 * It counts every instruction that a program and all its children execute outside of the kernel.
 * Its files are in a folder of an execution's own: PID and PID.PART hold counts, log.PID says
 * whether that process was started or forked. */

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"

struct as_callgrind_ask {
	const char *valgrind; /* the program */
	const char *folder;   /* for its files */
	bool caches; /* simulate caches, too: fixed ones, 32 KiB and 8 MiB, so that machines agree */
	bool marks;  /* count only between the marks of assay.h */
};

/* The words that run argv, whose program is path, under it; NULL when out of memory. */
const char *const *as_callgrind_words(const struct as_callgrind_ask *ask, const char *path,
	const char *const *argv, struct as_arena *a);

struct as_callgrind_counts {
	double instructions;
	double first_misses, last_misses; /* of the first caches and of the last one; 0 without them */
};

/*
 * as_callgrind_read - the sum of all processes whose files are in the folder, which is emptied
 *
 * AS_ERR_DATA with a clause of why where it is not known: there is no file or a damaged one, or a
 * process was forked by a program without symbols, and begins with the counts of its parent.
 */
enum as_status as_callgrind_read(const char *folder, struct as_callgrind_counts *out,
	struct as_err *err) AS_MUST_CHECK;

/* What KCachegrind calls cycle estimation: instructions, 10 for each miss of the first caches and
 * 100 for each of the last. */
double as_callgrind_cycles(const struct as_callgrind_counts *c);

#endif
