/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of the text are sums over pairs of culprits; a pair's weight is a product of what
 * belongs to either of the two, so running sums of logarithms do in O(n) what the sum over pairs
 * does in O(n^2), and no power of 200 overflows. */
#include "stat/dist/changes/bisect.h"

#include <math.h>

#include "stat/core/moments.h"

/* Levels between two culprits, as a share of delta. */
static const double between[] = {.5, .25, .75, -.5, 1.5};

enum { LEVELS = sizeof between / sizeof *between, MANY = 6 };
#define TWO_PRIOR 0.1

static const double none = -(double)INFINITY; /* the logarithm of 0 */

static double log_add(double a, double b)
{
	const double most = fmax(a, b);

	return isinf(most) ? most : most + log(exp(a - most) + exp(b - most));
}

/* ---- the ends ---- */

static double ends_variance(const double *e, size_t rounds, double mean)
{
	return as_squares(e, rounds, mean) / 2 / (double)(rounds - 1);
}

size_t as_bisect_ends_needed(const double *e, size_t rounds)
{
	if (rounds < AS_BISECT_LEAST)
		return AS_BISECT_LEAST;
	const double delta = as_mean(e, rounds);
	const double sds = 2 * sqrt(ends_variance(e, rounds, delta)) / fabs(delta);
	const double needed = ceil(AS_BISECT_LEAST * sds * sds - 1e-9);

	return (size_t)fmin(AS_BISECT_MOST, fmax(AS_BISECT_LEAST, needed));
}

bool as_bisect_ends_differ(const double *e, size_t rounds)
{
	const double delta = rounds < 2 ? 0 : as_mean(e, rounds);

	return fabs(delta) > 0 &&
		fabs(delta) >=
			3.3 * sqrt(2 * ends_variance(e, rounds, delta) / (double)rounds);
}

/* ---- what a commit says ---- */

static void find_noise(const struct as_bisect_seen *s, struct as_bisect *b)
{
	double squares;

	b->delta = as_mean(s->e, s->rounds);
	squares = as_squares(s->e, s->rounds, b->delta) / 2;
	b->df = (double)s->rounds - 1;
	for (size_t c = 1; c < s->n; c++) {
		if (!s->v[c].n)
			continue;
		squares += s->v[c].spread / 1.5;
		b->df += (double)s->v[c].n - 1;
	}
	b->s2 = squares / b->df;
}

static double log_density(const struct as_bisect_seen *s, const struct as_bisect *b, size_t c,
	double level)
{
	const double v = 1.5 * b->s2 / (double)s->v[c].n + 1.5 * s->own +
		b->s2 / (2 * (double)s->rounds);
	const double off = s->v[c].mean + b->delta / 2 - level * b->delta;

	return -((b->df + 1) / 2) * log1p(off * off / (b->df * v));
}

/* How much likelier level than that of the good end, as a logarithm; one value is worth 200 to 1
 * at most, so that one that is far off decides nothing. */
static double gain(const struct as_bisect_seen *s, const struct as_bisect *b, size_t c,
	double level)
{
	const double most = (double)s->v[c].n * log(200);

	if (!s->v[c].n)
		return 0;
	return fmax(-most, fmin(most, log_density(s, b, c, level) - log_density(s, b, c, 0)));
}

/* ---- the weights ---- */

struct weighing {
	const struct as_bisect_seen *seen;
	const struct as_bisect *b;
	double *worse;  /* sum of gains at level 1 of the commits before k */
	double *part;   /* the same at a level between */
	double *single; /* logarithm: k is the only culprit */
	double *earlier[LEVELS], *later[LEVELS]; /* the same: k is the first, or second, of two */
};

static void sum_gains(const struct weighing *w, double level, double *out)
{
	out[0] = out[1] = 0;
	for (size_t k = 2; k <= w->seen->n; k++)
		out[k] = out[k - 1] + gain(w->seen, w->b, k - 1, level);
}

static bool can_be(const struct weighing *w, size_t k)
{
	return !w->seen->v[k].same_as_before;
}

static double weigh_single(const struct weighing *w)
{
	const size_t n = w->seen->n;
	double all = none;

	for (size_t k = 1; k <= n; k++) {
		w->single[k] = can_be(w, k) ? log((1 - TWO_PRIOR) / (double)n) + w->worse[n] -
				w->worse[k] : none;
		all = log_add(all, w->single[k]);
	}
	return all;
}

static double weigh_pairs(const struct weighing *w, size_t i)
{
	const size_t n = w->seen->n;
	const double prior = log(TWO_PRIOR / (LEVELS * (double)n * (double)(n - 1) / 2));
	double before = none, behind = none, all = none;

	sum_gains(w, between[i], w->part);
	for (size_t k = 1; k <= n; k++) {
		const double rest = w->part[k] + w->worse[n] - w->worse[k];
		w->later[i][k] = can_be(w, k) ? prior + rest + before : none;
		all = log_add(all, w->later[i][k]);
		if (can_be(w, k))
			before = log_add(before, -w->part[k]);
	}
	for (size_t k = n; k >= 1; k--) {
		w->earlier[i][k] = can_be(w, k) ? prior - w->part[k] + behind : none;
		if (can_be(w, k))
			behind = log_add(behind,
				w->part[k] + w->worse[n] - w->worse[k]);
	}
	return all;
}

/* ---- what they say ---- */

static void find_levels(const struct weighing *w, double all, struct as_bisect *out)
{
	double worse = 0, part[LEVELS] = {0};

	out->culprit[0] = out->open[0] = 0;
	for (size_t k = 1; k <= w->seen->n; k++) {
		double mean, square;
		out->culprit[k] = exp(w->single[k] - all);
		worse += out->culprit[k];
		mean = square = 0;
		for (size_t i = 0; i < LEVELS; i++) {
			const double second = exp(w->later[i][k] - all);
			const double first = exp(w->earlier[i][k] - all);
			out->culprit[k] += first + second;
			worse += second;
			part[i] += first - second;
			mean += between[i] * part[i];
			square += between[i] * between[i] * part[i];
		}
		mean += worse;
		square += worse;
		out->open[k] = k < w->seen->n ? fmax(0, square - mean * mean) : 0;
	}
}

double as_bisect_group(const struct as_bisect_seen *s, const struct as_bisect *b, size_t first,
	size_t *last)
{
	double share = b->culprit[first];

	for (*last = first; *last < s->n && s->v[*last].unbuildable; ++*last)
		share += b->culprit[*last + 1];
	return share;
}

static void find_likeliest(const struct as_bisect_seen *s, struct as_bisect *out)
{
	out->share = -1;
	for (size_t first = 1, last; first <= s->n; first = last + 1) {
		const double share = as_bisect_group(s, out, first, &last);
		if (share > out->share * (1 + 1e-12)) {
			out->first = first;
			out->last = last;
			out->share = share;
		}
	}
}

/* More of the same build teaches little about its own effect; a neighbour does. */
static double worth(const struct as_bisect_seen *s, const struct as_bisect *b, size_t c)
{
	const bool known = s->own > 0 && s->v[c].n >= MANY;

	return s->v[c].unbuildable ? 0 : b->open[c] / (known ? 2 : 1);
}

static void find_next(const struct as_bisect_seen *s, struct as_bisect *out)
{
	double most[2] = {0, 0};

	out->next[0] = out->next[1] = 0;
	for (size_t c = 1; c < s->n; c++) {
		const double w = worth(s, out, c);
		if (w > most[0] * (1 + 1e-12)) {
			most[1] = most[0];
			out->next[1] = out->next[0];
			most[0] = w;
			out->next[0] = c;
		} else if (w > most[1] * (1 + 1e-12)) {
			most[1] = w;
			out->next[1] = c;
		}
	}
}

enum as_status as_bisect_weigh(const struct as_bisect_seen *seen, struct as_bisect *out,
	struct as_err *err)
{
	struct weighing w = {.seen = seen, .b = out};
	const size_t room = seen->n + 1;
	double total, pairs = none;

	if (seen->rounds < 2 || seen->n < 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot search between %zu commits after %zu rounds: it takes two of both",
			seen->n, seen->rounds);
	find_noise(seen, out);
	if (!(out->s2 > 0))
		return as_fail(err, AS_ERR_USAGE,
			"cannot weigh versions whose values never vary: a clock too coarse for "
			"them is no measure, and a count that is always the same needs none of "
			"this: git bisect run finds its commit");
	_Static_assert(3 + 2 * LEVELS == AS_BISECT_ROOM(0), "room for all of them");
	w.worse = out->room;
	w.part = w.worse + room;
	w.single = w.part + room;
	for (size_t i = 0; i < LEVELS; i++) {
		w.earlier[i] = w.worse + (3 + 2 * i) * room;
		w.later[i] = w.worse + (4 + 2 * i) * room;
	}
	sum_gains(&w, 1, w.worse);
	total = weigh_single(&w);
	for (size_t i = 0; i < LEVELS; i++)
		pairs = log_add(pairs, weigh_pairs(&w, i));
	total = log_add(total, pairs);
	out->two = exp(pairs - total);
	find_levels(&w, total, out);
	find_likeliest(seen, out);
	find_next(seen, out);
	return AS_OK;
}

size_t as_bisect_credible(const struct as_bisect *b, size_t n, size_t *set)
{
	double sum = 0;
	size_t m = 0;

	while (m < n && sum < AS_BISECT_SURE) {
		size_t best = 0;
		for (size_t k = 1; k <= n; k++) {
			bool taken = false;
			for (size_t i = 0; i < m; i++)
				taken |= set[i] == k;
			if (!taken && (!best || b->culprit[k] > b->culprit[best]))
				best = k;
		}
		set[m++] = best;
		sum += b->culprit[best];
	}
	return m;
}
