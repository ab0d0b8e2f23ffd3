/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/size.h"

#include <math.h>

#include "base/num.h"
#include "say/number.h"
#include "say/say_words.h"

bool as_has_interval(const struct as_comparison *c)
{
	if (c->difference.is)
		return isfinite(c->difference.lo) && isfinite(c->difference.hi) &&
			c->difference.hi > c->difference.lo;
	return isfinite(c->hi) && c->lo >= 0 && c->hi > c->lo;
}

bool as_is_signed(enum as_manner manner)
{
	return manner == AS_IN_PERCENT || manner == AS_IN_UNITS;
}

bool as_is_more(const struct as_comparison *c)
{
	return c->difference.is ? c->difference.value > 0 : c->ratio > 1;
}

bool as_is_decided(enum as_verdict_word word)
{
	return word == AS_VERDICT_SLOWER || word == AS_VERDICT_FASTER;
}

bool as_is_small(enum as_verdict_word word)
{
	return word == AS_VERDICT_SLOWER_SMALL || word == AS_VERDICT_FASTER_SMALL;
}

static enum as_manner manner_of(const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	if (c->difference.is)
		return AS_IN_UNITS;
	bool open = as_has_interval(c) && c->lo < 1 && c->hi > 1;

	/* too noisy to tell (methods-typical.md 9) */
	if (open && c->verdict == AS_VERDICT_UNDECIDED && c->lo > 0 && c->hi / c->lo > 1.5)
		return AS_BY_FACTOR;
	if (open && (c->hi > 2 || c->lo < 0.5))
		return AS_BY_FACTOR;
	if (c->ratio > 2)
		return AS_BY_FACTOR;
	/* An interval that begins at 0 has no inverse. */
	return c->ratio < 0.5 && !(c->lo <= 0) && as_metric_words(v->metric).duration
		       ? AS_BY_INVERSE
		       : AS_IN_PERCENT;
}

/* x is written with so many decimals as if it were the limit, which it is not. */
static bool looks_like(double x, double limit, int decimals)
{
	double off = fabs(x - limit);

	return off > 1e-9 && off <= 0.5 * pow(10, -decimals) * (1 + 1e-9);
}

/* The bound that decided the verdict is rounded onto the limit that it does not reach. */
static bool misleads(const struct as_size *s, const struct as_versus *v, int decimals)
{
	const struct as_comparison *c = v->c;
	double none = as_is_signed(s->manner) ? 0 : 1, limit = 100 * c->tolerance;
	bool one_sided = s->lo > none || s->hi < none;
	bool within = c->verdict == AS_VERDICT_EQUIVALENT || as_is_small(c->verdict);

	double gate = s->manner == AS_IN_PERCENT ? 100 * v->limit : 1 + v->limit;
	if (!as_same_double(v->limit, 0) && (looks_like(s->lo, gate, decimals) ||
		looks_like(s->hi, gate, decimals)))
		return true;
	/* A factor that is not 0 is not written as 0. */
	if (!as_is_signed(s->manner) && s->lo > 0 && looks_like(s->lo, 0, decimals))
		return true;
	if (one_sided && (looks_like(s->lo, none, decimals) || looks_like(s->hi, none, decimals)))
		return true;
	return within && s->manner == AS_IN_PERCENT &&
		(looks_like(s->lo, -limit, decimals) || looks_like(s->hi, limit, decimals));
}

/* Digits that the interval supports, and where these mislead one or two more. */
static int decimals_of(const struct as_size *s, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	static const struct as_scale one = {1, ""};
	int decimals = as_decimals(one, s->at,
		as_has_interval(c) ? (s->hi - s->lo) / 2 : (double)NAN);

	for (int more = 0; more < 2 && as_has_interval(c) && misleads(s, v, decimals); more++)
		decimals++;
	return decimals;
}

/* In the unit that suits the farther bound. */
static struct as_size in_units(const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	struct as_size s = {.manner = AS_IN_UNITS, .at = c->difference.value,
		.lo = c->difference.lo,
		.hi = c->difference.hi};
	double half = as_has_interval(c) ? (s.hi - s.lo) / 2 : (double)NAN;

	s.scale = as_scale_for(style, v->metric->unit,
		as_has_interval(c) ? fmax(fabs(s.lo), fabs(s.hi)) : s.at, half);
	s.at /= s.scale.per;
	s.lo /= s.scale.per;
	s.hi /= s.scale.per;
	s.decimals = decimals_of(&s, v);
	return s;
}

struct as_size as_size_of(const struct as_style *style, const struct as_versus *v)
{
	const struct as_comparison *c = v->c;
	struct as_size s = {.manner = manner_of(v), .at = c->ratio, .lo = c->lo, .hi = c->hi,
		.scale = {1, "%"}};

	if (s.manner == AS_IN_UNITS)
		return in_units(style, v);
	if (s.manner == AS_BY_INVERSE) {
		s.at = 1 / c->ratio;
		s.lo = 1 / c->hi;
		s.hi = 1 / c->lo;
	} else if (s.manner == AS_IN_PERCENT) {
		s.at = 100 * (c->ratio - 1);
		s.lo = 100 * (c->lo - 1);
		s.hi = 100 * (c->hi - 1);
	}
	s.decimals = decimals_of(&s, v);
	return s;
}

static double distance(const struct as_comparison *c)
{
	return c->difference.is ? fabs(c->difference.value) : fabs(log(c->ratio));
}

int as_by_size(const void *a, const void *b)
{
	const struct as_comparison *const *x = a, *const *y = b;
	double p = distance(*x), q = distance(*y);
	int less = p > q || (isnan(q) && !isnan(p)), more = q > p || (isnan(p) && !isnan(q));

	return more - less ? more - less : (*x > *y) - (*x < *y);
}
