/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_CHAIN_H
#define AS_BENCH_CHAIN_H

#include <stdint.h>

/* n additions, each waiting for the one before: a cycle each. */
static inline uint64_t chain(uint64_t x, int n)
{
	for (int i = 0; i < n; i++) {
		x += 3;
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}

#endif
