/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E-divisive: which splits hold against permutations inside their segment. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "papers/divisive.h"
#include "papers/divisive_parts.h"
#include "stat/dist/random.h"

/* A statistic that differs by rounding alone is the same: the orders of blocks repeat. */
#define ROUNDING 1e-9

/* A split has the same statistic whatever the order on each of its sides. So many choices of its
 * sides there are for `blocks` blocks at most: where it lies inside a block, which one that is, and
 * those to its left; where blocks are single values, the values to its left, or all others. */
static double choices(size_t blocks, size_t block)
{
	size_t of = block > 1 ? blocks - 1 : blocks, right = of - of / 2;
	double n = block > 1 ? (double)blocks : 0.5;

	for (size_t i = 1; i <= of / 2; i++)
		n *= (double)(right + i) / (double)i;
	return n;
}

size_t as_divisive_least(const struct as_divisive_how *how)
{
	size_t blocks = 1;

	while (1 / choices(blocks, how->block) > as_history_level_share(how->level))
		blocks++;
	size_t n = (blocks - 1) * how->block + 1;
	return n > AS_DIVISIVE_LEAST ? n : AS_DIVISIVE_LEAST;
}

/* A segment with the split of its largest Q. */
struct segment {
	struct as_span span;
	struct as_split best;
	bool looked;
};

struct dividing {
	const double *x;
	size_t n;
	const struct as_divisive_how *how;
	struct as_divisive energy;
	uint32_t *order, *blocks; /* n each */
	size_t *at;               /* changes, ascending; n_at of them */
	size_t n_at;
	double *q, *p;            /* of them between their neighbours */
	struct segment *segment;  /* n_at + 1 of them */
};

static enum as_status make_room(struct dividing *d, struct as_arena *a)
{
	size_t most = d->n / AS_DIVISIVE_SEGMENT + 1;

	d->order = as_arena_array(a, d->n, sizeof *d->order);
	d->blocks = as_arena_array(a, d->n, sizeof *d->blocks);
	d->at = as_arena_array(a, most, sizeof *d->at);
	d->q = as_arena_array(a, most, sizeof *d->q);
	d->p = as_arena_array(a, most, sizeof *d->p);
	d->segment = as_arena_array(a, most + 1, sizeof *d->segment);
	if (!d->order || !d->blocks || !d->at || !d->q || !d->p || !d->segment)
		return AS_ERR_MEM;
	return as_divisive_init(&d->energy, d->n, a);
}

/* Another order of n values: blocks of neighbours, the last of them perhaps shorter. */
static void permute(struct dividing *d, struct as_random *r, size_t n)
{
	size_t block = d->how->block, blocks = (n + block - 1) / block, filled = 0;

	for (size_t i = 0; i < blocks; i++)
		d->blocks[i] = (uint32_t)i;
	as_shuffle(r, d->blocks, blocks);
	for (size_t i = 0; i < blocks; i++) {
		size_t from = d->blocks[i] * block, to = from + block < n ? from + block : n;
		for (size_t k = from; k < to; k++)
			d->order[filled++] = (uint32_t)k;
	}
}

/* p of a Q in the segment that is in hand, against the largest of every permutation. Unless all of
 * it is wanted, 1 as soon as it cannot be within the level any more. */
static double p_of(struct dividing *d, struct as_span span, double q, bool whole)
{
	const double most = as_history_level_share(d->how->level) * (1 + AS_DIVISIVE_PERMUTATIONS);
	size_t as_large = 0;

	if (!(q > 0))
		return 1;
	for (uint64_t k = 0; k < AS_DIVISIVE_PERMUTATIONS; k++) {
		struct as_random r;
		/* a segment has permutations of its own, whatever was tested before */
		as_random_init(&r, d->how->seed, AS_RANDOM_PERMUTE,
			((uint64_t)span.from << 42) ^ ((uint64_t)span.to << 16) ^ k);
		permute(d, &r, d->energy.n);
		struct as_split best = as_divisive_best(&d->energy, d->order, AS_DIVISIVE_SEGMENT,
			NULL);
		as_large += best.t >= q * (1 - ROUNDING);
		if (!whole && 1 + (double)as_large > most * (1 + ROUNDING))
			return 1;
	}
	return (1 + (double)as_large) / (1 + AS_DIVISIVE_PERMUTATIONS);
}

static void take_span(struct dividing *d, struct as_span span)
{
	as_divisive_take(&d->energy, d->x + span.from, span.to - span.from);
}

static void look(struct dividing *d, struct segment *s)
{
	s->best = (struct as_split){0};
	s->looked = true;
	if (s->span.to - s->span.from < 2 * (size_t)AS_DIVISIVE_SEGMENT)
		return;
	take_span(d, s->span);
	s->best = as_divisive_best(&d->energy, NULL, AS_DIVISIVE_SEGMENT, NULL);
	s->best.at += s->span.from;
}

/* The segment of the largest Q becomes two, until that is not significant. */
static void divide(struct dividing *d)
{
	size_t n = 1;

	d->segment[0] = (struct segment){.span = {.from = 0, .to = d->n}};
	for (;;) {
		size_t best = 0;
		for (size_t i = 0; i < n; i++) {
			if (!d->segment[i].looked)
				look(d, &d->segment[i]);
			if (d->segment[i].best.t > d->segment[best].best.t)
				best = i;
		}
		struct segment *s = &d->segment[best];
		take_span(d, s->span);
		if (p_of(d, s->span, s->best.t, false) > as_history_level_share(d->how->level))
			return;
		memmove(s + 1, s, (n - best) * sizeof *s);
		memmove(d->at + best + 1, d->at + best, (d->n_at - best) * sizeof *d->at);
		d->at[best] = s->best.at;
		s[0] = (struct segment){.span = {.from = s->span.from, .to = d->at[best]}};
		s[1] = (struct segment){.span = {.from = d->at[best], .to = s[1].span.to}};
		n++;
		d->n_at++;
	}
}

/* Q and p of change number i between its neighbours. */
static enum as_status test_again(struct dividing *d, size_t i, struct as_arena *a)
{
	struct as_span span = {.from = i ? d->at[i - 1] : 0,
		.to = i + 1 < d->n_at ? d->at[i + 1] : d->n};
	size_t n = span.to - span.from;
	double *q = as_arena_array(a, n + 1, sizeof *q);

	if (!q)
		return AS_ERR_MEM;
	take_span(d, span);
	(void)as_divisive_best(&d->energy, NULL, 2, q);
	d->q[i] = q[d->at[i] - span.from];
	d->p[i] = p_of(d, span, d->q[i], true);
	return AS_OK;
}

static void drop(struct dividing *d, size_t i)
{
	d->n_at--;
	memmove(d->at + i, d->at + i + 1, (d->n_at - i) * sizeof *d->at);
	memmove(d->q + i, d->q + i + 1, (d->n_at - i) * sizeof *d->q);
	memmove(d->p + i, d->p + i + 1, (d->n_at - i) * sizeof *d->p);
}

/* Bottom-up: the change with the largest p goes, until all hold. Its neighbours alone are tested
 * anew. */
static enum as_status prune(struct dividing *d, struct as_arena *a)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < d->n_at && !st; i++)
		st = test_again(d, i, a);
	while (d->n_at && !st) {
		size_t worst = 0;
		for (size_t i = 1; i < d->n_at; i++)
			if (d->p[i] > d->p[worst])
				worst = i;
		if (d->p[worst] <= as_history_level_share(d->how->level))
			break;
		drop(d, worst);
		if (worst)
			st = test_again(d, worst - 1, a);
		if (!st && worst < d->n_at)
			st = test_again(d, worst, a);
	}
	return st;
}

static enum as_status hand_over(const struct dividing *d, struct as_arena *a, struct as_steps *out)
{
	struct as_steps s = {.critical = (double)NAN, .n = d->n_at};

	s.at = as_arena_array(a, s.n, sizeof *s.at);
	s.t = as_arena_array(a, s.n, sizeof *s.t);
	s.p = as_arena_array(a, s.n, sizeof *s.p);
	if (!s.at || !s.t || !s.p)
		return AS_ERR_MEM;
	if (s.n) {
		memcpy(s.at, d->at, s.n * sizeof *s.at);
		memcpy(s.t, d->q, s.n * sizeof *s.t);
		memcpy(s.p, d->p, s.n * sizeof *s.p);
	}
	*out = s;
	return AS_OK;
}

static enum as_status check(const double *x, size_t n, const struct as_divisive_how *how,
	struct as_err *err)
{
	if (!how->block)
		return as_fail(err, AS_ERR_ARG, "cannot permute blocks of 0 versions: at least 1");
	if (n < AS_DIVISIVE_LEAST)
		return as_fail(err, AS_ERR_DATA,
			"cannot look for changes in a history of %zu versions by the "
			"energy statistic: it takes %d; measure %zu more",
			n, AS_DIVISIVE_LEAST, AS_DIVISIVE_LEAST - n);
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return as_fail(err, AS_ERR_DATA,
				"cannot look for changes in a history: value %zu is "
				"not a finite number; measure that version again, or leave it out",
				i + 1);
	return AS_OK;
}

enum as_status as_divisive_steps(const double *x, size_t n, const struct as_divisive_how *how,
	struct as_arena *a, struct as_steps *out, struct as_err *err)
{
	struct dividing d = {.x = x, .n = n, .how = how};
	struct as_arena room = {0};
	enum as_status st = check(x, n, how, err);

	if (st)
		return st;
	st = make_room(&d, &room);
	if (!st) {
		divide(&d);
		st = prune(&d, &room);
	}
	if (!st)
		st = hand_over(&d, a, out);
	as_arena_release(&room);
	return st ? as_fail_memory(err) : AS_OK;
}
