/* SPDX-License-Identifier: MIT */
#include "base/stream.h"

#include <string.h>

static enum as_status read_bytes(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct as_bytes *b = from;

	(void)err;
	*n = b->n < room ? b->n : room;
	if (*n)
		memcpy(to, b->bytes, *n);
	b->bytes += *n;
	b->n -= *n;
	return AS_OK;
}

struct as_source as_source_of(struct as_bytes *b)
{
	return (struct as_source){.read = read_bytes, .from = b};
}

enum as_status as_begun_read(struct as_begun *b, const struct as_source *from, char *room, size_t n,
	struct as_err *err)
{
	size_t have = 0, more = 1;

	*b = (struct as_begun){{room, 0}, from};
	while (have < n && more) {
		const enum as_status st = from->read(from->from, room + have, n - have, &more, err);
		if (st)
			return st;
		have += more;
	}
	b->head.n = have;
	return AS_OK;
}

static enum as_status read_begun(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct as_begun *b = from;

	return b->head.n ? read_bytes(&b->head, to, room, n, err)
			 : b->rest->read(b->rest->from, to, room, n, err);
}

struct as_source as_source_begun(struct as_begun *b)
{
	return (struct as_source){.read = read_begun, .from = b};
}
