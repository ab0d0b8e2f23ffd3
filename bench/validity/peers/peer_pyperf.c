/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pyperf: mean and standard deviation of all values of all processes; compare_to by Student's t test
 * of one variance, as many values on both sides, against its table of t (_utils.py). Where the test
 * fails, as with other numbers of values, it says that a difference is significant (_compare.py). */
#include <math.h>

#include "peer_rules.h"
#include "stat/dist/comparing/ratio.h"
#include "stat/dist/dist.h"

static enum as_status one(const struct as_peer_side *side, struct as_peer_estimate *out,
	struct as_err *err)
{
	return as_peer_rule_HYPERFINE.one(side, out, err);
}

/* Its table, by the degrees of freedom from which an entry is used. */
static enum as_status critical(size_t df, double *out)
{
	static const struct {
		size_t from;
		double t;
	} table[] = {{200, 1.960}, {100, 1.984}, {80, 1.990}, {60, 2.000}, {50, 2.009}, {40, 2.021},
		{30, 2.042}};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (df >= table[i].from) {
			*out = table[i].t;
			return AS_OK;
		}
	const enum as_status st = as_t_quantile(0.975, (double)df, out);
	*out = round(1000 * *out) / 1000;
	return st;
}

static enum as_status two(const struct as_peer_side *old, const struct as_peer_side *new,
	struct as_peer_change *out, struct as_err *err)
{
	const struct as_side a = as_side_of(old->v, old->n), b = as_side_of(new->v, new->n);
	const double df = (double)(old->n + new->n) - 2;

	(void)err;
	out->ratio = b.mean / a.mean;
	bool significant = true;
	if (old->n == new->n && old->n > 1 && (a.s2 > 0 || b.s2 > 0)) {
		const double pooled = (a.s2 * (double)(old->n - 1) + b.s2 * (double)(new->n - 1)) /
			df;
		out->t = (a.mean - b.mean) / sqrt(2 * pooled / (double)old->n);
		const enum as_status st = critical(old->n + new->n - 2, &out->limit);
		if (st)
			return st;
		significant = fabs(out->t) >= out->limit;
	}
	out->finding = !significant ? AS_PEER_SAME : b.mean > a.mean ? AS_PEER_MORE
		: b.mean < a.mean ? AS_PEER_LESS : AS_PEER_SAME;
	return AS_OK;
}

const struct as_peer_rule as_peer_rule_PYPERF = {one, two};
