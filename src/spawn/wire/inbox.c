/* SPDX-License-Identifier: MIT */
#include "spawn/wire/inbox.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "spawn/wire/protocol.h"

enum { READ_BYTES = 16 * 1024 };

void as_inbox_release(struct as_inbox *b)
{
	free(b->data);
	*b = (struct as_inbox){0};
}

static uint32_t head(const struct as_inbox *b, size_t at)
{
	uint32_t x;

	memcpy(&x, b->data + b->begin + at, sizeof x);
	return x;
}

/* Room for the rest of the frame that has begun, so that a long one takes few reads; a frame that
 * is too long gets none, as_inbox_next refuses it. */
static size_t wanted(const struct as_inbox *b)
{
	size_t have = b->end - b->begin;

	if (have < AS_WIRE_HEAD_BYTES || head(b, 0) > AS_SPAWN_FRAME_BYTES)
		return READ_BYTES;
	size_t whole = AS_WIRE_HEAD_BYTES + (size_t)head(b, 0);
	return whole > have + READ_BYTES ? whole - have : READ_BYTES;
}

ssize_t as_inbox_fill(struct as_inbox *b, int fd)
{
	if (b->begin) {
		memmove(b->data, b->data + b->begin, b->end - b->begin);
		b->end -= b->begin;
		b->begin = 0;
	}
	if (!as_grow(&b->data, &b->cap, b->end + wanted(b), 1)) {
		errno = ENOMEM;
		return -1;
	}
	ssize_t n = read(fd, b->data + b->end, b->cap - b->end);
	if (n > 0)
		b->end += (size_t)n;
	return n;
}

enum as_inbox_state as_inbox_next(struct as_inbox *b, uint32_t *type, struct as_wire_in *body)
{
	size_t have = b->end - b->begin;

	if (have < AS_WIRE_HEAD_BYTES)
		return AS_INBOX_PARTIAL;
	uint32_t n = head(b, 0);
	if (n > AS_SPAWN_FRAME_BYTES)
		return AS_INBOX_BAD;
	if (have - AS_WIRE_HEAD_BYTES < n)
		return AS_INBOX_PARTIAL;
	*type = head(b, 4);
	b->begin += AS_WIRE_HEAD_BYTES;
	*body = (struct as_wire_in){.p = b->data + b->begin, .end = b->data + b->begin + n};
	b->begin += n;
	return AS_INBOX_FRAME;
}
