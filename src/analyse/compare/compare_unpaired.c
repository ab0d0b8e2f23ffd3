/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/compare_parts.h"

#include <math.h>

#include "stat/dist/comparing/decide.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/planning/stein.h"

size_t as_units_to_decide(const struct as_comparison *c, double sd)
{
	double distance = c->difference.is ? fabs(c->difference.value)
					   : fmax(fabs(log(c->ratio)), c->tolerance / 2);
	size_t n = 0;

	if (!(sd > 0) || !(distance > 0) ||
		as_units_for(sd, distance, c->confidence, AS_BLOCKS_PAIRED, &n))
		return 0;
	return n < AS_UNITS_MAX ? n : 0;
}

/* Ratio of means and its interval, beside the p of their difference. */
bool as_ratio_bounds(const struct as_ratio *r, double *ratio, double *lo, double *hi)
{
	const bool known = r->kind == AS_RATIO_BOUNDED && !r->refused;

	*ratio = r->estimate;
	*lo = known ? fmax(r->lo, 0) : (double)NAN;
	*hi = known ? r->hi : (double)NAN;
	return known;
}

static enum as_status take_ratio(const struct as_staged_sides *s, struct as_comparison *c,
	struct as_err *err)
{
	const struct as_side *a = &s->old, *b = &s->new;
	struct as_ratio r;
	enum as_status st = as_fieller_welch_staged(s, c->confidence, &r, err);

	if (st)
		return st;
	c->ratio = r.estimate;
	c->pairs.sd = sqrt(a->s2 / (a->mean * a->mean) + b->s2 / (b->mean * b->mean));
	if (r.kind == AS_RATIO_BOUNDED && !r.refused) {
		c->lo = fmax(r.lo, 0);
		c->hi = r.hi;
		c->needed = as_units_to_decide(c, c->pairs.sd);
	} else {
		as_find(&c->findings, AS_FINDING_NO_RATIO, r.old_relative, (double)r.cure_r, 0);
	}
	return AS_OK;
}

static void take_difference(const struct as_side *a, const struct as_side *b,
	const struct as_test *t, struct as_comparison *c)
{
	c->difference.value = t->estimate;
	c->difference.lo = t->lo;
	c->difference.hi = t->hi;
	c->pairs.sd = sqrt(a->s2 + b->s2);
	c->needed = as_units_to_decide(c, c->pairs.sd);
}

/* Executions have no stage 1 here, and what they depend on widens the whole. */
static struct as_side side_of(const struct as_view *v, struct as_side *first)
{
	struct as_side s = as_staged_side(v->top, v->n_top, v->n_pilot, first);

	s.s2 *= v->stretch * v->stretch;
	return s;
}

struct as_staged_sides as_compare_sides(const struct as_view *old, const struct as_view *new)
{
	struct as_staged_sides s;

	s.old = side_of(old, &s.first_old);
	s.new = side_of(new, &s.first_new);
	return s;
}

static enum as_status compare_logs(const struct as_view *old, const struct as_view *new,
	struct as_comparison *c, struct as_err *err)
{
	enum as_status st = as_compare_logs(old, new, c, err);

	if (!st && isfinite(c->ratio))
		c->needed = as_units_to_decide(c, c->pairs.sd);
	return st;
}

enum as_status as_compare_unpaired(const struct as_metric *m, const struct as_view *old,
	const struct as_view *new, enum as_finding_id few, struct as_comparison *c,
	struct as_err *err)
{
	if (c->of.typical ||
		(old->is_reduced && old->reduced.positive && new->reduced.positive &&
			!c->difference.is)) {
		const enum as_status st = compare_logs(old, new, c, err);
		const size_t less = c->n < c->n_reference ? c->n : c->n_reference;
		if (!st && c->of.typical && less >= 2 && isnan(c->p))
			as_compare_constant(m, &(struct as_constants){old->top, new->top,
				old->n_top, new->n_top, false}, c);
		return st;
	}
	const struct as_staged_sides s = as_compare_sides(old, new);
	const struct as_side a = s.old, b = s.new;
	struct as_test t;

	c->method = AS_COMPARE_WELCH;
	c->of.means = true;
	c->n = b.r;
	c->n_reference = a.r;
	size_t fewest = a.r < b.r ? a.r : b.r;
	if (c->of.builds && fewest < AS_BLOCKS_VERDICT)
		as_find(&c->findings, AS_FINDING_TOO_FEW_BUILDS, (double)fewest, 0, 0);
	else if (fewest < AS_BLOCKS_VERDICT)
		as_find(&c->findings, few, (double)fewest, 0, 0);
	if (fewest < 2)
		return AS_OK;
	enum as_status st = as_staged_welch(&s, c->confidence, &t, err);
	if (st)
		return st;
	c->p = t.has_p ? t.p : (double)NAN;
	c->stages.p_single = t.has_p ? t.p_single : (double)NAN;
	c->stages.two = t.two_stage;
	c->df = t.df;
	if (c->difference.is)
		take_difference(&a, &b, &t, c);
	else
		st = take_ratio(&s, c, err);
	if (st)
		return st;
	if (!t.has_p)
		as_compare_constant(m,
			&(struct as_constants){old->top, new->top, a.r, b.r, false}, c);
	if (a.r > 2 * b.r || b.r > 2 * a.r)
		as_find(&c->findings, AS_FINDING_UNEQUAL_COUNTS, (double)a.r, (double)b.r, 0);
	return AS_OK;
}
