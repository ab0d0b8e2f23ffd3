/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/decide.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/quantile.h"
#include "stat/dist/dist.h"

enum as_blocked_choice as_blocked_analysis(size_t planned_blocks)
{
	return planned_blocks >= AS_BLOCKS_PAIRED ? AS_BLOCKED_PAIRED : AS_BLOCKED_WELCH;
}

enum as_status as_test_t(double estimate, double se, double df, double confidence,
	struct as_test *out)
{
	double factor = 0, p = 0;
	bool varies = se > 0;

	if (!isfinite(estimate) || !(se >= 0 && se <= DBL_MAX))
		return AS_ERR_ARG;
	if (as_t_factor(confidence, df, &factor))
		return AS_ERR_ARG;
	if (varies && as_t_two_sided_p(estimate / se, df, &p))
		return AS_ERR_ARG;
	*out = (struct as_test){
		.estimate = estimate,
		.lo = estimate - factor * se,
		.hi = estimate + factor * se,
		.se = se,
		.confidence = confidence,
		.has_p = varies,
		.t = varies ? estimate / se : 0,
		.df = varies ? df : 0,
		.p = p,
		.half_width = factor * se,
		.p_single = p,
	};
	return AS_OK;
}

enum as_status as_welch(const struct as_side *old, const struct as_side *new, double confidence,
	struct as_test *out, struct as_err *err)
{
	if (!isfinite(old->mean) || !isfinite(new->mean) ||
		!(old->s2 >= 0 && old->s2 <= DBL_MAX && new->s2 >= 0 && new->s2 <= DBL_MAX))
		return as_fail(err, AS_ERR_ARG, "a side has no finite mean and variance");
	if (old->r < 2 || new->r < 2)
		return as_fail(err, AS_ERR_DATA,
			"a comparison needs at least 2 units on each side; there are %zu and %zu",
			old->r, new->r);
	double dfa = (double)(old->r - 1), dfb = (double)(new->r - 1);
	double a = old->s2 / (double)old->r, b = new->s2 / (double)new->r;
	double least = fmin(dfa, dfb), df = least;
	if (a + b > 0) /* rounding must not take df below its bound */
		df = fmax((a + b) * (a + b) / (a * a / dfa + b * b / dfb), least);
	if (as_test_t(new->mean - old->mean, sqrt(a + b), df, confidence, out))
		return as_fail(err, AS_ERR_ARG, "a confidence must lie between 0 and 1");
	return AS_OK;
}

/* How many of n sorted numbers are less than x. */
static size_t count_below(const double *sorted, size_t n, double x)
{
	size_t from = 0;

	while (from < n) {
		const size_t half = from + (n - from) / 2;
		if (sorted[half] < x)
			from = half + 1;
		else
			n = half;
	}
	return from;
}

enum as_status as_holm(const double *p, size_t n, double *adjusted)
{
	double running = 0;

	for (size_t i = 0; i < n; i++)
		if (!(p[i] >= 0 && p[i] <= 1))
			return AS_ERR_ARG;
	struct as_arena room = {0};
	double *sorted = as_arena_array(&room, 2 * n + 1, sizeof *sorted);
	if (!sorted)
		return AS_ERR_MEM;
	double *by_rank = sorted + n;
	memcpy(sorted, p, n * sizeof *sorted);
	as_sort(sorted, n);
	for (size_t rank = 0; rank < n; rank++) {
		running = fmax(running, fmin(1, (double)(n - rank) * sorted[rank]));
		by_rank[rank] = running;
	}
	/* Equal ones have what the first of them has. */
	for (size_t i = 0; i < n; i++)
		adjusted[i] = by_rank[count_below(sorted, n, p[i])];
	as_arena_release(&room);
	return AS_OK;
}

enum as_judgement as_judge(double lo, double hi, double tol)
{
	if (isnan(lo) || isnan(hi))
		return AS_JUDGED_UNDECIDED;
	if (lo > 1)
		return hi <= 1 + tol ? AS_JUDGED_SLOWER_LITTLE : AS_JUDGED_SLOWER;
	if (hi < 1)
		return lo >= 1 - tol ? AS_JUDGED_FASTER_LITTLE : AS_JUDGED_FASTER;
	if (tol > 0 && lo >= 1 - tol && hi <= 1 + tol)
		return AS_JUDGED_EQUIVALENT;
	return AS_JUDGED_UNDECIDED;
}

enum as_judgement as_judge_difference(double lo, double hi)
{
	if (lo > 0)
		return AS_JUDGED_SLOWER;
	return hi < 0 ? AS_JUDGED_FASTER : AS_JUDGED_UNDECIDED;
}
