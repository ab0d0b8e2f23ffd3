/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/gates/early_region.h"

#include <math.h>

static struct as_looked told(const struct as_early_look *l)
{
	const struct as_paired_moments *m = &l->sides;

	return (struct as_looked){.n = l->n, .alpha = l->alpha, .mean = l->mean, .sd = l->sd,
		.lag1 = l->lag1, .kappa = l->kappa, .skewness = l->skewness, .lo = exp(l->lo),
		.hi = exp(l->hi), .blocked = l->resembles, .widening = l->widening,
		.below = l->below, .above = l->above, .t_of = l->t_of,
		.sides = {{m->old.mean, m->new.mean}, {m->old.s2, m->new.s2}, m->covariance}};
}

static struct as_paired_moments sides_of(const struct as_looked *l)
{
	const struct as_looked_sides *s = &l->sides;

	if (!(s->mean[0] > 0))
		return (struct as_paired_moments){.covariance = 0};
	return (struct as_paired_moments){{s->mean[0], s->s2[0], l->n},
		{s->mean[1], s->s2[1], l->n}, s->covariance};
}

enum as_status as_early_looks(const struct as_early_pairs *p, size_t most, double alpha,
	struct as_comparison_early *out)
{
	const struct as_looks looks = as_looks_of(most, alpha);
	struct as_comparison_early e = {.most = most, .n_at = looks.n};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < looks.n && !st; i++) {
		struct as_early_look l = {.n = 0};
		e.at[i] = looks.at[i];
		if (looks.at[i] > p->n)
			continue;
		st = p->typical ? as_look_typical(p->d, looks.at[i], looks.alpha[i], &l)
				: as_look(p->d, looks.at[i], looks.alpha[i], &l);
		if (!st && p->old)
			l.sides = as_paired_moments_of(p->old, p->new, looks.at[i]);
		if (!st && p->widening)
			st = p->widening(p->context, looks.at[i], &l.widening);
		if (!st)
			st = as_look_again(&l, looks.alpha[i], &l);
		if (!st)
			e.v[e.n++] = told(&l);
	}
	if (!st)
		*out = e;
	return st;
}

/* One look once more, at a share of alpha, with all that it saw. */
static enum as_status looked_again(
	const struct as_looked *l, double alpha, struct as_early_look *out)
{
	const struct as_early_look seen = {.n = l->n, .mean = l->mean, .sd = l->sd,
		.lag1 = l->lag1, .kappa = l->kappa, .skewness = l->skewness,
		.resembles = l->blocked, .below = l->below, .above = l->above, .t_of = l->t_of,
		.widening = l->widening, .sides = sides_of(l)};

	return as_look_again(&seen, alpha, out);
}

/* The look as it is at its share of alpha; of "faster" turned round. */
static enum as_status look_again(const struct as_looked *l, double alpha, bool less,
	struct as_early_look *out)
{
	enum as_status st = looked_again(l, alpha, out);

	if (!st && less) {
		const double lo = out->lo;
		out->lo = -out->hi;
		out->hi = -lo;
	}
	return st;
}

/* What looks have in common, for one gate. */
struct region {
	enum as_early_state state;
	bool counts;   /* there is one */
	double lo, hi; /* of the ratio */
	size_t look;   /* the last look that it is of: the one that decided, or the last taken */
};

/* Of looks whose shares are those of alpha; one that decides the gate, if there is one, is the last. */
static enum as_status region_of(const struct as_comparison_early *e, double alpha,
	const struct as_gate *gate, struct region *out)
{
	const struct as_looks looks = as_looks_of(e->most, alpha);
	const bool less = gate && !gate->more;
	const double limit = !gate ? (double)NAN
		: less ? -log1p(-gate->limit) : log1p(gate->limit);
	struct as_early so_far = {0};
	enum as_status st = e->n ? AS_OK : AS_ERR_DATA;

	for (size_t i = 0; i < e->n && !st; i++) {
		struct as_early_look l;
		const bool is_decided = so_far.state == AS_EARLY_PROVEN ||
			so_far.state == AS_EARLY_PASSED;
		if (is_decided)
			break;
		st = look_again(&e->v[i], looks.alpha[i], less, &l);
		if (!st)
			as_early_take(&so_far, &l, limit, i + 1 == looks.n);
	}
	if (st)
		return st;
	*out = (struct region){.state = so_far.state,
		.counts = so_far.counts,
		.lo = exp(less ? -so_far.hi : so_far.lo),
		.hi = exp(less ? -so_far.lo : so_far.hi),
		.look = so_far.looks - 1};
	return AS_OK;
}

/* What each look says at its share of alpha. */
static void retell(struct as_comparison_early *e, double alpha)
{
	const struct as_looks looks = as_looks_of(e->most, alpha);
	struct as_early_look l;

	for (size_t i = 0; i < e->n; i++)
		if (!look_again(&e->v[i], looks.alpha[i], false, &l))
			e->v[i] = told(&l);
}

enum as_early_state as_early_restate(struct as_comparison *c, double alpha,
	const struct as_gate *gate)
{
	struct as_comparison_early *e = &c->stages.early;
	struct region r;

	c->confidence = 1 - alpha;
	c->lo = c->hi = (double)NAN;
	if (region_of(e, alpha, gate, &r))
		return AS_EARLY_OPEN;
	retell(e, alpha);
	const struct as_looked *l = &e->v[r.look];
	c->ratio = exp(l->mean);
	c->df = (double)(l->n - 1);
	c->pairs.sd = l->sd;
	c->n = c->n_reference = l->n;
	if (r.counts && isfinite(r.hi)) {
		c->lo = r.lo;
		c->hi = r.hi;
	}
	return r.state;
}
