/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Check, then bench: three ways to count the bits of an array. Each must find what the reference finds,
 * and only then is timed against it.
 *
 *	./popcount */

#include <assay.h>

enum { WORDS = 1024 };

static const uint64_t *words(void)
{
	static uint64_t w[WORDS];
	uint64_t x = 88172645463325252;

	for (int i = 0; i < WORDS; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		w[i] = x;
	}
	return w;
}

/* Bit by bit. */
ASSAY_REFERENCE(popcount, plain)
{
	const uint64_t *w = words();
	uint64_t bits = 0;

	assay_loop (state) {
		bits = 0;
		for (int i = 0; i < WORDS; i++)
			for (uint64_t x = w[i]; x; x >>= 1)
				bits += x & 1;
		assay_keep(bits);
	}
	assay_output(state, &bits, sizeof bits);
}

/* As many steps as bits are set. */
ASSAY_CANDIDATE(popcount, kernighan)
{
	const uint64_t *w = words();
	uint64_t bits = 0;

	assay_loop (state) {
		bits = 0;
		for (int i = 0; i < WORDS; i++)
			for (uint64_t x = w[i]; x; x &= x - 1)
				bits++;
		assay_keep(bits);
	}
	assay_output(state, &bits, sizeof bits);
}

/* What the compiler knows of. */
ASSAY_CANDIDATE(popcount, builtin)
{
	const uint64_t *w = words();
	uint64_t bits = 0;

	assay_loop (state) {
		bits = 0;
		for (int i = 0; i < WORDS; i++)
			bits += (uint64_t)__builtin_popcountll(w[i]);
		assay_keep(bits);
	}
	assay_output(state, &bits, sizeof bits);
}

/* Wrong, as a first version often is: it forgets the upper half. */
ASSAY_CANDIDATE(popcount, short)
{
	const uint64_t *w = words();
	uint64_t bits = 0;

	assay_loop (state) {
		bits = 0;
		for (int i = 0; i < WORDS; i++)
			bits += (uint64_t)__builtin_popcount((unsigned)w[i]);
		assay_keep(bits);
	}
	assay_output(state, &bits, sizeof bits);
}

ASSAY_MAIN()
