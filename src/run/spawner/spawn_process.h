/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_SPAWNER_SPAWN_PROCESS_H
#define AS_RUN_SPAWNER_SPAWN_PROCESS_H

/* The process of assay-spawn and the descriptors to it; what is said over them is spawner.c's. */

#include <limits.h>
#include <sys/types.h>

#include "base/err.h"

struct as_spawn_process {
	pid_t pid;                      /* 0: there is none */
	int requests, control, results; /* our ends, close-on-exec; -1: not open */
	int was_subreaper;
	char path[PATH_MAX];
};

/*
 * as_spawn_process_start - find assay-spawn as as_spawner_open says, and start it
 *
 * assay becomes a subreaper as well: were the spawner killed, what it had started would come to us
 * instead of running on without anybody. seat: as as_spawner_open_in. AS_ERR_SYS names the places or the reason.
 */
struct as_spawn_seat;
enum as_status as_spawn_process_start(struct as_spawn_process *out,
	const struct as_spawn_seat *seat, struct as_err *err) AS_MUST_CHECK;

/* Close our ends: the spawner ends its children and itself. */
void as_spawn_process_leave(struct as_spawn_process *p);

/* Wait for its end, after as_spawn_process_leave or when it has closed its own; its wait status. If
 * that is not 0, also end what it left running: every child of ours outside our process group. */
int as_spawn_process_bury(struct as_spawn_process *p);

#endif
