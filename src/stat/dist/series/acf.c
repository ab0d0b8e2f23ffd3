/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/series/acf.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"
#include "stat/dist/random.h"
#include "stat/dist/series/series.h"

enum {
	FEW = 64, /* lags that are summed one by one, which is quicker for the 40 of pictures */
	SIDE = 5, /* values on each side of the median */
	AT_ONCE = 128, /* places drawn at once */
	TURNS = 1024, /* as many as are quickly looked up */
};

size_t as_lags(size_t n)
{
	return n / 5 < AS_LAGS_MAX ? n / 5 : AS_LAGS_MAX;
}

static double product(const double *x, size_t n, double mean, size_t lag)
{
	double sum = 0;

	for (size_t i = lag; i < n; i++)
		sum += (x[i] - mean) * (x[i - lag] - mean);
	return sum;
}

/* Complex numbers, as two arrays. */
struct wave {
	double *re, *im;
	size_t n; /* a power of two */
};

/* A turn by -pi k / half. */
struct turn {
	double c, s;
};

static struct turn turn_of(size_t k, size_t half)
{
	const double angle = M_PI * (double)k / (double)half;

	return (struct turn){cos(angle), -sin(angle)};
}

static void swap(double *x, size_t i, size_t j)
{
	double v = x[i];

	x[i] = x[j];
	x[j] = v;
}

/* The order in which neighbours are combined first: places with their bits reversed. */
static void reverse(struct wave *w)
{
	for (size_t i = 1, j = 0; i < w->n; i++) {
		size_t bit = w->n >> 1;
		for (; j & bit; bit >>= 1)
			j ^= bit;
		j |= bit;
		if (i < j) {
			swap(w->re, i, j);
			swap(w->im, i, j);
		}
	}
}

static void combine(struct wave *w, size_t i, size_t half, struct turn t)
{
	const double re = w->re[i + half] * t.c - w->im[i + half] * t.s;
	const double im = w->re[i + half] * t.s + w->im[i + half] * t.c;

	w->re[i + half] = w->re[i] - re;
	w->im[i + half] = w->im[i] - im;
	w->re[i] += re;
	w->im[i] += im;
}

/* Discrete Fourier transform in place (Cooley and Tukey 1965). Neighbours in memory are combined one
 * after the other: where halves are short, by turns that are looked up; where they are long, of few pairs
 * of halves, these go side by side. */
static void transform(struct wave *w)
{
	struct turn turn[TURNS];

	reverse(w);
	for (size_t half = 1; half < w->n; half *= 2) {
		for (size_t k = 0; k < half && half <= TURNS; k++)
			turn[k] = turn_of(k, half);
		for (size_t at = 0; at < w->n && half <= TURNS; at += 2 * half)
			for (size_t k = 0; k < half; k++)
				combine(w, at + k, half, turn[k]);
		for (size_t k = 0; k < half && half > TURNS; k++) {
			const struct turn t = turn_of(k, half);
			for (size_t i = k; i < w->n; i += 2 * half)
				combine(w, i, half, t);
		}
	}
}

/* Twice as many real numbers were transformed as complex ones, those of even places as real parts: of
 * their own transform, number k as `low` and number n - k as `high`, squared. k up to n / 2. */
static void powers(const struct wave *w, size_t k, double *low, double *high)
{
	const size_t other = k ? w->n - k : 0;
	const struct turn t = turn_of(k, w->n);
	/* even is (z + conj z') / 2, odd (z - conj z') / 2i */
	const double even_re = (w->re[k] + w->re[other]) / 2,
		     even_im = (w->im[k] - w->im[other]) / 2;
	const double odd_re = (w->im[k] + w->im[other]) / 2, odd_im = (w->re[other] - w->re[k]) / 2;
	const double re = odd_re * t.c - odd_im * t.s, im = odd_re * t.s + odd_im * t.c;

	*low = (even_re + re) * (even_re + re) + (even_im + im) * (even_im + im);
	*high = (even_re - re) * (even_re - re) + (even_im - im) * (even_im - im);
}

/* The squares of the transform of 2 n real numbers, which are the same from both ends, as complex ones of
 * n: those of even places are the real parts. */
static void square(struct wave *w)
{
	const size_t n = w->n;
	double last = 0;

	powers(w, 0, &w->re[0], &last);
	w->im[0] = 0;
	for (size_t k = 1; k <= n / 2; k++) {
		double low, high;
		powers(w, k, &low, &high);
		w->re[k] = low;
		w->re[n - k] = high;
	}
	/* re has squares 0 to n - 1 now, and `last` is square n; square i beyond is that of 2 n - i */
	for (size_t j = 0; j < n; j++) {
		const size_t odd = 2 * j + 1;
		w->im[j] = w->re[odd < n ? odd : 2 * n - odd];
	}
	for (size_t j = 0; j < n / 2; j++)
		w->re[j] = w->re[2 * j];
	w->re[n / 2] = last;
	for (size_t j = n / 2 + 1; j < n; j++)
		w->re[j] = w->re[n - j];
}

/* Number h, below n, of the transform of 2 n real numbers that are the same from both ends. */
static double real_at(const struct wave *w, size_t h)
{
	const size_t other = h ? w->n - h : 0;
	const struct turn t = turn_of(h, w->n);
	const double odd_re = (w->im[h] + w->im[other]) / 2, odd_im = (w->re[other] - w->re[h]) / 2;

	return (w->re[h] + w->re[other]) / 2 + odd_re * t.c - odd_im * t.s;
}

/* All products of distances from the mean at once: the transform of the squares of the transform. */
static enum as_status products(const double *x, size_t n, double mean, size_t lags, double *out)
{
	struct as_arena room = {0};
	struct wave w = {.n = 2};

	while (2 * w.n < n + lags)
		w.n *= 2;
	w.re = as_arena_array(&room, w.n, sizeof *w.re);
	w.im = as_arena_array(&room, w.n, sizeof *w.im);
	if (!w.re || !w.im) {
		as_arena_release(&room);
		return AS_ERR_MEM;
	}
	for (size_t i = 0; i < n; i++)
		(i % 2 ? w.im : w.re)[i / 2] = x[i] - mean;
	transform(&w);
	square(&w);
	transform(&w);
	for (size_t h = 1; h <= lags; h++)
		out[h - 1] = real_at(&w, h) / (2 * (double)w.n);
	as_arena_release(&room);
	return AS_OK;
}

static bool varies(const double *x, size_t n)
{
	double min, max;

	as_extremes(x, n, &min, &max);
	return max > min;
}

/* It has an autocorrelation. */
static enum as_status check(const double *x, size_t n, struct as_err *err)
{
	enum as_status st = as_series_check(x, n, err);

	if (!st && !varies(x, n))
		st = as_fail(err, AS_ERR_DATA,
			"all %zu values are equal: whether they depend on each "
			"other cannot be told (timer resolution?)",
			n);
	return st;
}

enum as_status as_acf(const double *x, size_t n, size_t lags, double *out, struct as_err *err)
{
	if (!lags || n <= lags)
		return as_fail(err, AS_ERR_DATA,
			"%zu values have no autocorrelation at lag %zu: it takes "
			"more values than lags",
			n, lags);
	enum as_status st = check(x, n, err);
	if (st)
		return st;
	const double mean = as_mean(x, n), squares = product(x, n, mean, 0);
	if (lags > FEW && products(x, n, mean, lags, out))
		return as_fail_memory(err);
	for (size_t h = 1; h <= lags; h++)
		out[h - 1] = (lags > FEW ? out[h - 1] : product(x, n, mean, h)) / squares;
	return AS_OK;
}

enum as_status as_acf_bound(size_t n, double confidence, double *out)
{
	double z = 0;

	if (!n || !(confidence > 0) || as_normal_quantile((1 + confidence) / 2, &z))
		return AS_ERR_ARG;
	*out = z / sqrt((double)n);
	return AS_OK;
}

enum as_status as_ljung_box(const double *r, size_t lags, size_t n, struct as_ljung_box *out)
{
	double sum = 0, p = 0;

	if (!lags || lags >= n)
		return AS_ERR_ARG;
	for (size_t h = 1; h <= lags; h++)
		sum += r[h - 1] * r[h - 1] / (double)(n - h);
	double q = (double)n * ((double)n + 2) * sum;
	if (as_chi2_upper_p(q, (double)lags, &p))
		return AS_ERR_ARG;
	*out = (struct as_ljung_box){.q = q, .p = p, .df = lags};
	return AS_OK;
}

static void count_runs(const double *x, size_t n, double median, struct as_runs *out)
{
	int side = 0;

	for (size_t i = 0; i < n; i++) {
		int now = x[i] > median ? 1 : x[i] < median ? -1 : 0;
		out->above += now > 0;
		out->below += now < 0;
		out->runs += now && now != side;
		side = now ? now : side;
	}
}

enum as_status as_runs_test(const double *x, size_t n, struct as_runs *out, struct as_err *err)
{
	struct as_arena room = {0};
	struct as_runs r = {0};
	enum as_status st = as_series_check(x, n, err);

	if (st)
		return st;
	double *sorted = as_arena_array(&room, n, sizeof *sorted);
	if (!sorted)
		return as_fail_memory(err);
	memcpy(sorted, x, n * sizeof *x);
	as_sort(sorted, n);
	count_runs(x, n, as_median(sorted, n), &r);
	as_arena_release(&room);
	if (r.above < SIDE || r.below < SIDE)
		return as_fail(err, AS_ERR_DATA,
			"the runs test needs %d values above and below the median; "
			"there are %zu and %zu",
			SIDE, r.above, r.below);
	double a = (double)r.above, b = (double)r.below, mu = 2 * a * b / (a + b) + 1;
	r.z = ((double)r.runs - mu) / sqrt((mu - 1) * (mu - 2) / (a + b - 1));
	r.p = 2 * as_normal_cdf(-fabs(r.z));
	*out = r;
	return AS_OK;
}

/* The largest |sum of products|, and at which lag; lags <= AS_LAGS_MAX. One pass, with a sum for
 * each lag, because the orders are many. */
static double largest(const double *d, size_t n, size_t lags, size_t *lag)
{
	double sum[AS_LAGS_MAX] = {0}, most = -1;

	for (size_t i = 0; i < n && i < AS_LAGS_MAX; i++)
		for (size_t h = 1; h <= i; h++)
			sum[h - 1] += d[i] * d[i - h];
	for (size_t i = AS_LAGS_MAX; i < n; i++)
		for (size_t h = 1; h <= AS_LAGS_MAX; h++)
			sum[h - 1] += d[i] * d[i - h];
	for (size_t h = 0; h < lags; h++)
		if (fabs(sum[h]) > most) {
			most = fabs(sum[h]);
			*lag = h + 1;
		}
	return most;
}

static bool distances(const double *x, size_t n, struct as_arena *a, double **out)
{
	const double mean = as_mean(x, n);
	double *d = as_arena_array(a, n, sizeof *d);

	for (size_t i = 0; d && i < n; i++)
		d[i] = x[i] - mean;
	*out = d;
	return d;
}

/* As as_shuffle, which takes numbers alone; places are drawn many at a time. */
static void reorder(double *d, size_t n, struct as_random *r)
{
	size_t place[AT_ONCE];

	for (size_t i = n; i > 1;) {
		const size_t drawn = i - 1 < AT_ONCE ? i - 1 : AT_ONCE;
		as_random_places(r, i, 1, place, drawn);
		for (size_t k = 0; k < drawn; k++)
			swap(d, --i, place[k]);
	}
}

enum as_status as_reorder_test(const double *x, size_t n, const struct as_reorder *how,
	struct as_reordering *out, struct as_err *err)
{
	struct as_reordering found = {.lags = as_lags(n)};
	struct as_arena room = {0};
	double *d = NULL;
	size_t lag;

	if (!how->orders)
		return as_fail(err, AS_ERR_ARG, "a test by reordering needs at least one order");
	if (!found.lags)
		return as_fail(err, AS_ERR_DATA,
			"a test by reordering needs at least 5 values; there are %zu", n);
	enum as_status st = check(x, n, err);
	if (!st)
		st = distances(x, n, &room, &d) ? AS_OK : as_fail_memory(err);
	if (!st) {
		double own = largest(d, n, found.lags, &found.lag), least = own * (1 - 1e-12);
		found.largest = own / product(d, n, 0, 0);
		while (found.orders < how->orders &&
			!(how->enough && found.as_large >= how->enough)) {
			struct as_random r;
			as_random_init(&r, how->seed, AS_RANDOM_REORDER,
				how->series * how->orders + found.orders);
			reorder(d, n, &r);
			/* The own order, come upon again, is as large, in whatever order it is
			 * summed. */
			found.as_large += largest(d, n, found.lags, &lag) >= least;
			found.orders++;
		}
		found.p = (1 + (double)found.as_large) / (1 + (double)found.orders);
		*out = found;
	}
	as_arena_release(&room);
	return st;
}
