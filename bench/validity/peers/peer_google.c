/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Google Benchmark: mean and standard deviation of repetitions; compare.py: p of the U test of scipy,
 * exact where a side has at most 8 values, else normal with a continuity correction; 0.05 decides. */
#include <math.h>

#include "peer_rules.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/dist.h"

enum { EXACT = 8 };

static const double alpha = 0.05;

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	return as_peer_rule_HYPERFINE.one(side, out, err);
}

static enum as_status exact_p(const struct as_peer_side *old, const struct as_peer_side *new,
	double *out, struct as_err *err)
{
	struct as_rank_test t;
	enum as_status st = as_rank_compare((struct as_values){old->v, old->n},
		(struct as_values){new->v, new->n}, 1 - alpha, NULL, &t, err);

	*out = st ? (double)NAN : t.p;
	return st;
}

static double normal_p(const struct as_peer_side *old, const struct as_peer_side *new)
{
	const double pairs = (double)old->n * (double)new->n;
	double u = 0;

	for (size_t i = 0; i < old->n; i++)
		for (size_t j = 0; j < new->n; j++)
			u += new->v[j] > old->v[i] ? 1 : new->v[j] < old->v[i] ? 0 : 0.5;
	const double sd = sqrt(pairs * (double)(old->n + new->n + 1) / 12);
	return fmin(1, 2 * as_normal_cdf(-(fmax(u, pairs - u) - pairs / 2 - 0.5) / sd));
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	const struct as_side a = as_side_of(old->v, old->n), b = as_side_of(new->v, new->n);
	enum as_status st = AS_OK;

	out->ratio = b.mean / a.mean;
	if (old->n < 2 || new->n < 2)
		return AS_OK; /* it does not test then */
	if (old->n <= EXACT || new->n <= EXACT)
		st = exact_p(old, new, &out->p, err);
	else
		out->p = normal_p(old, new);
	out->finding = !(out->p < alpha) ? AS_PEER_SAME : b.mean > a.mean ? AS_PEER_MORE
		: AS_PEER_LESS;
	return st;
}

const struct as_peer_rule as_peer_rule_GOOGLE = {one, two};
