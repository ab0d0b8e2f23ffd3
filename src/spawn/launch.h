/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_LAUNCH_H
#define AS_SPAWN_LAUNCH_H

/* One launch from its request to its result. */

#include "spawn/state.h"

/*
 * as_spawn_launch - run the launch in sp->request and fill *out
 *
 * Returns when the child has ended and nothing but what a hook may leave is running, or at once
 * when assay has left (sp->left): *out is then of no use and the child may be alive. The tail of
 * the result is as_tail_copy of sp->tail.
 */
void as_spawn_launch(struct as_spawn *sp, struct as_launched *out);

/* Open a file for a child, never waiting for the other end of a FIFO; -1 with errno. */
int as_open_file(const char *path, int flags);

#endif
