/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_SINK_H
#define AS_SPAWN_SINK_H

/* The pipes that children write into. Each is made when first wanted and then used by all launches
 * of its kind: when an execution is over, nothing is left that could write into its pipe. What a
 * hook leaves running keeps the hooks' pipe, which is therefore read to the end of the spawner,
 * so that a server neither blocks nor dies of SIGPIPE. Because we hold the writing end too, no
 * pipe ever ends, and nobody waits for its end. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spawn/wire/protocol.h"

struct as_spawn_sink {
	bool open;
	int rd, wr; /* close-on-exec; reading does not block */
};

struct as_tail {
	uint64_t total; /* bytes ever written; the last of them are in ring, at total % its size */
	unsigned char ring[AS_SPAWN_TAIL_BYTES];
};

enum { AS_SINK_BUFFER_BYTES = 64 * 1024 }; /* what a pipe holds */

/* Make the pipe unless it is there; false with errno. */
bool as_sink_open(struct as_spawn_sink *s);
void as_sink_close(struct as_spawn_sink *s);

/* Read once into the AS_SINK_BUFFER_BYTES at buffer, and keep the end in tail unless that is NULL.
 * Returns whether there may be more. */
bool as_sink_read(const struct as_spawn_sink *s, unsigned char *buffer, struct as_tail *tail);

/* Read what a child that has ended left in the pipe; bounded, as others may write on. */
void as_sink_drain(const struct as_spawn_sink *s, unsigned char *buffer, struct as_tail *tail);

/* The last bytes in the order of writing; how many. */
size_t as_tail_copy(const struct as_tail *tail, unsigned char out[static AS_SPAWN_TAIL_BYTES]);

#endif
