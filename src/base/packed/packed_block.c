/* SPDX-License-Identifier: MIT */
#include "base/packed/packed_block.h"

#include <stdlib.h>
#include <string.h>

#include "base/packed/packed_bits.h"

enum {
	BLOCK = AS_PACKED_BLOCK,
	TRIED = 16, /* numbers of a block that tell whether a coding is worth a try */
	ODD_BITS = 72, /* one that stands apart: its place and itself */
	EVEN_BITS = 57, /* wider differences would not lie in 8 bytes at every place, but 64 do */
	SLACK_BYTES = 8, /* so that 8 bytes can be read where the last difference begins */
	SLAB_SHARE = 16, /* so many blocks take room for one more ahead */
	SLAB_MOST = 1 << 16,
};

static size_t differences_size(const struct as_packed_block *b)
{
	return (size_t)b->bits * BLOCK / 8;
}

static size_t data_size(const struct as_packed_block *b)
{
	return differences_size(b) + (size_t)b->n_odd * (ODD_BITS / 8);
}

static uint64_t difference(const struct as_packed_block *b, size_t i)
{
	return b->data && b->bits
		? load(b->data + i * b->bits / 8) >> i * b->bits % 8 & UINT64_MAX >> (64 - b->bits)
		: 0;
}

uint64_t as_packed_block_at(const struct as_packed_block *b, size_t i)
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

bool as_packed_block_same(const uint64_t *v)
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
	if (as_packed_block_same(v))
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

/* Room behind what lies there already. NULL when out of memory. */
static unsigned char *take_room(struct as_packed *p, size_t n)
{
	struct as_packed_slab *s = p->slabs;

	if (!s || s->cap - s->used < n) {
		const size_t more = n * (1 + p->n_blocks / SLAB_SHARE);
		const size_t cap = more < SLAB_MOST ? more : SLAB_MOST;
		s = calloc(1, sizeof *s + cap + SLACK_BYTES);
		if (!s)
			return NULL;
		s->cap = cap;
		s->next = p->slabs;
		p->slabs = s;
	}
	s->used += n;
	return s->data + s->used - n;
}

/* Where it is to have more than it has, it gets half as much again, so that who changes numbers over and over
 * does not need room each time. */
static bool make_room(struct as_packed *p, struct as_packed_block *b, size_t n)
{
	const size_t half = b->cap + b->cap / 2U, cap = n > half ? n : half;

	if (n <= b->cap)
		return true;
	unsigned char *data = take_room(p, cap);
	if (!data)
		return false;
	b->data = data;
	b->cap = (uint16_t)cap;
	return true;
}

bool as_packed_block_pack(struct as_packed *p, struct as_packed_block *b, const uint64_t *v)
{
	const struct packed_way w = best_way(p->reals, v);
	struct integers d;

	take_differences(&w, v, &d);
	struct as_packed_block new = {.base = w.base,
		.data = b->data,
		.cap = b->cap,
		.coding = (uint8_t)w.coding,
		.bits = (uint8_t)w.bits,
		.shift = (uint8_t)w.shift,
		.n_odd = (uint8_t)d.n_odd};
	if (!make_room(p, &new, data_size(&new)))
		return false;
	if (new.bits)
		put_differences(new.data, &d, new.bits);
	for (size_t i = 0, k = 0; i < BLOCK && new.n_odd; i++)
		if (d.odd[i]) {
			unsigned char *places = new.data + differences_size(&new);
			places[k] = (unsigned char)i;
			store(places + new.n_odd + 8 * k++, v[i]);
		}
	*b = new;
	return true;
}

struct as_packed_block as_packed_block_of(uint64_t base)
{
	return (struct as_packed_block){.base = base, .coding = AS_IS};
}

bool as_packed_block_is(const struct as_packed_block *b)
{
	return !data_size(b) && b->coding == AS_IS;
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
void as_packed_block_read(const struct as_packed_block *b, size_t from, size_t to, uint64_t *out)
{
	const unsigned char *places = b->data && b->n_odd ? b->data + differences_size(b) : NULL;
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
