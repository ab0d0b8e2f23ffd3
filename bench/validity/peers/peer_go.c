/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchstat: the median with an interval of order statistics of at least 95 %, of which the end that is
 * farther from it is said in percent; p of the U test, 0.05 decides.
 * (aclements/go-moremath stats/quantileci.go, golang.org/x/perf benchmath.) */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "peer_rules.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/dist.h"

enum { EXACT = 30 };

static const double alpha = 0.05;

/* P(X = k) of n throws of a coin. */
static double coin(size_t n, double k)
{
	if (k < 0 || k > (double)n)
		return 0;
	return exp(lgamma((double)n + 1) - lgamma(k + 1) - lgamma((double)n - k + 1) -
		(double)n * log(2));
}

/* From the likeliest on the likelier neighbour of the two is taken, the lower one of two alike. */
static void few_orders(size_t n, double *lower, double *upper)
{
	const double alike = 1e-9;
	double l = ceil((double)(n + 1) / 2) - 1, r = l + 1, sum = coin(n, l);

	while (sum < 1 - alpha && (l > 0 || r <= (double)n)) {
		const double below = coin(n, l - 1), above = coin(n, r);
		if (below >= above * (1 - alike))
			l--;
		else
			r++;
		sum += fmax(below, above);
	}
	*lower = l;
	*upper = r;
}

/* By the normal law, one order less at the upper end where that is enough. */
static enum as_status many_orders(size_t n, double *lower, double *upper)
{
	const double mean = (double)n / 2, sd = sqrt((double)n) / 2;
	double z = 0;
	const enum as_status st = as_normal_quantile(1 - alpha / 2, &z);

	const double l = floor(mean - z * sd - 0.5) + 1;
	const double r = floor(ceil(mean + z * sd - 0.5) + 0.5) + 1;
	const double less = as_normal_cdf((r - 1.5 - mean) / sd) -
		as_normal_cdf((l - 0.5 - mean) / sd);
	*lower = l;
	*upper = less >= 1 - alpha ? r - 1 : r;
	return st;
}

/* The median and the orders around it, from 1; no interval where one of them is none. */
static enum as_status sum_up(const double *sorted, size_t n, struct as_peer_estimate *out)
{
	double l = 0, r = 0;
	enum as_status st = AS_OK;

	out->centre = as_median(sorted, n);
	if (n <= EXACT)
		few_orders(n, &l, &r);
	else
		st = many_orders(n, &l, &r);
	if (st || l < 1 || r > (double)n)
		return st;
	out->lo = sorted[(size_t)l - 1];
	out->hi = sorted[(size_t)r - 1];
	out->spread = out->centre * fmax(out->hi / out->centre - 1, 1 - out->lo / out->centre);
	return AS_OK;
}

static double *sorted_of(const struct as_peer_side *side)
{
	double *v = malloc(side->n * sizeof *v);

	if (!v)
		return NULL;
	memcpy(v, side->v, side->n * sizeof *v);
	as_sort(v, side->n);
	return v;
}

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	double *v = sorted_of(side);
	const enum as_status st = v ? sum_up(v, side->n, out) : as_fail_memory(err);

	free(v);
	return st;
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	struct as_peer_estimate a = as_peer_estimate_none(AS_PEER_GO), b = a;
	struct as_rank_test t = {0};
	enum as_status st = one(old, &a, err);

	if (!st)
		st = one(new, &b, err);
	if (!st)
		st = as_rank_compare((struct as_values){old->v, old->n},
			(struct as_values){new->v, new->n}, 1 - alpha, NULL, &t, err);
	if (st)
		return st;
	out->p = t.p;
	out->ratio = b.centre / a.centre;
	out->finding = out->p > alpha ? AS_PEER_SAME : b.centre > a.centre ? AS_PEER_MORE
		: b.centre < a.centre ? AS_PEER_LESS : AS_PEER_SAME;
	return AS_OK;
}

const struct as_peer_rule as_peer_rule_GO = {one, two};
