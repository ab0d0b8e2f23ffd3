/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_WATCH_H
#define AS_SPAWN_WATCH_H

/* Waiting for a child: its end, its output, its time limit, and assay's wish to stop. */

#include "spawn/child.h"
#include "spawn/state.h"

/* Wait until the child has ended and fill its end, status, usage and flags into *out; returns at
 * once when assay has left. Limit, kind and epoch are those of sp->request. */
void as_spawn_watch(struct as_spawn *sp, const struct as_child *child, struct as_launched *out);

#endif
