/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_COUNTING_CONTROL_GROUP_H
#define AS_PROBE_COUNTING_CONTROL_GROUP_H

/* A control group for each execution: where groups can be made, what they state, and their end.
 *
 * Making one is the one thing in this folder that changes something: a folder in the kernel's tree
 * of groups, named assay-PID-NUMBER, removed when it was read; one that a killed assay has left is
 * removed by the next that makes groups at the same place. */

#include <limits.h>
#include <stdint.h>

#include "probe/probe.h"

enum { AS_GROUPS_KNOWN = 7 }; /* rows of groups.def */

extern const struct as_metric as_group_metrics[AS_GROUPS_KNOWN];

/* The row of that name, or AS_GROUPS_KNOWN. */
size_t as_group_find(const char *name);

/* Where groups are made. */
struct as_group_place {
	char folder[PATH_MAX / 2]; /* below the root */
	const struct as_probe_root *root;
	int version;
};

/*
 * as_group_open - find a place where groups with memory can be made
 *
 * The process's own group in version 1; in version 2 its own where memory is handed on from there,
 * else the one above it. A group is made there and removed as a trial. False: reason says why not
 * and what would make it so.
 */
bool as_group_open(const struct as_probe_root *root, struct as_group_place *out,
	char reason[static AS_PROBE_REASON]);

/*
 * as_group_open_cpuset - the same for groups that have processors of their own
 *
 * A group that is made there has none before as_group_write has given it some.
 */
bool as_group_open_cpuset(const struct as_probe_root *root, struct as_group_place *out,
	char reason[static AS_PROBE_REASON]);

/* Write a line to a file of group `number`, and read one; false with errno. */
bool as_group_write(const struct as_group_place *p, uint32_t number, const char *file,
	const char *line);
bool as_group_line(const struct as_group_place *p, uint32_t number, const char *file, char *out,
	size_t size);

/* Whether the place states a metric; if not, why. */
bool as_group_states(const struct as_group_place *p, size_t row,
	char reason[static AS_PROBE_REASON]);

/* Whether what the place states of it is that of now: to be read while the program runs. */
bool as_group_is_sampled(const struct as_group_place *p, size_t row);

/* The file by which a process of one thread enters group `number`, by writing "0"; false with
 * errno. */
bool as_group_entrance(const struct as_group_place *p, uint32_t number, char path[static PATH_MAX]);

/* Whether what the place states of it stays as it is from the end of the execution on: it is a
 * peak. */
bool as_group_lasts(const struct as_group_place *p, size_t row);

/* Make group `number`; its entrance goes to path. False with errno. */
bool as_group_make(const struct as_group_place *p, uint32_t number, char path[static PATH_MAX]);

/* What group `number` states of the wanted rows, in bytes; NaN where it does not, or has vanished,
 * or is not wanted. rows_wanted and out: AS_GROUPS_KNOWN. Each file is read once. */
void as_group_read(const struct as_group_place *p, uint32_t number, const bool *rows_wanted,
	double *out);

/* Open the file of a row that is a peak which begins anew from what is there when something is
 * written to it (version 1); -1 with errno: it is none. */
int as_group_open_peak(const struct as_group_place *p, uint32_t number, size_t row);

/* Remove group `number`; false if it is still in use. One that is gone is removed. */
bool as_group_remove(const struct as_group_place *p, uint32_t number);

/* Remove every group that this process has made, or (left) that processes made which are no more;
 * returns how many are still there. */
size_t as_group_sweep(const struct as_group_place *p, bool left);

#endif
