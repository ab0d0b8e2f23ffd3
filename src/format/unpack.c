/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/unpack.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "format/unpack_kinds.h"

enum { PIECE = 1 << 16, MAGIC_MOST = 4 };

struct as_unpack {
	struct as_source from;
	const char *name;
	const struct as_unpack_kind *kind; /* NULL: it is not packed */
	void *state;
	bool begun, ended;
	bool inside; /* the end of what is at hand has not come */
	size_t at, n; /* of bytes, that are not taken yet */
	uint64_t made;
	char bytes[PIECE];
};

struct as_unpack *as_unpack_new(const struct as_source *from, const char *name)
{
	struct as_unpack *u = calloc(1, sizeof *u);

	if (!u)
		return NULL;
	u->from = *from;
	u->name = name;
	return u;
}

void as_unpack_free(struct as_unpack *u)
{
	if (u && u->state)
		u->kind->close(u->state);
	free(u);
}

/* Enough bytes to know whether it is packed: the longest magic, or all there are. */
static enum as_status begin(struct as_unpack *u, struct as_err *err)
{
	size_t more = 1;

	while (u->n < MAGIC_MOST && more) {
		enum as_status st =
			u->from.read(u->from.from, u->bytes + u->n, PIECE - u->n, &more, err);
		if (st)
			return st;
		u->n += more;
	}
	u->begun = true;
	for (size_t i = 0; i < as_unpack_kinds_known && !u->kind; i++) {
		const struct as_unpack_kind *k = as_unpack_kinds[i];
		if (u->n >= k->n_magic && !memcmp(u->bytes, k->magic, k->n_magic))
			u->kind = k;
	}
	if (!u->kind)
		return AS_OK;
	u->inside = true;
	u->state = u->kind->open();
	return u->state ? AS_OK : as_fail_memory(err);
}

static enum as_status refill(struct as_unpack *u, struct as_err *err)
{
	enum as_status st = u->from.read(u->from.from, u->bytes, PIECE, &u->n, err);

	u->at = 0;
	u->ended = !st && !u->n;
	return st;
}

static enum as_status bad(const struct as_unpack *u, const char *why, struct as_err *err)
{
	return as_fail(err, AS_ERR_DATA, "cannot read '%.300s': it is %s, and %s",
		u->name, u->kind->name, why);
}

static enum as_status unpack(
	struct as_unpack *u, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct as_unpack_step s = {.out = to, .room = room};

	while (s.room == room) {
		enum as_status st = u->at == u->n && !u->ended ? refill(u, err) : AS_OK;
		if (st)
			return st;
		if (u->ended && !u->inside)
			break;
		s.in = u->bytes + u->at;
		s.n_in = u->n - u->at;
		const enum as_unpacked how = u->kind->step(u->state, &s);
		const bool moved = s.n_in < u->n - u->at || s.room < room;
		u->at = u->n - s.n_in;
		u->inside = how == AS_UNPACKED_MORE;
		if (how == AS_UNPACKED_DAMAGED)
			return bad(u, "damaged", err);
		if (u->ended && !moved && u->inside)
			return bad(u, "its end is missing", err);
	}
	*n = room - s.room;
	u->made += *n;
	return u->made <= AS_UNPACK_BYTES ? AS_OK : bad(u, "becomes more than 8 GiB", err);
}

static enum as_status read_any(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct as_unpack *u = from;
	enum as_status st = u->begun ? AS_OK : begin(u, err);

	if (st)
		return st;
	if (u->kind)
		return unpack(u, to, room, n, err);
	if (u->at == u->n)
		return u->from.read(u->from.from, to, room, n, err);
	*n = u->n - u->at < room ? u->n - u->at : room;
	memcpy(to, u->bytes + u->at, *n);
	u->at += *n;
	return AS_OK;
}

struct as_source as_unpack_source(struct as_unpack *u)
{
	return (struct as_source){.read = read_any, .from = u};
}
