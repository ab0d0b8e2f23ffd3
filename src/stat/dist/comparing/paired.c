/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/planning/staged.h"

/* Welford's recurrences for old, new (or their logarithms), their difference and their product, so
 * that neither logarithms nor differences need to be kept. */
struct paired_sums {
	double n;
	double mean_old, mean_new, mean_diff;
	double ss_old, ss_new, ss_diff, products;
};

static void sums_add(struct paired_sums *l, double old, double new, double diff)
{
	double d_old = old - l->mean_old, d_new = new - l->mean_new;
	double d_diff = diff - l->mean_diff;

	l->n += 1;
	l->mean_old += d_old / l->n;
	l->mean_new += d_new / l->n;
	l->mean_diff += d_diff / l->n;
	l->ss_old += d_old * (old - l->mean_old);
	l->ss_new += d_new * (new - l->mean_new);
	l->ss_diff += d_diff * (diff - l->mean_diff);
	l->products += d_old * (new - l->mean_new);
}

static bool is_positive(double x)
{
	return x > 0 && isfinite(x);
}

static enum as_status need_two(size_t n, struct as_err *err)
{
	if (n >= 2)
		return AS_OK;
	return as_fail(err, AS_ERR_DATA,
		"a paired comparison needs at least 2 complete rounds; there "
		"are %zu",
		n);
}

static enum as_status gather_sums(const double *old, const double *new, size_t n,
	struct paired_sums *out,
	struct as_err *err)
{
	enum as_status st = need_two(n, err);

	for (size_t b = 0; b < n && !st; b++) {
		if (!is_positive(old[b]) || !is_positive(new[b]))
			return as_fail(err, AS_ERR_DATA,
				"no ratio can be taken in round %zu: its values are %g and %g, and "
				"both must be positive", b + 1, old[b], new[b]);
		sums_add(out, log(old[b]), log(new[b]), log(new[b] / old[b]));
	}
	return st;
}

static double correlation_of(const struct paired_sums *s)
{
	double spread = sqrt(s->ss_old * s->ss_new);

	return spread > 0 ? s->products / spread : 0;
}

static double gain_of(const struct paired_sums *s)
{
	return s->ss_diff > 0 ? (s->ss_old + s->ss_new) / s->ss_diff : 1;
}

/* What the differences of all and of the first blocks say. */
static enum as_status test_of(const struct paired_sums *all, const struct paired_sums *first,
	double confidence,
	struct as_test *out, struct as_err *err)
{
	const struct as_staged series = {.n = (size_t)all->n,
		.mean = all->mean_diff,
		.s = sqrt(all->ss_diff / (all->n - 1)),
		.n_first = (size_t)first->n,
		.s_first = first->n > 1 ? sqrt(first->ss_diff / (first->n - 1)) : 0};

	if (as_staged_test(&series, confidence, out))
		return as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	return AS_OK;
}

static size_t first_of(const struct as_blocks *b)
{
	return b->n_first < b->n ? b->n_first : b->n;
}

enum as_status as_staged_log_ratio(
	const struct as_blocks *b, double confidence, struct as_paired *out, struct as_err *err)
{
	struct paired_sums all = {0}, first = {0};
	struct as_test t;
	enum as_status st = gather_sums(b->old, b->new, b->n, &all, err);

	if (!st && first_of(b) >= 2)
		st = gather_sums(b->old, b->new, first_of(b), &first, err);
	if (!st)
		st = test_of(&all, &first, confidence, &t, err);
	if (st)
		return st;
	double sd = sqrt(all.ss_diff / (all.n - 1));
	*out = (struct as_paired){
		.blocks = b->n,
		.ratio = exp(t.estimate),
		.lo = exp(t.lo),
		.hi = exp(t.hi),
		.log = t,
		.sd = sd,
		.correlation = correlation_of(&all),
		.gain = gain_of(&all),
	};
	return AS_OK;
}

enum as_status as_paired_log_ratio(const double *old, const double *new, size_t n_blocks,
	double confidence, struct as_paired *out, struct as_err *err)
{
	return as_staged_log_ratio(
		&(struct as_blocks){old, new, n_blocks, 0}, confidence, out, err);
}

static enum as_status gather_differences(
	const double *old, const double *new, size_t n, struct paired_sums *out, struct as_err *err)
{
	enum as_status st = need_two(n, err);

	for (size_t b = 0; b < n && !st; b++) {
		if (!isfinite(old[b]) || !isfinite(new[b]))
			return as_fail(err, AS_ERR_ARG, "round %zu has no finite values", b + 1);
		sums_add(out, old[b], new[b], new[b] - old[b]);
	}
	return st;
}

enum as_status as_staged_difference(const struct as_blocks *b, double confidence,
	struct as_paired_difference *out, struct as_err *err)
{
	struct paired_sums all = {0}, first = {0};
	struct as_test t;
	enum as_status st = gather_differences(b->old, b->new, b->n, &all, err);

	if (!st && first_of(b) >= 2)
		st = gather_differences(b->old, b->new, first_of(b), &first, err);
	if (!st)
		st = test_of(&all, &first, confidence, &t, err);
	if (st)
		return st;
	*out = (struct as_paired_difference){.blocks = b->n,
		.test = t,
		.sd = sqrt(all.ss_diff / (all.n - 1)),
		.correlation = correlation_of(&all),
		.gain = gain_of(&all)};
	return AS_OK;
}

enum as_status as_paired_difference(const double *old, const double *new, size_t n_blocks,
	double confidence, struct as_paired_difference *out, struct as_err *err)
{
	return as_staged_difference(
		&(struct as_blocks){old, new, n_blocks, 0}, confidence, out, err);
}

/* One group of blocks: those where `new_second` is `second`. */
static struct as_side group(const double *d, const bool *new_second, size_t n, bool second)
{
	struct as_side s = {0};
	double ss = 0;

	for (size_t b = 0; b < n; b++) {
		if (new_second[b] != second)
			continue;
		double step = d[b] - s.mean;
		s.r++;
		s.mean += step / (double)s.r;
		ss += step * (d[b] - s.mean);
	}
	s.s2 = s.r > 1 ? ss / (double)(s.r - 1) : 0;
	return s;
}

enum as_status as_position_effect(const double *log_ratio, const bool *new_second, size_t n_blocks,
	struct as_position *out)
{
	struct as_side first = group(log_ratio, new_second, n_blocks, false);
	struct as_side second = group(log_ratio, new_second, n_blocks, true);
	struct as_test t;
	enum as_status st = as_welch(&first, &second, 0.95, &t, NULL);

	if (st)
		return st;
	*out = (struct as_position){.effect = t.estimate / 2, .has_p = t.has_p, .p = t.p};
	return AS_OK;
}
