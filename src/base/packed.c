/* SPDX-License-Identifier: MIT */
#include "base/packed.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/packed_bits.h"
#include "base/vec.h"

enum {
	BLOCK = AS_PACKED_BLOCK,
	TRIED = 16, /* numbers of a block that tell whether a coding is worth a try */
	ODD_BITS = 72,   /* one that stands apart: its place and itself */
	EVEN_BITS = 57,  /* wider differences would not lie in 8 bytes at every place, but 64 do */
	SLACK_BYTES = 8, /* so that 8 bytes can be read where the last difference begins */
};

struct as_packed_block {
	uint64_t base;
	unsigned char *data; /* differences, places of odd ones, odd ones; NULL: nothing of it */
	uint8_t coding, bits, shift; /* number = base + (difference << shift), by its coding */
	uint8_t n_odd;
};

/* ---- a block ---- */

static size_t differences_size(const struct as_packed_block *b)
{
	return (size_t)b->bits * BLOCK / 8;
}

static size_t data_size(const struct as_packed_block *b)
{
	size_t n = differences_size(b) + (size_t)b->n_odd * (ODD_BITS / 8);

	return n ? n + SLACK_BYTES : 0;
}

static uint64_t difference(const struct as_packed_block *b, size_t i)
{
	return b->data && b->bits
		? load(b->data + i * b->bits / 8) >> i * b->bits % 8 & UINT64_MAX >> (64 - b->bits)
		: 0;
}

static uint64_t block_at(const struct as_packed_block *b, size_t i)
{
	const unsigned char *places = b->data && b->n_odd ? b->data + differences_size(b) : NULL;
	const unsigned char *odd = places ? memchr(places, (int)i, b->n_odd) : NULL;

	if (odd)
		return load(places + b->n_odd + (size_t)(odd - places) * 8);
	return decode((enum coding)b->coding, b->base + (difference(b, i) << b->shift));
}

/* How a block could be packed. */
struct packed_way {
	enum coding coding;
	uint64_t base;
	unsigned bits, shift;
	size_t cost; /* in bits */
};

/* The integers of a block in one coding; those that have none are odd. */
struct integers {
	uint64_t v[BLOCK];
	bool odd[BLOCK];
	size_t n_odd;
};

static unsigned width_of(uint64_t v)
{
	return v ? 64 - (unsigned)__builtin_clzll(v) : 0;
}

/* How many bits differences from this base best have: more of them for all, or more odd ones. */
static struct packed_way way_from(const struct integers *in, uint64_t base)
{
	struct packed_way w = {.base = base, .cost = SIZE_MAX};
	/* Several counts of each, as most are as wide as their neighbours: one would wait for itself. */
	uint16_t wide[4][65] = {{0}};
	size_t above = in->n_odd;
	uint64_t any = 0;

	for (size_t i = 0; i < BLOCK; i++) {
		const uint64_t v = in->v[i] - base;
		if (in->odd[i])
			continue;
		any |= v;
		wide[i % 4][width_of(v)]++;
	}
	w.shift = any ? (unsigned)__builtin_ctzll(any) : 0;
	for (unsigned k = 65; k-- > w.shift;) {
		unsigned bits = k - w.shift > EVEN_BITS ? 64 : k - w.shift;
		if (above < BLOCK && bits * BLOCK + above * ODD_BITS < w.cost) {
			w.bits = bits;
			w.cost = bits * BLOCK + above * ODD_BITS;
		}
		above += (size_t)wide[0][k] + wide[1][k] + wide[2][k] + wide[3][k];
	}
	if (w.bits == 64)
		w.shift = 0;
	return w;
}

/* The smallest integer, and the one that more than half of them are, if there is one. */
static void find_bases(const struct integers *in, uint64_t base[static 2])
{
	size_t lead = 0;
	bool any = false;

	base[0] = base[1] = 0;
	for (size_t i = 0; i < BLOCK; i++) {
		if (in->odd[i])
			continue;
		if (!any || (int64_t)in->v[i] < (int64_t)base[0])
			base[0] = in->v[i];
		any = true;
		if (!lead)
			base[1] = in->v[i];
		lead = in->v[i] == base[1] ? lead + 1 : lead - 1;
	}
}

static void take_integers(enum coding c, const uint64_t *v, struct integers *in)
{
	in->n_odd = 0;
	if (c == AS_IS) {
		memcpy(in->v, v, sizeof in->v);
		memset(in->odd, 0, sizeof in->odd);
		return;
	}
	for (size_t i = 0; i < BLOCK; i++) {
		in->odd[i] = !encode(c, v[i], &in->v[i]);
		in->n_odd += in->odd[i];
	}
}

static bool are_most(const struct integers *in, uint64_t v)
{
	size_t n = 0;

	for (size_t i = 0; i < BLOCK; i++)
		n += in->v[i] == v;
	return 2 * n > BLOCK;
}

static struct packed_way way_in(enum coding c, const uint64_t *v, struct integers *in)
{
	uint64_t base[2];

	take_integers(c, v, in);
	find_bases(in, base);
	struct packed_way w = way_from(in, base[0]);
	if (w.bits && base[1] != base[0] && are_most(in, base[1])) {
		struct packed_way other = way_from(in, base[1]);
		w = other.cost < w.cost ? other : w;
	}
	w.coding = c;
	return w;
}

static bool all_same(const uint64_t *v)
{
	uint64_t other = 0;

	for (size_t i = 1; i < BLOCK; i++)
		other |= v[i] ^ v[0];
	return !other;
}

/* A coding that none of a few has is hardly one of the others. */
static bool is_likely(enum coding c, const uint64_t *v)
{
	uint64_t whole;
	size_t i = 0;

	while (c != AS_IS && i < BLOCK && !encode(c, v[i], &whole))
		i += BLOCK / TRIED;
	return i < BLOCK;
}

static struct packed_way best_way(bool reals, const uint64_t *v)
{
	struct packed_way best = {.cost = SIZE_MAX};
	struct integers in;

	in.n_odd = 1;
	if (all_same(v))
		return (struct packed_way){.coding = AS_IS, .base = v[0]};
	for (enum coding c = reals ? WHOLE : AS_IS; c <= AS_IS && in.n_odd; c++) {
		if (!is_likely(c, v))
			continue;
		struct packed_way w = way_in(c, v, &in);
		best = w.cost < best.cost ? w : best;
	}
	return best;
}

/* Each number as its difference; those that have none of that width are odd. */
static void take_differences(const struct packed_way *w, const uint64_t *v, struct integers *out)
{
	const uint64_t wider = w->bits < 64 ? UINT64_MAX << w->bits : 0;

	take_integers(w->coding, v, out);
	out->n_odd = 0;
	for (size_t i = 0; i < BLOCK; i++) {
		out->v[i] = (out->v[i] - w->base) >> w->shift;
		out->odd[i] = out->odd[i] || (out->v[i] & wider);
		out->n_odd += out->odd[i];
	}
}

/* Differences of so many bits one behind the other; those of odd ones are 0. */
static void put_differences(unsigned char *to, const struct integers *d, unsigned bits)
{
	uint64_t word = 0;
	unsigned have = 0; /* bits of the word */

	for (size_t i = 0; i < BLOCK; i++) {
		const uint64_t v = d->odd[i] ? 0 : d->v[i];
		word |= v << have;
		have += bits;
		if (have < 64)
			continue;
		store(to, word);
		to += 8;
		have -= 64;
		word = have ? v >> (bits - have) : 0;
	}
}

/* false when out of memory; *b is then as it was. */
static bool pack(struct as_packed_block *b, bool reals, const uint64_t *v)
{
	const struct packed_way w = best_way(reals, v);
	struct integers d;

	take_differences(&w, v, &d);
	struct as_packed_block new = {.base = w.base, .coding = (uint8_t)w.coding,
		.bits = (uint8_t)w.bits, .shift = (uint8_t)w.shift, .n_odd = (uint8_t)d.n_odd};
	if (data_size(&new)) {
		new.data = calloc(1, data_size(&new));
		if (!new.data)
			return false;
	}
	if (new.data && new.bits)
		put_differences(new.data, &d, new.bits);
	for (size_t i = 0, k = 0; i < BLOCK && new.data && new.n_odd; i++)
		if (d.odd[i]) {
			unsigned char *places = new.data + differences_size(&new);
			places[k] = (unsigned char)i;
			store(places + new.n_odd + 8 * k++, v[i]);
		}
	free(b->data);
	*b = new;
	return true;
}

/* The integers of a block that stand for from to to - 1; those of odd ones are any. */
static void read_integers(const struct as_packed_block *b, size_t from, size_t to, uint64_t *out)
{
	const unsigned bits = b->bits, shift = b->shift;
	const uint64_t base = b->base;

	if (!b->data || !bits) {
		for (size_t i = from; i < to; i++)
			out[i - from] = base;
		return;
	}
	const uint64_t mask = UINT64_MAX >> (64 - bits);
	for (size_t i = from, at = from * bits; i < to; i++, at += bits)
		out[i - from] = base + ((load(b->data + at / 8) >> at % 8 & mask) << shift);
}

/* Numbers from to to - 1 of a block: the odd ones are looked for once, not by each number. */
static void block_read(const struct as_packed_block *b, size_t from, size_t to, uint64_t *out)
{
	const unsigned char *places = b->data ? b->data + differences_size(b) : NULL;
	const size_t n = to - from;

	read_integers(b, from, to, out);
	for (size_t i = 0; i < n && b->coding == WHOLE; i++)
		out[i] = decode(WHOLE, out[i]);
	for (size_t i = 0; i < n && b->coding == BILLIONTHS; i++)
		out[i] = decode(BILLIONTHS, out[i]);
	for (size_t k = 0; places && k < b->n_odd; k++)
		if (places[k] >= from && places[k] < to)
			out[places[k] - from] = load(places + b->n_odd + k * 8);
}

/* ---- the sequence ---- */

void as_packed_release(struct as_packed *p)
{
	for (size_t i = 0; i < p->n_blocks; i++)
		free(p->blocks[i].data);
	free(p->blocks);
	free(p->open);
	*p = (struct as_packed){.reals = p->reals};
}

/* Block k, not the open one: nothing but one number, or packed. */
static const struct as_packed_block *block_of(const struct as_packed *p, size_t k,
	struct as_packed_block *same)
{
	*same = (struct as_packed_block){.base = p->same, .coding = AS_IS};
	return k < p->n_same ? same : &p->blocks[k - p->n_same];
}

/* The next block goes on with the number that all before it are. */
static bool goes_on(struct as_packed *p, size_t k)
{
	if (k != p->n_same || p->n_blocks || !all_same(p->open) ||
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
		p->blocks[k] = (struct as_packed_block){.base = p->same, .coding = AS_IS};
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
	return pack(&p->blocks[k - p->n_same], p->reals, p->open);
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
		block_read(block_of(p, k, &same), 0, BLOCK, p->open);
	p->open_block = k;
	return true;
}

static void note_lack(struct as_packed *p, const uint64_t *v, size_t n)
{
	bool lacks = false;

	for (size_t i = 0; i < n && p->reals; i++)
		lacks |= isnan(real_of(v[i]));
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
	return as_packed_push(p, bits_of(v));
}

uint64_t as_packed_at(const struct as_packed *p, size_t i)
{
	const size_t k = i / BLOCK;

	assert(i < p->n);
	if (k == p->open_block)
		return p->open[i % BLOCK];
	return k < p->n_same ? p->same : block_at(&p->blocks[k - p->n_same], i % BLOCK);
}

double as_packed_real(const struct as_packed *p, size_t i)
{
	return real_of(as_packed_at(p, i));
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
	return as_packed_set(p, i, bits_of(v));
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
			block_read(block_of(p, i / BLOCK, &same), from, from + step, out);
	}
}

bool as_packed_all(const struct as_packed *p, size_t first, size_t n, uint64_t v)
{
	for (size_t i = first, step; i < first + n; i += step) {
		const size_t k = i / BLOCK, from = i % BLOCK, left = first + n - i;
		const size_t same = p->n_same > k ? (p->n_same - k) * BLOCK - from : BLOCK - from;
		const bool none = k < p->n_same || k == p->open_block;
		const struct as_packed_block *b = none ? NULL : &p->blocks[k - p->n_same];
		uint64_t all[BLOCK] = {0};

		step = left < same ? left : same;
		if (k != p->open_block && (!b || (!b->data && b->coding == AS_IS))) {
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

	for (size_t i = 0; i < p->n_blocks; i++)
		n += data_size(&p->blocks[i]);
	return n;
}
