/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_CPUSET_H
#define AS_PROBE_CPUSET_H

/* A control group with processors of its own (probe/counting/control_group.h), for all that is measured. */

#include "probe/counting/control_group.h"

struct as_cpuset;

/*
 * as_cpuset_make - make one with these processors
 *
 *   cpus  "0-3,6"
 *
 * Nothing is moved into it, and it takes its processors from nobody. Groups that killed assays have
 * left at the same place are removed first. NULL: reason says why not and what would make it so.
 */
struct as_cpuset *as_cpuset_make(const struct as_probe_root *root, const char *cpus,
	char reason[static AS_PROBE_REASON]);

/* The file by which a process enters it (as_group_make). */
const char *as_cpuset_entrance(const struct as_cpuset *s);

/* A process can be in it or in another group, because there is one tree of groups (version 2). */
bool as_cpuset_excludes_groups(const struct as_cpuset *s);

/* Remove it; what still runs in it keeps it there, for the next one to remove. Takes NULL. */
void as_cpuset_remove(struct as_cpuset *s);

#endif
