/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/bisecting.h"

#include <math.h>
#include <string.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"

#define CONFIDENCE 0.95

enum as_status as_bisecting_open(struct as_bisecting *b, size_t n, struct as_arena *a,
	struct as_err *err)
{
	*b = (struct as_bisecting){.n = n, .at_once = AS_BISECT_MOST, .between = 2, .arena = a,
		.cap = 2 * AS_BISECT_MOST};
	b->v = as_arena_array(a, n + 1, sizeof *b->v);
	b->e = as_arena_array(a, b->cap, sizeof *b->e);
	b->b.culprit = as_arena_array(a, n + 1, sizeof *b->b.culprit);
	b->b.open = as_arena_array(a, n + 1, sizeof *b->b.open);
	b->b.room = as_arena_array(a, AS_BISECT_ROOM(n), sizeof *b->b.room);
	return b->v && b->e && b->b.culprit && b->b.open && b->b.room ? AS_OK : as_fail_memory(err);
}

static struct as_bisect_seen seen_by(const struct as_bisecting *b)
{
	return (struct as_bisect_seen){.e = b->e, .rounds = b->rounds, .n = b->n, .v = b->v,
		.own = b->own};
}

/* ---- what comes next ---- */

static void ask(struct as_bisecting_step *s, size_t commit)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->commit[i] == commit)
			return;
	s->commit[s->n++] = commit;
}

static bool is_found(const struct as_bisecting *b, size_t first)
{
	for (size_t i = 0; i < b->n_found; i++)
		if (b->found[i].first == first)
			return true;
	return false;
}

/* The likeliest of those that are not found yet. */
static struct as_bisecting_found likeliest(const struct as_bisecting *b)
{
	const struct as_bisect_seen seen = seen_by(b);
	struct as_bisecting_found best = {.share = -1};

	for (size_t first = 1, last; first <= b->n; first = last + 1) {
		const double share = as_bisect_group(&seen, &b->b, first, &last);
		if (!is_found(b, first) && share > best.share)
			best = (struct as_bisecting_found){first, last, share, 0, 0, 0, 0};
	}
	return best;
}

static bool end(struct as_bisecting *b, enum as_bisecting_outcome outcome)
{
	b->outcome = outcome;
	return false;
}

static bool next_ends(struct as_bisecting *b, struct as_bisecting_step *s)
{
	const size_t needed = as_bisect_ends_needed(b->e, b->rounds);

	if (b->rounds >= needed)
		return false;
	s->phase = AS_BISECTING_ENDS;
	s->rounds = needed - b->rounds < b->at_once ? needed - b->rounds : b->at_once;
	return true;
}

static bool next_check(struct as_bisecting *b, struct as_bisecting_step *s)
{
	const size_t left = AS_BISECT_CHECK - b->checked;

	s->phase = AS_BISECTING_CHECK;
	s->rounds = left < b->at_once ? left : b->at_once;
	ask(s, b->checking.first - 1);
	ask(s, b->checking.last);
	return true;
}

static bool next_search(struct as_bisecting *b, struct as_bisecting_step *s)
{
	s->phase = AS_BISECTING_SEARCH;
	s->rounds = 1;
	for (size_t i = 0; i < b->between; i++)
		if (b->b.next[i])
			ask(s, b->b.next[i]);
	if (s->n == 2)
		return end(b, b->n_found ? AS_BISECTING_FOUND : AS_BISECTING_STUCK);
	if (b->candidates >= AS_BISECT_CANDIDATES)
		return end(b, b->n_found ? AS_BISECTING_FOUND : AS_BISECTING_SPENT);
	return true;
}

bool as_bisecting_next(struct as_bisecting *b, struct as_bisecting_step *out)
{
	*out = (struct as_bisecting_step){.commit = {0, b->n}, .n = 2};
	if (b->outcome)
		return false;
	if (!b->candidates) {
		if (next_ends(b, out))
			return true;
		if (!as_bisect_ends_differ(b->e, b->rounds))
			return end(b, AS_BISECTING_ALIKE);
	}
	if (b->n_found && (b->b.two < 0.5 || b->n_found == 2))
		return end(b, AS_BISECTING_FOUND);
	if (!b->checking.first) {
		const struct as_bisecting_found f = likeliest(b);
		if (f.share >= AS_BISECT_SURE)
			b->checking = f;
	}
	return b->checking.first ? next_check(b, out) : next_search(b, out);
}

/* ---- what was measured ---- */

static bool whole(const double *y, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(y[i]))
			return false;
	return true;
}

static enum as_status push_ends(struct as_bisecting *b, double e, struct as_err *err)
{
	if (b->rounds == b->cap) {
		double *more = as_arena_array(b->arena, 2 * b->cap, sizeof *more);
		if (!more)
			return as_fail_memory(err);
		memcpy(more, b->e, b->rounds * sizeof *more);
		b->e = more;
		b->cap *= 2;
	}
	b->e[b->rounds++] = e;
	return AS_OK;
}

/* One more value to mean and spread, by Welford's recurrence. */
static void add_round(struct as_bisect_commit *c, double z)
{
	const double off = z - c->mean;

	c->n++;
	c->mean += off / (double)c->n;
	c->spread += off * (z - c->mean);
}

static double value_of(const struct as_bisecting_step *s, const double *y, size_t commit)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->commit[i] == commit)
			return y[i];
	return (double)NAN;
}

static enum as_status take_round(struct as_bisecting *b, const struct as_bisecting_step *s,
	const double *y, struct as_err *err)
{
	const double good = y[0], bad = y[1];
	enum as_status st = push_ends(b, bad - good, err);

	for (size_t i = 2; i < s->n; i++)
		add_round(&b->v[s->commit[i]], y[i] - (good + bad) / 2);
	if (s->phase == AS_BISECTING_CHECK && b->checked < AS_BISECT_CHECK)
		b->check[b->checked++] = value_of(s, y, b->checking.last) -
			value_of(s, y, b->checking.first - 1);
	return st;
}

/* The ends' own difference is known from all rounds, what the culprit does from the check's: as if they
 * were not of the same rounds, which makes the interval of the rest the wider. */
static void measure_size(const struct as_bisecting *b, struct as_bisecting_found *f)
{
	double t = (double)NAN;
	const double n = AS_BISECT_CHECK;

	f->size = as_mean(b->check, AS_BISECT_CHECK);
	const double of_size = as_variance(b->check, AS_BISECT_CHECK, f->size) / n;
	const double of_ends = 2 * b->b.s2 / (double)b->rounds;
	if (as_t_factor(CONFIDENCE, n - 1, &t))
		t = (double)NAN;
	f->half = t * sqrt(of_size);
	f->rest = b->b.delta - f->size;
	f->rest_half = t * sqrt(of_size + of_ends);
}

/* Its rounds are there: it is the culprit, or the search goes on with what they say. */
static void conclude_check(struct as_bisecting *b)
{
	struct as_bisecting_found f = likeliest(b);

	if (f.first == b->checking.first && f.share >= AS_BISECT_SURE) {
		measure_size(b, &f);
		b->found[b->n_found++] = f;
	}
	b->checking.first = b->checked = 0;
}

static enum as_status weigh(struct as_bisecting *b, struct as_err *err)
{
	const struct as_bisect_seen seen = seen_by(b);

	return b->rounds < AS_BISECT_LEAST ? AS_OK : as_bisect_weigh(&seen, &b->b, err);
}

enum as_status as_bisecting_take(struct as_bisecting *b, const struct as_bisecting_step *s,
	const double *y, struct as_err *err)
{
	const size_t before = b->rounds;
	enum as_status st = AS_OK;

	for (size_t r = 0; r < s->rounds && !st; r++)
		if (whole(y + r * s->n, s->n))
			st = take_round(b, s, y + r * s->n, err);
	if (s->phase == AS_BISECTING_SEARCH)
		b->candidates += s->rounds * (s->n - 2);
	if (!st && b->rounds == before)
		return as_fail(err, AS_ERR_BENCH,
			"cannot go on with the bisection: a value is missing in each of %zu rounds",
			s->rounds);
	if (!st)
		st = weigh(b, err);
	if (!st && b->checked == AS_BISECT_CHECK)
		conclude_check(b);
	return st;
}

enum as_status as_bisecting_same(struct as_bisecting *b, size_t c, struct as_err *err)
{
	b->v[c].same_as_before = true;
	b->checking.first = b->checked = 0;
	return weigh(b, err);
}

enum as_status as_bisecting_skip(struct as_bisecting *b, size_t c, struct as_err *err)
{
	b->v[c] = (struct as_bisect_commit){.unbuildable = true};
	b->checking.first = b->checked = 0;
	return weigh(b, err);
}
