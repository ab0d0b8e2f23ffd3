/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_EVENT_H
#define AS_SPAWN_EVENT_H

/* Counters of the kernel (perf_event_open) around one child.
 *
 * A counter is opened by the process that is about to start the child, on itself, off, inherited by
 * what it starts, and switched on by an execve: so it counts the child from its execve on, and what that
 * starts, and nothing of the spawner. Opening, reading and closing lie outside of the time that is
 * measured; what the kernel does for a counter at each switch, start and end of a thread does not. */

#include "spawn/protocol.h"

/* Open one; returns its descriptor, or -1 with errno. */
int as_event_open(const struct as_event *e);

/* Open n (AS_SPAWN_EVENTS at most): fd[i] is -1 where that failed, counts[i].error says why. */
void as_events_open(const struct as_event *e, size_t n, int *fd, struct as_event_count *counts);

/* Read and close those that are open. */
void as_events_read(const int *fd, size_t n, struct as_event_count *counts);
void as_events_close(const int *fd, size_t n);

#endif
