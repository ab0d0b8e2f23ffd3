/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/typical.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/core/pairwise.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/stein.h"

enum { EXACT_MAX = 150 };

static const double tiny_above = 1 + 1e-12;

/* P(W <= k) of the signed ranks of n values, k = 0 .. M/2; M = n (n + 1) / 2. One more value adds its
 * rank or does not; the upper half mirrors the lower one, which is all that is kept. */
struct signs {
	size_t n;
	double mean, sd;
	double *cdf; /* of k = 0 .. last; NULL above EXACT_MAX */
	size_t last;
};

static bool make_signs(size_t n, struct as_arena *room, struct signs *out)
{
	const double size = (double)n;

	*out = (struct signs){.n = n, .mean = size * (size + 1) / 4,
		.sd = sqrt(size * (size + 1) * (2 * size + 1) / 24)};
	if (n > EXACT_MAX)
		return true;
	out->last = n * (n + 1) / 4;
	double *p = as_arena_array(room, out->last + 1, sizeof *p);
	if (!p)
		return false;
	p[0] = 1;
	for (size_t rank = 1; rank <= n; rank++) {
		for (size_t k = out->last + 1; k-- > rank;)
			p[k] = (p[k] + p[k - rank]) / 2;
		for (size_t k = 0; k < rank && k <= out->last; k++)
			p[k] /= 2;
	}
	for (size_t k = 1; k <= out->last; k++)
		p[k] += p[k - 1];
	out->cdf = p;
	return true;
}

/* P(W <= k), for k at most M / 2. */
static double at_most(const struct signs *s, uint64_t k)
{
	if (s->cdf)
		return s->cdf[k < s->last ? k : s->last];
	return as_normal_cdf(((double)k + 0.5 - s->mean) / s->sd);
}

/* Beyond any z that a confidence below 1 can have. */
static double normal_quantile(double p)
{
	double z = 40;

	return as_normal_quantile(p, &z) ? 40 : z;
}

/* Averages to leave out at either end, the largest c with P(W <= c) <= tail, plus 1; 0: not even the
 * range reaches it. */
static uint64_t left_out(const struct signs *s, double tail)
{
	if (s->cdf) {
		size_t n = 0;
		while (n <= s->last && s->cdf[n] <= tail * tiny_above)
			n++;
		return n;
	}
	const double c = floor(s->mean - normal_quantile(1 - tail) * s->sd - 0.5);
	return c >= 0 ? (uint64_t)c + 1 : 0;
}

/* The same of the interval whose confidence is nearest 2/3, with that confidence. */
static uint64_t inner(const struct signs *s, double *confidence)
{
	size_t best = 0;

	*confidence = 2.0 / 3;
	if (!s->cdf)
		return (uint64_t)floor(s->mean - normal_quantile(5.0 / 6) * s->sd) + 1;
	for (size_t c = 1; c < s->n * (s->n + 1) / 4; c++)
		if (fabs(1 - 2 * s->cdf[c] - 2.0 / 3) < fabs(1 - 2 * s->cdf[best] - 2.0 / 3))
			best = c;
	*confidence = 1 - 2 * s->cdf[best];
	return best + 1;
}

/* t with n - 1 degrees of freedom; the confidence was checked. */
static double t_of(double confidence, size_t n)
{
	double t = 0;

	return as_t_factor(confidence, (double)(n - 1), &t) ? (double)INFINITY : t;
}

static double p_of_t(double t, size_t n)
{
	double p = 0;

	return as_t_two_sided_p(t, (double)(n - 1), &p) ? 1 : p;
}

static bool all_finite(struct as_values v)
{
	for (size_t i = 0; i < v.n; i++)
		if (!isfinite(v.v[i]))
			return false;
	return true;
}

/* How many pairs are on the far side of `against`, seen from theta; those that are equal are far. */
static uint64_t far_side(const struct as_pairwise *p, double theta, double against)
{
	return theta > against ? as_pairwise_below(p, against, true)
			       : as_pairwise_number(p) - as_pairwise_below(p, against, false);
}

static double p_of_signs(const struct signs *s, const struct as_pairwise *pairs, double theta,
	double against)
{
	const double least = ldexp(1, 1 - (int)(s->n < 1000 ? s->n : 1000));
	const double distance = fabs(theta - against);

	if (!(distance > 0))
		return 1;
	const uint64_t k = far_side(pairs, theta, against);
	if (k)
		return fmin(1, 2 * at_most(s, k));
	const double side =
		theta > against ? theta - pairs->a[0] : pairs->a[pairs->n_a - 1] - theta;
	if (!(side > 0))
		return least;
	return fmin(least, p_of_t(distance / side * t_of(1 - least, s->n), s->n));
}

/* Of more than AS_TYPICAL_FEW sorted values; room for 2 n more. */
static enum as_status by_signs(struct as_pairwise pairs, double against, double confidence,
	struct as_arena *arena, double *room, struct as_typical *out)
{
	const size_t n = pairs.n_a, spare = 2 * n;
	const uint64_t number = as_pairwise_number(&pairs);
	struct signs s;
	double inner_confidence = 0;

	if (!make_signs(n, arena, &s))
		return AS_ERR_MEM;
	const double theta = as_pairwise_median(&pairs, room, spare);
	const uint64_t out_at = left_out(&s, (1 - confidence) / 2);
	const uint64_t in = inner(&s, &inner_confidence);
	double lo = pairs.a[0], hi = pairs.a[n - 1];
	if (out_at) {
		lo = as_pairwise_ranked(&pairs, out_at, room, spare);
		hi = as_pairwise_ranked(&pairs, number + 1 - out_at, room, spare);
	} else {
		const double wider = t_of(confidence, n) / t_of(1 - ldexp(1, 1 - (int)n), n);
		lo = theta - (theta - lo) * wider;
		hi = theta + (hi - theta) * wider;
	}
	const double inside = as_pairwise_ranked(&pairs, number + 1 - in, room, spare) -
		as_pairwise_ranked(&pairs, in, room, spare);
	const double se = inside / (2 * t_of(inner_confidence, n));
	*out = (struct as_typical){.n = n,
		.way = out_at ? AS_TYPICAL_BY_SIGNS : AS_TYPICAL_BEYOND_SIGNS,
		.test = {.estimate = theta, .lo = lo, .hi = hi, .se = se, .confidence = confidence,
			.has_p = pairs.a[n - 1] > pairs.a[0], .df = (double)(n - 1)}};
	if (out->test.has_p) {
		out->test.p = p_of_signs(&s, &pairs, theta, against);
		out->test.t = se > 0 ? (theta - against) / se : 0;
	}
	return AS_OK;
}

/* Of all n values, as if their number were planned. */
static enum as_status single_stage(const double *d, size_t n, double against, double confidence,
	struct as_typical *out)
{
	struct as_arena arena = {0};
	enum as_status st = AS_OK;

	if (n <= AS_TYPICAL_FEW) {
		const double mean = as_mean(d, n);
		struct as_test t;
		st = as_test_t(mean - against, sqrt(as_variance(d, n, mean) / (double)n),
			(double)(n - 1), confidence, &t);
		if (!st) {
			t.estimate += against;
			t.lo += against;
			t.hi += against;
			*out = (struct as_typical){t, AS_TYPICAL_BY_T, n};
		}
		return st;
	}
	double *sorted = as_arena_array(&arena, n, 3 * sizeof *sorted);
	if (!sorted)
		return AS_ERR_MEM;
	memcpy(sorted, d, n * sizeof *sorted);
	as_sort(sorted, n);
	const struct as_pairwise pairs = {.a = sorted, .n_a = n};
	st = by_signs(pairs, against, confidence, &arena, sorted + n, out);
	as_arena_release(&arena);
	return st;
}

static void fill_half_width(struct as_test *t)
{
	t->half_width = fmax(t->hi - t->estimate, t->estimate - t->lo);
}

enum as_status as_signed_ranks(const double *d, size_t n, size_t n_first, double against,
	double confidence, struct as_typical *out)
{
	struct as_typical all = {0}, first = {0};

	if (n < 2)
		return AS_ERR_DATA;
	if (!all_finite((struct as_values){d, n}) || !isfinite(against) || n_first > n ||
		!(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	enum as_status st = single_stage(d, n, against, confidence, &all);
	if (!st && n_first >= 2)
		st = single_stage(d, n_first, 0, confidence, &first);
	if (st)
		return st;
	struct as_test *t = &all.test;
	t->p_single = t->p;
	if (n_first >= 2) {
		const double se = first.test.se * sqrt((double)n_first / (double)n);
		const double h = t_of(confidence, n_first) * se;
		t->two_stage = true;
		t->lo = fmin(t->lo, t->estimate - h);
		t->hi = fmax(t->hi, t->estimate + h);
		if (t->has_p && se > 0)
			t->p = fmax(t->p, p_of_t(fabs(t->estimate - against) / se, n_first));
	}
	fill_half_width(t);
	*out = all;
	return AS_OK;
}

enum as_status as_typical_units(double se, size_t r, double d, double confidence, size_t *out)
{
	double t = 0;

	if (r < 2 || !(se >= 0) || !(d > 0) || as_t_factor(confidence, (double)(r - 1), &t))
		return AS_ERR_ARG;
	*out = as_units_to_meet(r, t * se, d);
	return AS_OK;
}

enum as_typical_way as_typical_unpaired(size_t units_old, size_t units_new, size_t least_below)
{
	const bool few = units_old <= AS_TYPICAL_FEW || units_new <= AS_TYPICAL_FEW;

	return few || least_below > AS_TYPICAL_FEW ? AS_TYPICAL_BY_WELCH : AS_TYPICAL_BY_RANKS;
}

/* Differences to leave out at either end; 0: so few units cannot reach the confidence. */
static uint64_t ranks_left_out(const struct as_rank_law *law, double tail)
{
	const double pairs = (double)law->n_old * (double)law->n_new;

	if (law->cdf) {
		size_t n = 0;
		while (n < law->n_old * law->n_new && law->cdf[n] <= tail * tiny_above)
			n++;
		return n;
	}
	const double u = floor(pairs / 2 - normal_quantile(1 - tail) * law->sd - 0.5);
	return u >= 0 ? (uint64_t)u + 1 : 0;
}

/* Both sides are sorted; room for twice as many numbers. False: the confidence is out of reach. */
static bool by_ranks(const struct as_pairwise *pairs, const struct as_rank_law *law, double against,
	double confidence, double *room, struct as_typical *out)
{
	const size_t n = pairs->n_a + pairs->n_b, spare = n;
	const uint64_t number = as_pairwise_number(pairs);
	const uint64_t at = ranks_left_out(law, (1 - confidence) / 2);

	if (!at)
		return false;
	const double theta = as_pairwise_median(pairs, room, spare);
	const double lo = as_pairwise_ranked(pairs, at, room, spare);
	const double hi = as_pairwise_ranked(pairs, number + 1 - at, room, spare);
	const double se = (hi - lo) / 2 / t_of(confidence, n - 1);
	*out = (struct as_typical){.n = n, .way = AS_TYPICAL_BY_RANKS,
		.test = {.estimate = theta, .lo = lo, .hi = hi, .se = se, .confidence = confidence,
			.has_p = pairs->a[pairs->n_a - 1] > pairs->a[0] ||
				pairs->b[pairs->n_b - 1] > pairs->b[0],
			.df = (double)(n - 2), .p = 1}};
	if (!out->test.has_p) {
		out->test.p = 0;
	} else if (fabs(theta - against) > 0) {
		const uint64_t k = far_side(pairs, theta, against);
		const double below = law->cdf ? law->cdf[k]
			: as_normal_cdf(((double)k + 0.5 - law->mean) / law->sd);
		out->test.p = fmin(1, 2 * below);
		out->test.t = se > 0 ? (theta - against) / se : 0;
	}
	return true;
}

static enum as_status by_welch(struct as_values old, struct as_values new, double against,
	double confidence, struct as_typical *out)
{
	const struct as_side a = as_side_of(old.v, old.n);
	struct as_side b = as_side_of(new.v, new.n);
	struct as_test t;

	b.mean -= against;
	enum as_status st = as_welch(&a, &b, confidence, &t, NULL);
	if (st)
		return st;
	t.estimate += against;
	t.lo += against;
	t.hi += against;
	*out = (struct as_typical){t, AS_TYPICAL_BY_WELCH, old.n + new.n};
	return AS_OK;
}

enum as_status as_typical_shift(struct as_values old, struct as_values new, enum as_typical_way way,
	double against, double confidence, struct as_typical *out)
{
	const size_t n = old.n + new.n;
	struct as_arena arena = {0};
	struct as_rank_law law = {0};
	struct as_typical t = {0};
	bool done = false;

	if (old.n < 2 || new.n < 2)
		return AS_ERR_DATA;
	if (!all_finite(old) || !all_finite(new) || !isfinite(against) ||
		!(confidence > 0 && confidence < 1))
		return AS_ERR_ARG;
	if (way == AS_TYPICAL_BY_RANKS) {
		double *a = as_arena_array(&arena, n, 2 * sizeof *a), *b = a ? a + old.n : NULL;
		if (!a || as_rank_law_init(&law, old.n, new.n, 0)) {
			as_arena_release(&arena);
			return AS_ERR_MEM;
		}
		memcpy(a, old.v, old.n * sizeof *a);
		memcpy(b, new.v, new.n * sizeof *b);
		as_sort(a, old.n);
		as_sort(b, new.n);
		const struct as_pairwise pairs = {a, b, old.n, new.n};
		done = by_ranks(&pairs, &law, against, confidence, a + n, &t);
		as_rank_law_release(&law);
		as_arena_release(&arena);
	}
	enum as_status st = done ? AS_OK : by_welch(old, new, against, confidence, &t);
	if (!st) {
		t.test.p_single = t.test.p;
		fill_half_width(&t.test);
		*out = t;
	}
	return st;
}

/* The first of the sorted values that is above v, or with `equal` not below it. */
static size_t first_above(const double *sorted, size_t n, double v, bool equal)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		const size_t middle = lo + (hi - lo) / 2;
		if (sorted[middle] > v || (equal && !(sorted[middle] < v)))
			hi = middle;
		else
			lo = middle + 1;
	}
	return lo;
}

void as_typical_scores(const double *x, size_t n, double theta, double *phi, double *room)
{
	memcpy(room, x, n * sizeof *room);
	as_sort(room, n);
	for (size_t i = 0; i < n; i++) {
		const double v = 2 * theta - x[i];
		const size_t above = n - first_above(room, n, v, false);
		const size_t from = n - first_above(room, n, v, true);
		phi[i] = ((double)above + 0.5 * (double)(from - above)) / (double)n;
	}
}

void as_typical_pseudo_values(const double *x, size_t n, double theta, double s, double *z,
	double *room)
{
	if (n <= AS_TYPICAL_FEW) {
		memcpy(z, x, n * sizeof *z);
		return;
	}
	as_typical_scores(x, n, theta, z, room);
	const double mean = as_mean(z, n), sd = sqrt(as_variance(z, n, mean));
	for (size_t i = 0; i < n; i++)
		z[i] = sd > 0 ? theta + s * (z[i] - mean) / sd : theta;
}

double as_typical_of(double *x, size_t n, double *room)
{
	if (n <= AS_TYPICAL_FEW)
		return as_mean(x, n);
	as_sort(x, n);
	return as_pairwise_median(&(struct as_pairwise){.a = x, .n_a = n}, room, n);
}

void as_typical_printed(const double *own, const double *ratio, size_t n, double *printed)
{
	double sum = 0;

	for (size_t s = 0; s < n; s++)
		sum += own[s] - ratio[s];
	for (size_t s = 0; s < n; s++)
		printed[s] = sum / (double)n + ratio[s];
}

double as_typical_widening(double step, double typical, double s)
{
	const double share = step / typical;

	return share > 0 && share >= s / 2 ? log1p(share / 2) : 0;
}
