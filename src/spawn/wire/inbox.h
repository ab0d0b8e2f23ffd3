/* SPDX-License-Identifier: MIT */
#ifndef AS_SPAWN_WIRE_INBOX_H
#define AS_SPAWN_WIRE_INBOX_H

/* Frames out of a descriptor, with as few reads as possible. */

#include <sys/types.h>

#include "spawn/wire/wire.h"

struct as_inbox {
	unsigned char *data;
	size_t begin, end, cap; /* what is read and not yet taken is [begin, end) */
};

void as_inbox_release(struct as_inbox *b);

/* One read() of what is there. Returns what read does (0: the other end has closed), or -1 with
 * ENOMEM. Frames taken before are no longer valid. */
ssize_t as_inbox_fill(struct as_inbox *b, int fd);

enum as_inbox_state {
	AS_INBOX_FRAME,   /* *type and *body are set; the body is valid until the next fill */
	AS_INBOX_PARTIAL, /* no whole frame is there: fill */
	AS_INBOX_BAD,     /* longer than AS_SPAWN_FRAME_BYTES */
};

enum as_inbox_state as_inbox_next(struct as_inbox *b, uint32_t *type, struct as_wire_in *body);

#endif
