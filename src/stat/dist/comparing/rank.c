/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/rank.h"

#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"
#include "stat/dist/dist.h"

/* Numbers of arrangements with i old units grow row by row: f(i, j)[u] = f(i - 1, j)[u - j] + f(i,
 * j - 1)[u], the largest unit being a new one or an old one. One row is kept; u runs down, so that
 * a row can be written over the one before. Counts up to C(100, 50) = 1e29 are sums of positive
 * numbers and keep 13 digits in a double. */
static void count_arrangements(double *f, size_t n_old, size_t n_new)
{
	size_t width = n_old * n_new + 1;

	for (size_t j = 0; j <= n_new; j++)
		f[j * width] = 1;
	for (size_t i = 1; i <= n_old; i++)
		for (size_t j = 1; j <= n_new; j++) {
			double *row = &f[j * width];
			const double *left = &f[(j - 1) * width];
			for (size_t u = i * j + 1; u-- > 0;)
				row[u] = (u >= j ? row[u - j] : 0) +
					 (u <= i * (j - 1) ? left[u] : 0);
		}
}

static enum as_status exact_law(struct as_rank_law *law)
{
	/* The law is the same with the sides swapped, and there are as many rows as the second has units. */
	const size_t width = law->n_old * law->n_new + 1;
	const size_t less = law->n_old < law->n_new ? law->n_old : law->n_new;
	struct as_arena rows = {0};
	double *f = as_arena_array(&rows, (less + 1) * width, sizeof *f);
	double *cdf = as_arena_array(&law->room, width, sizeof *cdf), sum = 0;

	if (!f || !cdf) {
		as_arena_release(&rows);
		as_arena_release(&law->room);
		return AS_ERR_MEM;
	}
	count_arrangements(f, law->n_old + law->n_new - less, less);
	for (size_t u = 0; u < width; u++)
		cdf[u] = sum += f[less * width + u];
	for (size_t u = 0; u < width; u++)
		cdf[u] /= sum;
	as_arena_release(&rows);
	law->cdf = cdf;
	return AS_OK;
}

enum as_status as_rank_law_init(struct as_rank_law *law, size_t n_old, size_t n_new, double ties)
{
	double n = (double)n_old + (double)n_new, pairs = (double)n_old * (double)n_new;

	if (!n_old || !n_new || !(ties >= 0))
		return AS_ERR_ARG;
	*law = (struct as_rank_law){.n_old = n_old, .n_new = n_new, .mean = pairs / 2,
		.sd = sqrt(fmax(pairs / 12 * (n + 1 - ties / (n * (n - 1))), 0))};
	if (ties > 0 || pairs > AS_RANK_EXACT_PAIRS)
		return AS_OK;
	return exact_law(law);
}

void as_rank_law_release(struct as_rank_law *law)
{
	as_arena_release(&law->room);
	*law = (struct as_rank_law){0};
}

/* P(U <= u), with a continuity correction of 1/2 where it is approximate. */
static double at_most(const struct as_rank_law *law, double u)
{
	double most = (double)law->n_old * (double)law->n_new;

	if (u < 0)
		return 0;
	if (u >= most)
		return 1;
	if (law->cdf)
		return law->cdf[(size_t)u];
	return law->sd > 0 ? as_normal_cdf((u + 0.5 - law->mean) / law->sd) : 0.5;
}

/* The smallest u >= 1 with P(U <= u) > alpha / 2, R's convention. */
static size_t left_out(const struct as_rank_law *law, double alpha)
{
	size_t lo = 0, hi = law->n_old * law->n_new; /* P(U <= hi) = 1 */

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;
		if (at_most(law, (double)middle) > alpha / 2)
			hi = middle;
		else
			lo = middle + 1;
	}
	return lo ? lo : 1;
}

/* One after the last value that is equal to x[from]; x is sorted. */
static size_t end_of_ties(const double *x, size_t n, size_t from)
{
	size_t to = from + 1;

	while (to < n && !(x[to] > x[from]))
		to++;
	return to;
}

/* sum of t^3 - t over groups of equal values; x is sorted. */
static double count_ties(const double *x, size_t n)
{
	double sum = 0;

	for (size_t from = 0, to; from < n; from = to) {
		to = end_of_ties(x, n, from);
		double t = (double)(to - from);
		sum += t * (t * t - 1);
	}
	return sum;
}

static bool all_finite(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

/* One more unit: f[k width + s] becomes the number of ways to choose k of the units so far whose
 * doubled midranks sum to s. They come in ascending order, so that k of them sum to k doubled at most.
 */
static void add_unit(double *f, size_t most, size_t width, size_t doubled)
{
	for (size_t k = most; k > 0; k--)
		for (size_t s = doubled; s < width && s <= k * doubled; s++)
			f[k * width + s] += f[(k - 1) * width + s - doubled];
}

/* Two-sided p of u among all splits of these values, ties as they are: twice the smaller tail, for
 * the law need not be symmetric. Counts up to C(40, 20) = 1.4e11 are whole numbers in a double. */
static enum as_status tied_p(const double *sorted, size_t n_old, size_t n_new, double u,
	struct as_arena *room, double *p)
{
	size_t n = n_old + n_new, width = n * (n + 1) + 1;
	size_t at = (size_t)(2 * u) + n_new * (n_new + 1); /* doubled sum of the ranks of new */
	double *f = as_arena_array(room, (n_new + 1) * width, sizeof *f);
	double below = 0, above = 0;

	if (!f)
		return AS_ERR_MEM;
	f[0] = 1;
	for (size_t from = 0, to; from < n; from = to) {
		to = end_of_ties(sorted, n, from);
		for (size_t i = from; i < to; i++)
			add_unit(f, n_new, width, from + 1 + to);
	}
	const double *ways = f + n_new * width;
	for (size_t s = 0; s < width; s++)
		*(s < at ? &below : &above) += ways[s];
	*p = fmin(1, 2 * fmin(below + ways[at], above) / (below + above));
	return AS_OK;
}

/* All new - old, sorted. */
static void find_differences(struct as_values old, struct as_values new, double *differences)
{
	size_t n = 0;

	for (size_t i = 0; i < old.n; i++)
		for (size_t j = 0; j < new.n; j++)
			differences[n++] = new.v[j] - old.v[i];
	as_sort(differences, n);
}

/* Pairs in which new is larger, ties as one half; both are sorted. */
static double count_larger(struct as_values old, struct as_values new)
{
	size_t below = 0, to = 0;
	double u = 0;

	for (size_t j = 0; j < new.n; j++) {
		while (below < old.n && old.v[below] < new.v[j])
			below++;
		for (to = to < below ? below : to; to < old.n && old.v[to] <= new.v[j];)
			to++;
		u += (double)below + 0.5 * (double)(to - below);
	}
	return u;
}

double as_rank_smallest_p(size_t n_old, size_t n_new)
{
	double p = 2;

	for (size_t i = 1; i <= n_old && p > 0; i++)
		p *= (double)i / ((double)n_new + (double)i);
	return fmin(1, p);
}

static void fill_shift(struct as_rank_test *t, const struct as_rank_law *law,
	const double *differences, double confidence)
{
	size_t pairs = law->n_old * law->n_new;

	t->shift = as_median(differences, pairs);
	t->k = left_out(law, 1 - confidence);
	/* With one unit on each side k = 1 is already beyond the middle of the one difference. */
	if (t->k > (pairs + 1) / 2)
		t->k = (pairs + 1) / 2;
	t->lo = differences[t->k - 1];
	t->hi = differences[pairs - t->k];
	t->confidence = fmax(0, 1 - 2 * at_most(law, (double)t->k - 1));
}

static enum as_status check(struct as_values old, struct as_values new, struct as_err *err)
{
	if (!old.n || !new.n)
		return as_fail(err, AS_ERR_DATA,
			"a comparison by ranks needs units on both sides; there "
			"are %zu and %zu",
			old.n, new.n);
	if (!all_finite(old.v, old.n) || !all_finite(new.v, new.n))
		return as_fail(err, AS_ERR_DATA, "a comparison by ranks needs finite values");
	return AS_OK;
}

static double *sorted_copy(struct as_arena *room, struct as_values v)
{
	double *x = as_arena_array(room, v.n, sizeof *x);

	if (!x)
		return NULL;
	memcpy(x, v.v, v.n * sizeof *x);
	as_sort(x, v.n);
	return x;
}

/* What of two samples is known once: the law of U, to be released, and U with its p. */
struct ranking {
	const struct as_rank_law *law;
	struct as_rank_law own;
	struct as_arena room;
};

static void close_ranking(struct ranking *r)
{
	as_rank_law_release(&r->own);
	as_arena_release(&r->room);
}

static enum as_status open_ranking(struct ranking *r, struct as_values old, struct as_values new,
	const struct as_rank_law *law, struct as_rank_test *t)
{
	const double *a = sorted_copy(&r->room, old), *b = sorted_copy(&r->room, new);
	double *all = as_arena_array(&r->room, old.n + new.n, sizeof *all);

	if (!a || !b || !all)
		return AS_ERR_MEM;
	memcpy(all, a, old.n * sizeof *all);
	memcpy(all + old.n, b, new.n * sizeof *all);
	as_sort(all, old.n + new.n);
	const double ties = count_ties(all, old.n + new.n);
	const bool few = old.n <= AS_RANK_TIES_MAX && new.n <= AS_RANK_TIES_MAX;
	const bool given = law && (few || !(ties > 0));
	r->law = given ? law : &r->own;
	if (!given && as_rank_law_init(&r->own, old.n, new.n, few ? 0 : ties))
		return AS_ERR_MEM;
	t->u = count_larger((struct as_values){a, old.n}, (struct as_values){b, new.n});
	t->exact = r->law->cdf;
	t->p = fmin(1, 2 * at_most(r->law, fmin(t->u, (double)(old.n * new.n) - t->u)));
	t->smallest_p = as_rank_smallest_p(old.n, new.n);
	return few && ties > 0 ? tied_p(all, old.n, new.n, t->u, &r->room, &t->p) : AS_OK;
}

enum as_status as_rank_compare(struct as_values old, struct as_values new, double confidence,
	const struct as_rank_law *law, struct as_rank_test *out, struct as_err *err)
{
	enum as_status st = check(old, new, err);
	struct as_rank_test t = {0};
	struct ranking r = {0};

	if (!(confidence > 0 && confidence < 1))
		return as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	if (st)
		return st;
	double *differences = as_arena_array(&r.room, old.n * new.n, sizeof *differences);
	if (!differences || open_ranking(&r, old, new, law, &t)) {
		st = as_fail_memory(err);
	} else {
		find_differences(old, new, differences);
		fill_shift(&t, r.law, differences, confidence);
		*out = t;
	}
	close_ranking(&r);
	return st;
}

enum as_status as_rank_p(struct as_values old, struct as_values new, const struct as_rank_law *law,
	struct as_rank_test *out, struct as_err *err)
{
	enum as_status st = check(old, new, err);
	struct as_rank_test t = {0};
	struct ranking r = {0};

	if (st)
		return st;
	st = open_ranking(&r, old, new, law, &t) ? as_fail_memory(err) : AS_OK;
	close_ranking(&r);
	if (!st)
		*out = t;
	return st;
}
