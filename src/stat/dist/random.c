/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/random.h"

#include <string.h>

#include <Random123/philox.h>

#include "stat/dist/dist.h"

void as_random_init(struct as_random *r, uint64_t seed, enum as_purpose purpose,
	uint64_t replicate)
{
	*r = (struct as_random){.seed = seed, .purpose = purpose, .replicate = replicate};
}

__extension__ typedef unsigned __int128 wide;

enum { ROUNDS = 10, BLOCK = 4 };

/* One round of a block: the key is that of the round. */
static inline void turn(uint64_t *v, uint64_t key0, uint64_t key1)
{
	const wide a = (wide)PHILOX_M4x64_0 * v[0], b = (wide)PHILOX_M4x64_1 * v[2];

	v[0] = (uint64_t)(b >> 64) ^ v[1] ^ key0;
	v[2] = (uint64_t)(a >> 64) ^ v[3] ^ key1;
	v[1] = (uint64_t)b;
	v[3] = (uint64_t)a;
}

/* What philox4x64 gives of the next block and the one after it, a sixth faster: neither waits for
 * its own multiplications. */
static void two_blocks(struct as_random *r, uint64_t *out)
{
	uint64_t one[BLOCK] = {r->block, r->replicate, r->purpose, 0};
	uint64_t two[BLOCK] = {r->block + 1, r->replicate, r->purpose, 0};
	uint64_t key0 = r->seed, key1 = 0;

#pragma GCC unroll 10
	for (int i = 0; i < ROUNDS; i++) {
		turn(one, key0, key1);
		turn(two, key0, key1);
		key0 += PHILOX_W64_0;
		key1 += PHILOX_W64_1;
	}
	r->block += 2;
	memcpy(out, one, sizeof one);
	memcpy(out + BLOCK, two, sizeof two);
}

/* Many streams give a word or two, the order of a round for one: they begin with one block. */
static void first_block(struct as_random *r)
{
	const philox4x64_key_t key = {{r->seed, 0}};
	const philox4x64_ctr_t counter = {{r->block++, r->replicate, r->purpose, 0}};
	const philox4x64_ctr_t out = philox4x64(counter, key);

	r->left = BLOCK;
	memcpy(&r->word[AS_RANDOM_AHEAD - BLOCK], out.v, sizeof out.v);
}

void as_random_refill(struct as_random *r)
{
	if (!r->block) {
		first_block(r);
		return;
	}
	for (size_t b = 0; b < AS_RANDOM_AHEAD; b += 2 * BLOCK)
		two_blocks(r, &r->word[b]);
	r->left = AS_RANDOM_AHEAD;
}

void as_random_places(struct as_random *r, uint64_t m, uint64_t fewer, size_t *out, size_t n)
{
	for (size_t i = 0; i < n;) {
		if (!r->left)
			as_random_refill(r);
		/* What as_random_below might refuse is left to it. */
		const uint64_t *word = &r->word[AS_RANDOM_AHEAD - r->left];
		const size_t most = n - i < r->left ? n - i : r->left;
		size_t k = 0;
		for (; k < most; k++) {
			const wide product = (wide)word[k] * m;
			if ((uint64_t)product < m)
				break;
			out[i + k] = (size_t)(product >> 64);
			m -= fewer;
		}
		r->left -= (unsigned)k;
		i += k;
		if (k < most) {
			out[i++] = (size_t)as_random_below(r, m);
			m -= fewer;
		}
	}
}

double as_random_double(struct as_random *r)
{
	return ((double)(as_random_u64(r) >> 12) + 0.5) * 0x1p-52;
}

double as_random_normal(struct as_random *r)
{
	double z = 0;

	/* Cannot fail: the argument lies inside (0, 1). */
	if (as_normal_quantile(as_random_double(r), &z))
		return 0;
	return z;
}

void as_shuffle(struct as_random *r, uint32_t *idx, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)as_random_below(r, i);
		uint32_t v = idx[i - 1];
		idx[i - 1] = idx[j];
		idx[j] = v;
	}
}

void as_choose(struct as_random *r, uint32_t *idx, size_t n, size_t of)
{
	for (size_t i = 0; i < n; i++) {
		size_t j = i + (size_t)as_random_below(r, of - i);
		uint32_t v = idx[i];
		idx[i] = idx[j];
		idx[j] = v;
	}
}

uint32_t as_random_padding(uint64_t seed)
{
	enum { PAGE = 4096 };
	struct as_random r;

	as_random_init(&r, seed, AS_RANDOM_PADDING, 0);
	return (uint32_t)as_random_below(&r, PAGE);
}
