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
