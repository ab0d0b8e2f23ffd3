/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_RANDOM_H
#define AS_STAT_DIST_RANDOM_H

/* Random numbers that can be repeated anywhere (methods.md 0.4).
 *
 * Counter-based: Philox4x64-10 of Random123 with the seed as key and (purpose, replicate) in the
 * counter. Streams of different purposes or replicates never overlap, and a stream is the same on
 * every machine and with any number of threads. The seed is printed with every result. Not for
 * secrets. */

#include <stddef.h>
#include <stdint.h>

/* What the numbers are for. Part of the stored experiment: never renumbered. */
enum as_purpose {
	AS_RANDOM_ORDER = 1,     /* order of the subjects in a round; replicate is the round */
	AS_RANDOM_PADDING = 2,   /* size of the environment; replicate is the execution */
	AS_RANDOM_BOOTSTRAP = 3, /* replicate is the resample */
	AS_RANDOM_SEED = 4,      /* seeds handed to builds and programs */
	AS_RANDOM_LAYOUT = 5,    /* order and gaps of one build's layout; the seed is the build's */
	AS_RANDOM_BUILD = 6,     /* seeds of builds; replicate is the build, by subject */
	AS_RANDOM_IMPACT = 7,    /* draws for the impact factor; replicate is the draw */
	AS_RANDOM_RESAMPLE = 8,  /* groups of stored units; replicate is the resample */
	AS_RANDOM_SESSION = 9,   /* seeds of later sessions; replicate is the session, from 1 */
	AS_RANDOM_REORDER = 10,  /* other orders of a series; replicate is the order */
	AS_RANDOM_PAUSE = 11,    /* waits before executions; the seed is the execution's */
	AS_RANDOM_FACTOR = 12,   /* reorderings of executions; replicate is the reordering */
	/* blocks of a history; replicate is the segment and the permutation */
	AS_RANDOM_PERMUTE = 13,
	/* experiments without modes; replicate is the experiment, by level */
	AS_RANDOM_MODES = 14,
	AS_RANDOM_TEST = 100,    /* tests, simulations and the target program */
};

enum { AS_RANDOM_AHEAD = 16 }; /* words made at a time: four blocks, whose rounds overlap */

/* One stream. A plain value: a copy continues on its own. */
struct as_random {
	uint64_t seed, purpose, replicate;
	uint64_t block;                 /* next counter value */
	uint64_t word[AS_RANDOM_AHEAD]; /* the blocks in use */
	unsigned left;                  /* of their words */
};

/* Start the stream (seed, purpose, replicate) at its beginning. */
void as_random_init(struct as_random *r, uint64_t seed, enum as_purpose purpose,
	uint64_t replicate);

/* The next words of a stream that has none left. */
void as_random_refill(struct as_random *r);

/* 64 uniform bits. A nanosecond or two. */
static inline uint64_t as_random_u64(struct as_random *r)
{
	if (!r->left)
		as_random_refill(r);
	return r->word[AS_RANDOM_AHEAD - r->left--];
}

/* Uniform integer in [0, m), without bias (multiply-shift with rejection); m >= 1. */
static inline uint64_t as_random_below(struct as_random *r, uint64_t m)
{
	__extension__ typedef unsigned __int128 wide;
	wide product = (wide)as_random_u64(r) * m;

	/* The low half decides whether this value of the high half has had its fair number of
	 * chances already; 2^64 mod m of them are one too many (Lemire 2019). */
	if ((uint64_t)product < m) {
		uint64_t surplus = (0 - m) % m;
		while ((uint64_t)product < surplus)
			product = (wide)as_random_u64(r) * m;
	}
	return (uint64_t)(product >> 64);
}

/* out[i] = as_random_below(r, m - i * fewer), of n numbers at a time, which takes half as long;
 * m > (n - 1) * fewer. */
void as_random_places(struct as_random *r, uint64_t m, uint64_t fewer, size_t *out, size_t n);

/* Uniform in the open interval (0, 1): one of the 2^52 odd multiples of 2^-53. */
double as_random_double(struct as_random *r);

/* Bytes that the environment of an execution with that seed is made larger by: its size moves the
 * stack by up to a page. 0 to 4095. */
uint32_t as_random_padding(uint64_t seed);

/* Standard normal, by the quantile function: one number of the stream each. */
double as_random_normal(struct as_random *r);

/* All orders of idx[0 .. n) equally likely (Fisher and Yates). */
void as_shuffle(struct as_random *r, uint32_t *idx, size_t n);

/* The first n of idx[0 .. of) become a choice of n of them, each set and order equally likely
 * whatever order they had (partial Fisher and Yates); n <= of. */
void as_choose(struct as_random *r, uint32_t *idx, size_t n, size_t of);

#endif
