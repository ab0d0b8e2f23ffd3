/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_NUMBER_BITS_H
#define AS_BASE_NUMBER_BITS_H

/* The bits of a double as an integer, and back. */

#include <stdint.h>
#include <string.h>

static inline uint64_t as_bits_of(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static inline double as_real_of(uint64_t bits)
{
	double v;

	memcpy(&v, &bits, sizeof v);
	return v;
}

#endif
