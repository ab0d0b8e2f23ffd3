/* SPDX-License-Identifier: MIT */
#include "base/packed/packed.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/packed/packed_bits.h"
#include "base/packed/packed_block.h"
#include "base/vec.h"

enum { BLOCK = AS_PACKED_BLOCK };

void as_packed_release(struct as_packed *p)
{
	for (struct as_packed_slab *s = p->slabs, *next; s; s = next) {
		next = s->next;
		free(s);
	}
	free(p->blocks);
	free(p->open);
	*p = (struct as_packed){.reals = p->reals};
}

/* Block k, not the open one: nothing but one number, or packed. */
static const struct as_packed_block *block_of(const struct as_packed *p, size_t k,
	struct as_packed_block *same)
{
	*same = as_packed_block_of(p->same);
	return k < p->n_same ? same : &p->blocks[k - p->n_same];
}

/* The next block goes on with the number that all before it are. */
static bool goes_on(struct as_packed *p, size_t k)
{
	if (k != p->n_same || p->n_blocks || !as_packed_block_same(p->open) ||
		(k && p->open[0] != p->same))
		return false;
	p->same = p->open[0];
	p->n_same++;
	return true;
}

/* Those that are one number become blocks, as one of them is to be another. */
static bool part(struct as_packed *p)
{
	const size_t n = p->n_same;

	if (!as_grow(&p->blocks, &p->cap_blocks, p->n_blocks + n, sizeof *p->blocks))
		return false;
	if (p->n_blocks)
		memmove(p->blocks + n, p->blocks, p->n_blocks * sizeof *p->blocks);
	for (size_t k = 0; k < n; k++)
		p->blocks[k] = as_packed_block_of(p->same);
	p->n_blocks += n;
	p->n_same = 0;
	return true;
}

/* Pack the open block; one that is not full is filled up, by what costs nothing. */
static bool close_block(struct as_packed *p)
{
	const size_t k = p->open_block, n = p->n - k * BLOCK;

	if (!as_grow(&p->open, &p->cap_open, BLOCK, sizeof *p->open))
		return false;
	for (size_t i = n; i < BLOCK; i++)
		p->open[i] = p->open[n - 1];
	if (goes_on(p, k))
		return true;
	if (!as_grow(&p->blocks, &p->cap_blocks, k + 1 - p->n_same, sizeof *p->blocks))
		return false;
	if (k == p->n_same + p->n_blocks)
		p->blocks[p->n_blocks++] = (struct as_packed_block){0};
	return as_packed_block_pack(p, &p->blocks[k - p->n_same], p->open);
}

/* Make block k the open one; it is packed, or the next to come. */
static bool open_block(struct as_packed *p, size_t k)
{
	struct as_packed_block same;

	if (k == p->open_block)
		return true;
	if (!close_block(p) || (k < p->n_same && !part(p)))
		return false;
	if (k < p->n_same + p->n_blocks)
		as_packed_block_read(block_of(p, k, &same), 0, BLOCK, p->open);
	p->open_block = k;
	return true;
}

static void note_lack(struct as_packed *p, const uint64_t *v, size_t n)
{
	bool lacks = false;

	for (size_t i = 0; i < n && p->reals; i++)
		lacks |= isnan(as_real_of(v[i]));
	p->lacks |= lacks;
}

bool as_packed_push(struct as_packed *p, uint64_t v)
{
	size_t k = p->n / BLOCK;

	if (!open_block(p, k) ||
		!as_grow(&p->open, &p->cap_open, p->n % BLOCK + 1, sizeof *p->open))
		return false;
	p->open[p->n++ % BLOCK] = v;
	note_lack(p, &v, 1);
	return true;
}

bool as_packed_push_real(struct as_packed *p, double v)
{
	return as_packed_push(p, as_bits_of(v));
}

uint64_t as_packed_at(const struct as_packed *p, size_t i)
{
	const size_t k = i / BLOCK;

	assert(i < p->n);
	if (k == p->open_block)
		return p->open[i % BLOCK];
	return k < p->n_same ? p->same : as_packed_block_at(&p->blocks[k - p->n_same], i % BLOCK);
}

double as_packed_real(const struct as_packed *p, size_t i)
{
	return as_real_of(as_packed_at(p, i));
}

bool as_packed_set(struct as_packed *p, size_t i, uint64_t v)
{
	assert(i < p->n);
	if (!open_block(p, i / BLOCK))
		return false;
	p->open[i % BLOCK] = v;
	note_lack(p, &v, 1);
	return true;
}

bool as_packed_set_real(struct as_packed *p, size_t i, double v)
{
	return as_packed_set(p, i, as_bits_of(v));
}

void as_packed_read(const struct as_packed *p, size_t first, size_t n, uint64_t *out)
{
	for (size_t i = first, step; i < first + n; i += step, out += step) {
		const size_t from = i % BLOCK, left = first + n - i;
		struct as_packed_block same;
		step = left < BLOCK - from ? left : BLOCK - from;
		if (i / BLOCK == p->open_block)
			memcpy(out, p->open + from, step * sizeof *out);
		else
			as_packed_block_read(block_of(p, i / BLOCK, &same), from, from + step, out);
	}
}

bool as_packed_all(const struct as_packed *p, size_t first, size_t n, uint64_t v)
{
	for (size_t i = first, step; i < first + n; i += step) {
		const size_t k = i / BLOCK, from = i % BLOCK, left = first + n - i;
		const size_t alike = k < p->n_same && k != p->open_block ? p->n_same - k : 1,
			     same = alike * BLOCK - from; /* no more than one that is read */
		const bool none = k < p->n_same || k == p->open_block;
		const struct as_packed_block *b = none ? NULL : &p->blocks[k - p->n_same];
		uint64_t all[BLOCK] = {0};

		step = left < same ? left : same;
		if (k != p->open_block && (!b || as_packed_block_is(b))) {
			if ((b ? b->base : p->same) != v)
				return false;
			continue;
		}
		as_packed_read(p, i, step, all);
		for (size_t j = 0; j < step; j++)
			if (all[j] != v)
				return false;
	}
	return true;
}

bool as_packed_append(struct as_packed *p, const uint64_t *v, size_t n)
{
	for (size_t i = 0, step; i < n; i += step) {
		const size_t from = p->n % BLOCK;

		step = n - i < BLOCK - from ? n - i : BLOCK - from;
		if (!open_block(p, p->n / BLOCK) ||
			!as_grow(&p->open, &p->cap_open, from + step, sizeof *p->open))
			return false;
		memcpy(p->open + from, v + i, step * sizeof *v);
		note_lack(p, v + i, step);
		p->n += step;
	}
	return true;
}

bool as_packed_fill(struct as_packed *p, uint64_t v, size_t n)
{
	uint64_t same[BLOCK];

	for (size_t i = 0; i < n && i < BLOCK; i++)
		same[i] = v;
	for (size_t i = 0; i < n; i += BLOCK)
		if (!as_packed_append(p, same, n - i < BLOCK ? n - i : BLOCK))
			return false;
	return true;
}

size_t as_packed_bytes(const struct as_packed *p)
{
	size_t n = p->cap_open * sizeof *p->open + p->cap_blocks * sizeof *p->blocks;

	for (const struct as_packed_slab *s = p->slabs; s; s = s->next)
		n += sizeof *s + s->cap;
	return n;
}
