/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_STATE_H
#define AS_SPAWN_STATE_H

/* All that one assay-spawn holds; made in main, handed to everything. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spawn/event.h"
#include "spawn/reap.h"
#include "spawn/sink.h"
#include "spawn/wire/inbox.h"
#include "spawn/wire/message.h"
#include "spawn/wire/wire.h"

struct as_prepared {
	struct as_spawn_command command;
	unsigned char *frame; /* its strings lie in this copy */
	int64_t took_ns;      /* the last time it ran; 0: it has not */
};

/* The pipes: executions' and hooks', thrown away and captured. */
enum { AS_SINKS = 4 };

struct as_spawn {
	int requests, results, control; /* close-on-exec; only results block */
	int ended;                      /* a signalfd that tells of children's ends */
	int null;                       /* /dev/null, as are our own 0 and 1 */
	int out;                        /* assay's standard output */

	struct as_inbox inbox;
	struct as_wire_out outbox;
	int64_t held_since; /* the oldest result in the outbox */
	struct as_prepared *commands;
	size_t n_commands, cap_commands;
	struct as_launch_request request; /* the launch at hand; its memory serves all */
	const char **envp;                /* its environment, put together here */
	size_t cap_envp;
	char *padding; /* ASSAY_PADDING=xxx, of the greatest length */
	void *stack;

	struct as_spawn_sink sinks[AS_SINKS];
	unsigned char *buffer; /* AS_SINK_BUFFER_BYTES, to read sinks into */
	struct as_tail *tail;  /* of the launch at hand */
	struct as_reap_kept kept;
	struct as_event_set counters;

	uint32_t epoch; /* cancels seen */
	bool left;      /* assay has closed its end, or cannot be written to */
	const char *fault;
};

/* Index of a pipe in sinks. */
static inline size_t as_sink_index(enum as_launch_kind kind, enum as_stream_kind stream)
{
	return (kind == AS_LAUNCH_HOOK ? 2u : 0u) + (stream == AS_STREAM_CAPTURE ? 1u : 0u);
}

/* Read what control has to say: adds to epoch, or sets left or fault. */
void as_spawn_listen(struct as_spawn *sp);

#endif
