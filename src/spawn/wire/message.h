/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_WIRE_MESSAGE_H
#define AS_SPAWN_WIRE_MESSAGE_H

/* The messages of the protocol as frames: one pair of put and get for each. A get refuses what is
 * incomplete, too long, out of range or not of its kind, whatever the bytes are. */

#include "spawn/wire/protocol.h"
#include "spawn/wire/wire.h"

enum as_message {
	AS_MESSAGE_HELLO = 1,    /* from the spawner, first: version */
	AS_MESSAGE_PREPARE = 2,  /* to it: id, command; ids count from 0 */
	AS_MESSAGE_LAUNCH = 3,   /* to it: epoch, launch */
	AS_MESSAGE_LAUNCHED = 4, /* from it: one for each launch, in their order */
	AS_MESSAGE_FAULT = 5,    /* from it, last: a request was not understood, in words */
};

#define AS_CONTROL_CANCEL 'C' /* the one byte that control knows */

/* A command with the memory of its words. */
struct as_spawn_command {
	struct as_command_spec spec; /* strings borrowed from the frame, lists from those below */
	struct as_wire_list argv, envp;
	struct as_event *events;
	size_t cap_events;
};

void as_command_release(struct as_spawn_command *c);

void as_put_command(struct as_wire_out *w, uint32_t id, const struct as_command_spec *spec);
bool as_get_command(struct as_wire_in *r, uint32_t *id, struct as_spawn_command *out);

/* The epoch of a launch is the number of cancels that were sent before it. Cancels and launches
 * travel on different descriptors: by the epoch the spawner knows which came first. */
struct as_launch_request {
	uint32_t epoch;
	struct as_launch launch; /* strings and lists borrowed as in as_command */
	struct as_wire_list env, argv, copy_env;
};

void as_launch_request_release(struct as_launch_request *q);

void as_put_launch(struct as_wire_out *w, uint32_t epoch, const struct as_launch *launch);
bool as_get_launch(struct as_wire_in *r, struct as_launch_request *out);

void as_put_launched(struct as_wire_out *w, const struct as_launched *result);
bool as_get_launched(struct as_wire_in *r, struct as_launched *out); /* tail in the frame */

void as_put_hello(struct as_wire_out *w);
void as_put_fault(struct as_wire_out *w, const char *words);

#endif
