/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_PACKED_PACKED_BITS_H
#define AS_BASE_PACKED_PACKED_BITS_H

/* Of packed.c: which integers stand for numbers, and eight bytes at any place. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number/bits.h"

/* What the integers that are packed stand for. */
enum coding {
	WHOLE,      /* a double without a fraction */
	BILLIONTHS, /* a double that is an integer over 10^9, rounded once */
	AS_IS,      /* the bits themselves: always possible */
};

static inline uint64_t decode(enum coding c, uint64_t w)
{
	if (c == AS_IS)
		return w;
	return as_bits_of(c == WHOLE ? (double)(int64_t)w : (double)(int64_t)w / 1e9);
}

/* The integer that stands for v; false if there is none. */
static inline bool encode(enum coding c, uint64_t v, uint64_t *out)
{
	if (c == AS_IS) {
		*out = v;
		return true;
	}
	double x = c == WHOLE ? as_real_of(v) : as_real_of(v) * 1e9;
	if (!(fabs(x) < 9007199254740992.0)) /* 2^53 */
		return false;
	*out = (uint64_t)(int64_t)(x + (x < 0 ? -0.5 : 0.5));
	return decode(c, *out) == v;
}

/* ---- 8 bytes at any place, the lowest first ---- */

static inline uint64_t turned(uint64_t v)
{
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? v : __builtin_bswap64(v);
}

static inline uint64_t load(const unsigned char *from)
{
	uint64_t v;

	memcpy(&v, from, sizeof v);
	return turned(v);
}

static inline void store(unsigned char *to, uint64_t v)
{
	v = turned(v);
	memcpy(to, &v, sizeof v);
}

#endif
