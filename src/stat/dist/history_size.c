/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a change: its size, where else it may be, whether it is a slope (2.5, 3.1). */
#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"
#include "stat/dist/history_parts.h"

enum { L = AS_HISTORY_SEGMENT };

/* A place with this much more of the residual sum, in variances of one version, is still possible.
 * */
#define POSSIBLE 6

/* The segment that begins at change i - 1 and ends before change i. */
static struct as_span segment(const size_t *at, size_t n_at, size_t i, size_t n)
{
	return (struct as_span){.from = i ? at[i - 1] : 0, .to = i < n_at ? at[i] : n};
}

static double mean_of(const double *x, struct as_span s)
{
	return as_mean(x + s.from, s.to - s.from);
}

enum as_status as_history_residual(const double *x, size_t n, const size_t *at, size_t n_at,
	size_t recent, struct as_residual *out)
{
	size_t first = n > recent ? n - recent : 0, segments = 0;
	struct as_arena room = {0};
	double *rest = as_arena_array(&room, n, sizeof *rest), sum = 0;
	struct as_residual r = {.s2 = (double)NAN};

	for (size_t i = 0; rest && i <= n_at; i++) {
		struct as_span s = segment(at, n_at, i, n);
		s.from = s.from > first ? s.from : first;
		if (s.from >= s.to)
			continue;
		double mean = mean_of(x, s);
		sum += as_squares(x + s.from, s.to - s.from, mean);
		for (size_t j = s.from; j < s.to; j++)
			rest[j - first] = x[j] - mean;
		segments++;
	}
	r.df = (double)(n - first - segments);
	if (r.df > 0)
		r.s2 = sum / r.df;
	enum as_status st = rest ? as_history_rho(rest, n - first, &room, &r.rho) : AS_ERR_MEM;
	as_arena_release(&room);
	if (!st)
		*out = r;
	return st;
}

/* ---- where else ---- */

/* What the two means of a split before place k take away from the sum of squares of a stretch. */
static double gain(const double *x, struct as_span s, double mean, size_t k, double *left)
{
	double before = (double)(k - s.from), n = (double)(s.to - s.from);

	*left += x[k - 1] - mean;
	return *left * *left * n / (before * (n - before));
}

/* The places between the neighbours of a change at which it may be, too. */
static void surround(const double *x, struct as_span s, double limit, struct as_step_size *out)
{
	double mean = mean_of(x, s), best = -1, left = 0;

	if (s.to - s.from < 2 * L)
		return;
	for (size_t k = s.from + 1; k + L <= s.to; k++) {
		double g = gain(x, s, mean, k, &left);
		best = k >= s.from + L && g > best ? g : best;
	}
	left = 0;
	for (size_t k = s.from + 1; k + L <= s.to; k++) {
		double g = gain(x, s, mean, k, &left);
		if (k < s.from + L || !(best - g <= limit))
			continue;
		out->first = k < out->first ? k : out->first;
		out->last = k > out->last ? k : out->last;
	}
}

/* ---- slopes ---- */

/* Residual sum of squares of the straight line through a stretch. */
static double about_line(const double *x, struct as_span s)
{
	double mean = mean_of(x, s), middle = (double)(s.to - s.from - 1) / 2;
	double xx = 0, xt = 0, tt = 0;

	for (size_t i = s.from; i < s.to; i++) {
		double t = (double)(i - s.from) - middle, d = x[i] - mean;
		xx += d * d;
		xt += d * t;
		tt += t * t;
	}
	return tt > 0 ? xx - xt * xt / tt : xx;
}

/* Whether changes from .. to - 1, all in one direction, are better told as a slope. */
static bool is_slope(const double *x, size_t n, const size_t *at, size_t n_at,
	struct as_span changes, double s2)
{
	double steps = 0, j = (double)(changes.to - changes.from);
	struct as_span all = {.from = segment(at, n_at, changes.from, n).from,
		.to = segment(at, n_at, changes.to, n).to};
	double ln = log((double)(all.to - all.from));

	for (size_t i = changes.from; i <= changes.to; i++) {
		struct as_span s = segment(at, n_at, i, n);
		steps += as_squares(x + s.from, s.to - s.from, mean_of(x, s));
	}
	return about_line(x, all) / s2 + ln < steps / s2 + 2 * j * ln;
}

static void find_slopes(const double *x, size_t n, const size_t *at, size_t n_at, double s2,
	struct as_step_size *size)
{
	size_t known = 0;

	for (size_t from = 0, to = 0; from < n_at; from = to) {
		bool up = size[from].after > size[from].before;
		for (to = from + 1; to < n_at && (size[to].after > size[to].before) == up; to++)
			;
		struct as_span changes = {.from = from, .to = to};
		if (to - from < 2 || !is_slope(x, n, at, n_at, changes, s2))
			continue;
		known++;
		for (size_t i = from; i < to; i++)
			size[i].gradual = known;
	}
}

/* ---- all of it ---- */

static bool is_partition(const size_t *at, size_t n_at, size_t n)
{
	for (size_t i = 0; i < n_at; i++)
		if (!(at[i] > (i ? at[i - 1] : 0) && at[i] < n))
			return false;
	return true;
}

enum as_status as_step_sizes(const double *x, size_t n, const size_t *at, size_t n_at,
	const struct as_residual *noise, double confidence, struct as_step_size *out)
{
	double lambda = (1 + noise->rho) / (1 - noise->rho), t = (double)NAN;

	if (!is_partition(at, n_at, n) || !(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	if (noise->df >= 1 && as_t_factor(confidence, noise->df, &t))
		return AS_ERR_ARG;
	for (size_t i = 0; i < n_at; i++) {
		struct as_span l = segment(at, n_at, i, n), r = segment(at, n_at, i + 1, n);
		double share = 1 / (double)(l.to - l.from) + 1 / (double)(r.to - r.from);
		double half = t * sqrt(noise->s2 * lambda * share);
		struct as_step_size one = {.before = mean_of(x, l), .after = mean_of(x, r),
			.first = at[i], .last = at[i]};
		one.lo = one.after - one.before - half;
		one.hi = one.after - one.before + half;
		if (noise->s2 > 0)
			surround(x, (struct as_span){.from = l.from, .to = r.to},
				POSSIBLE * lambda * noise->s2, &one);
		out[i] = one;
	}
	if (noise->s2 > 0)
		find_slopes(x, n, at, n_at, noise->s2, out);
	return AS_OK;
}
