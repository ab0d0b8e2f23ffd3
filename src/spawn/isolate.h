/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_ISOLATE_H
#define AS_SPAWN_ISOLATE_H

#include "spawn/wire/protocol.h"

/*
 * as_isolate - put the calling process where it is to run
 *
 * Into its cpuset, to its processors, to its memory and its priority, in this order, since a cpuset
 * resets what comes after it. Returns the step that failed, with errno; processors of which only
 * some can be had are EINVAL.
 */
enum as_launch_step as_isolate(const struct as_isolation *w);

#endif
