/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-16, as redirections of PowerShell write it, becomes UTF-8. What is half a character at the end of a
 * piece waits for the next one. */
#include <stdlib.h>

#include "format/unpack_kinds.h"

enum {
	HIGH_FIRST = 0xD800,
	LOW_FIRST = 0xDC00,
	SURROGATE_LAST = 0xDFFF,
	BEYOND = 0x10000,
	SURROGATE_BITS = 10
};

struct utf16 {
	bool big; /* the byte that counts more comes first */
	bool has_byte; /* the first of two */
	unsigned char byte;
	uint32_t high; /* the first of two that make a character; 0: none */
	unsigned char out[4]; /* the last n_out of them are still to be given */
	size_t n_out;
};

static void *open_of(bool big)
{
	struct utf16 *u = calloc(1, sizeof *u);

	if (u)
		u->big = big;
	return u;
}

static void *open_little(void)
{
	return open_of(false);
}

static void *open_big(void)
{
	return open_of(true);
}

/* UTF-8 of a character, at the end of out. */
static void encode(struct utf16 *u, uint32_t c)
{
	const size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < BEYOND ? 3 : 4;
	static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};

	u->n_out = n;
	for (size_t i = sizeof u->out; i-- > sizeof u->out - n + 1; c >>= 6)
		u->out[i] = (unsigned char)(0x80 | (c & 0x3F));
	u->out[sizeof u->out - n] = (unsigned char)(first[n] | c);
}

/* False: half of a pair that is none. */
static bool take_unit(struct utf16 *u, uint32_t c)
{
	const bool low = c >= LOW_FIRST && c <= SURROGATE_LAST;

	if (low != (u->high != 0))
		return false;
	if (c >= HIGH_FIRST && c < LOW_FIRST)
		u->high = c;
	else
		encode(u, low ? BEYOND + ((u->high - HIGH_FIRST) << SURROGATE_BITS) + c - LOW_FIRST
			      : c);
	if (low)
		u->high = 0;
	return true;
}

static bool take_byte(struct utf16 *u, unsigned char byte)
{
	if (!u->has_byte) {
		u->byte = byte;
		u->has_byte = true;
		return true;
	}
	u->has_byte = false;
	return take_unit(u, u->big ? (uint32_t)u->byte << 8 | byte : (uint32_t)byte << 8 | u->byte);
}

static enum as_unpacked step(void *state, struct as_unpack_step *s)
{
	struct utf16 *u = state;

	for (;;) {
		for (; u->n_out && s->room; s->room--)
			*s->out++ = (char)u->out[sizeof u->out - u->n_out--];
		if (!s->room || !s->n_in)
			break;
		s->n_in--;
		if (!take_byte(u, (unsigned char)*s->in++))
			return AS_UNPACKED_DAMAGED;
	}
	return u->n_out || u->has_byte || u->high ? AS_UNPACKED_MORE : AS_UNPACKED_ENDED;
}

const struct as_unpack_kind as_unpack_utf16_little = {
	"in UTF-16", {0xFF, 0xFE}, 2, open_little, step, free};
const struct as_unpack_kind as_unpack_utf16_big = {
	"in UTF-16", {0xFE, 0xFF}, 2, open_big, step, free};
