/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_LOAD_H
#define AS_SPAWN_LOAD_H

/* Copies of a command that run beside an execution of it. Each has a keeper, a process of the
 * spawner's own that begins it and begins it again when it has ended, so that the spawner itself
 * has nothing to do while it times the execution. */

#include <sys/types.h>

#include "spawn/child.h"
#include "spawn/state.h"

struct as_load_seat;

struct as_load {
	uint32_t n;
	struct as_load_seat *seats; /* shared with the keepers; NULL: no load */
};

struct as_load_plan {
	struct as_child_plan child; /* of each copy */
	const char *input;          /* opened anew for each; NULL: child.fd[0] */
	uint32_t n;
};

/* Begin the copies; returns when all of them have begun, or could not, which counts as failed. What
 * plan points to is borrowed until then. */
void as_load_begin(struct as_spawn *sp, const struct as_load_plan *plan, struct as_load *out);

/* Kill them with all that stayed in their groups, and wait for their end; returns how often one
 * failed. */
uint32_t as_load_end(struct as_spawn *sp, struct as_load *l);

#endif
