/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asv: the median with an interval of 99 %, of order statistics or, of few values, by a Laplace
 * posterior from the least to the largest value at least. Of two first a U test (p < 0.002), whose
 * ties count for no difference, or where that can never say so whether the intervals are apart; and the
 * ratio has to be more than 1.1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "peer_laplace.h"
#include "peer_rules.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/rank.h"
#include "stat/dist/dist.h"
#include "stat/dist/interval.h"

enum { EXACT = 20 };

static const double alpha = 0.01, enough = 0.002, factor = 1.1;

static enum as_status sum_up(const double *sorted, size_t n, struct as_peer_estimate *out,
	struct as_err *err)
{
	struct as_ranks ranks;

	out->centre = as_median(sorted, n);
	if (n < 2)
		return AS_OK;
	if (!as_interval_order(n, 0.5, 1 - alpha, &ranks)) {
		out->lo = sorted[ranks.lower - 1];
		out->hi = sorted[ranks.upper - 1];
		return AS_OK;
	}
	const enum as_status st = as_laplace_ends(sorted, n, alpha, &out->lo, &out->hi, err);
	out->lo = fmin(out->lo, sorted[0]);
	out->hi = fmax(out->hi, sorted[n - 1]);
	return st;
}

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	double *v = malloc(side->n * sizeof *v);

	if (!v)
		return as_fail_memory(err);
	memcpy(v, side->v, side->n * sizeof *v);
	as_sort(v, side->n);
	const enum as_status st = sum_up(v, side->n, out, err);
	free(v);
	return st;
}

/* The U that is nearest to no difference, whichever way ties are broken; at most half of the pairs. */
static double nearest_u(const struct as_peer_side *old, const struct as_peer_side *new)
{
	const size_t half = old->n * new->n / 2;
	size_t more = 0, ties = 0;

	for (size_t i = 0; i < old->n; i++)
		for (size_t j = 0; j < new->n; j++) {
			more += old->v[i] > new->v[j];
			ties += old->v[i] <= new->v[j] && old->v[i] >= new->v[j];
		}
	const size_t least = more < old->n * new->n - more ? more : old->n * new->n - more;
	const size_t broken = more + ties;
	const size_t other = broken < old->n * new->n - broken ? broken : old->n * new->n - broken;
	if (more <= half && broken >= half)
		return (double)half;
	return (double)(least > other ? least : other);
}

static enum as_status u_test(const struct as_peer_side *old, const struct as_peer_side *new,
	double *p)
{
	const double pairs = (double)old->n * (double)new->n, u = nearest_u(old, new);
	struct as_rank_law law = {0};

	if (old->n > EXACT || new->n > EXACT) {
		*p = fmin(1, 2 * as_normal_cdf((u - pairs / 2) /
				sqrt(pairs * (double)(old->n + new->n + 1) / 12)));
		return AS_OK;
	}
	const enum as_status st = as_rank_law_init(&law, old->n, new->n, 0);
	if (!st)
		*p = fmin(1, 2 * law.cdf[(size_t)u]);
	as_rank_law_release(&law);
	return st;
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	struct as_peer_estimate a = as_peer_estimate_none(AS_PEER_ASV), b = a;
	bool apart = false;
	enum as_status st = one(old, &a, err);

	if (!st)
		st = one(new, &b, err);
	if (st)
		return st;
	if (as_rank_smallest_p(old->n, new->n) / 2 < enough) {
		st = u_test(old, new, &out->p);
		apart = out->p < enough;
	} else if (old->n > 1 && new->n > 1) {
		apart = a.hi < b.lo || b.hi < a.lo;
	} else {
		apart = true; /* of single numbers the factor alone decides */
	}
	out->ratio = b.centre / a.centre;
	out->finding = !apart ? AS_PEER_SAME : out->ratio > factor ? AS_PEER_MORE
		: out->ratio < 1 / factor ? AS_PEER_LESS : AS_PEER_SAME;
	return st;
}

const struct as_peer_rule as_peer_rule_ASV = {one, two};
