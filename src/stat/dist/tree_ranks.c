/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/tree_ranks.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/quantile.h"

enum { BIN_BITS = 16, BINS = 1 << BIN_BITS, FEW = 1 << 16 };

/* A value that is looked for: all that is known is that it is among those with keys from lo to hi. */
struct tree_rank {
	size_t rank; /* from 0, among these */
	uint64_t lo, hi;
	size_t n; /* how many these are */
	double *v; /* room for them, where they are few */
	size_t used;
};

struct tree_ranking {
	const struct as_tree *tree;
	uint32_t *counts; /* BINS */
	struct as_arena arena;
};

/* Keys are in the order of the numbers. */
static uint64_t key_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static double of_key(uint64_t key)
{
	const uint64_t bits = key >> 63 ? key ^ UINT64_C(1) << 63 : ~key;
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/* Leading bits that tell BINS kinds of keys between the ends apart: all but so many. */
static unsigned shift_of(const struct tree_rank *s)
{
	const uint64_t width = s->hi - s->lo;
	const unsigned bits = width ? 64 - (unsigned)__builtin_clzll(width) : 0;

	return bits > BIN_BITS ? bits - BIN_BITS : 0;
}

static void count(const struct tree_ranking *r, const struct tree_rank *s)
{
	const unsigned shift = shift_of(s);
	const uint64_t width = s->hi - s->lo;

	memset(r->counts, 0, BINS * sizeof *r->counts);
	for (size_t u = 0; u < r->tree->count[1]; u++) {
		const double *x = as_tree_unit(r->tree, u);
		const size_t n = as_tree_unit_size(r->tree, u);
		for (size_t i = 0; i < n; i++) {
			const uint64_t at = key_of(x[i]) - s->lo;
			if (at <= width)
				r->counts[at >> shift]++;
		}
	}
}

/* Among those that were counted it is in one bin. */
static void narrow(const struct tree_ranking *r, struct tree_rank *s)
{
	const unsigned shift = shift_of(s);
	size_t bin = 0;

	while (s->rank >= r->counts[bin])
		s->rank -= r->counts[bin++];
	s->n = r->counts[bin];
	s->lo += (uint64_t)bin << shift;
	const uint64_t last = s->lo + ((UINT64_C(1) << shift) - 1);
	s->hi = last < s->hi ? last : s->hi;
}

/* The values that are still between the ends of any of n. */
static void collect_values(const struct tree_ranking *r, struct tree_rank *s, size_t n)
{
	for (size_t u = 0; u < r->tree->count[1]; u++) {
		const double *x = as_tree_unit(r->tree, u);
		const size_t m = as_tree_unit_size(r->tree, u);
		for (size_t k = 0; k < n; k++) {
			const uint64_t lo = s[k].lo, width = s[k].hi - lo;
			for (size_t i = 0; i < m && s[k].v; i++)
				if (key_of(x[i]) - lo <= width)
					s[k].v[s[k].used++] = x[i];
		}
	}
}

/* Value of rank, and of the next one: they are neighbours, of which the second is often in the same bin. */
static bool is_beside(const struct tree_rank *s)
{
	return s[0].lo == s[1].lo && s[0].hi == s[1].hi;
}

static bool find_ranks(struct tree_ranking *r, struct tree_rank *s, size_t n)
{
	count(r, &s[0]);
	for (size_t k = 0; k < n; k++)
		narrow(r, &s[k]);
	for (size_t k = 0; k < n; k++)
		while (s[k].n > FEW && s[k].lo < s[k].hi) {
			count(r, &s[k]);
			narrow(r, &s[k]);
		}
	for (size_t k = 0; k < n; k++) {
		if (s[k].lo == s[k].hi || (k && is_beside(&s[k - 1])))
			continue;
		s[k].v = as_arena_array(&r->arena, s[k].n, sizeof *s[k].v);
		if (!s[k].v)
			return false;
	}
	collect_values(r, s, n);
	return true;
}

/* The value itself; that of a neighbour in its bin is among those that were collected for it. */
static double value_of(const struct tree_rank *s, size_t k)
{
	size_t from = k;

	if (s[k].lo == s[k].hi)
		return of_key(s[k].lo);
	while (!s[from].v)
		from--;
	as_select(s[from].v, s[from].used, s[k].rank);
	return s[from].v[s[k].rank];
}

enum as_status as_tree_quantiles(
	const struct as_tree *tree, const double ends[2], const double *p, size_t n, double *out)
{
	const size_t all = tree->count[0];
	struct tree_ranking r = {.tree = tree};
	struct tree_rank s[AS_TREE_RANKS] = {{0}};
	enum as_status st = AS_OK;

	for (size_t k = 0; k < 2 * n; k++) {
		const size_t rank = (size_t)((double)(all - 1) * p[k / 2]) + k % 2;
		s[k] = (struct tree_rank){.rank = rank < all ? rank : all - 1,
			.lo = key_of(ends[0]),
			.hi = key_of(ends[1]),
			.n = all};
	}
	r.counts = as_arena_array(&r.arena, BINS + 1, sizeof *r.counts);
	if (!r.counts || !find_ranks(&r, s, 2 * n))
		st = AS_ERR_MEM;
	for (size_t i = 0; i < n && !st; i++) {
		/* as as_quantile does it: x[k] + (h - k) (x[k + 1] - x[k]) */
		const double h = (double)(all - 1) * p[i], at = value_of(s, 2 * i);
		out[i] = at + (h - (double)(size_t)h) * (value_of(s, 2 * i + 1) - at);
	}
	as_arena_release(&r.arena);
	return st;
}
