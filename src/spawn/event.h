/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_EVENT_H
#define AS_SPAWN_EVENT_H

/* Counters of the kernel (perf_event_open) around children.
 *
 * A counter is opened by the process that starts the children, on itself, off, inherited by what it
 * starts, and switched on by an execve: so it counts a child from its execve on, and what that
 * starts, and nothing of the spawner. It stays open from one execution to the next: what it has
 * counted by the end of one less what it had by the beginning is that one's. Opening and closing
 * cost some 50 us each, because with its first user and its last one the kernel rewrites its own
 * code; a reading costs 1 us. All of it lies outside of the time that is measured; what the kernel
 * does for a counter at each switch, start and end of a thread does not. */

#include "spawn/wire/protocol.h"

/* Counters that are open; {0} has none. */
struct as_event_set {
	struct as_event events[AS_SPAWN_EVENTS];
	int fd[AS_SPAWN_EVENTS];      /* -1: it could not be opened */
	int error[AS_SPAWN_EVENTS];   /* why */
	struct as_event_count before[AS_SPAWN_EVENTS];
	/* keeps them ours; -1: it could not be opened, and all are opened anew each time */
	int anchor;
	size_t n;
};

/* Open one; returns its descriptor, or -1 with errno. */
int as_event_open(const struct as_event *e);

/* Before an execution: n counters (AS_SPAWN_EVENTS at most) and no others are open, and read. Those
 * that could not be opened are tried again each time. */
void as_events_begin(struct as_event_set *s, const struct as_event *e, size_t n);

/* After it: what they have counted since, or why one has not. */
void as_events_end(struct as_event_set *s, struct as_event_count *counts);

void as_events_close(struct as_event_set *s);

#endif
