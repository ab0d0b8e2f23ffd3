/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/influence/correlation.h"

#include <math.h>
#include <stdbool.h>

#include "stat/dist/dist.h"

enum { DF_LEAST = 3 };

/* Sums over all groups of squares and products around the means of each. */
struct correlation_sums {
	double xx, yy, xy;
	size_t pairs, groups;
};

static bool is_pair(const struct as_correlated *p, size_t i)
{
	return isfinite(p->x[i]) && isfinite(p->y[i]);
}

static void add_group(
	struct correlation_sums *s, const struct as_correlated *p, size_t from, size_t to)
{
	double x = 0, y = 0;
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		if (is_pair(p, i)) {
			n++;
			x += (p->x[i] - x) / (double)n;
			y += (p->y[i] - y) / (double)n;
		}
	for (size_t i = from; i < to; i++)
		if (is_pair(p, i)) {
			s->xx += (p->x[i] - x) * (p->x[i] - x);
			s->yy += (p->y[i] - y) * (p->y[i] - y);
			s->xy += (p->x[i] - x) * (p->y[i] - y);
		}
	s->pairs += n;
	s->groups += n > 0;
}

/* The ends of an interval around r. */
static enum as_status ends(double confidence, struct as_correlation *c)
{
	double q;

	if (!(confidence > 0 && confidence < 1) || as_normal_quantile((1 + confidence) / 2, &q))
		return AS_ERR_ARG;
	const double half = q / sqrt((double)(c->df - 2)), z = atanh(c->r);
	c->lo = tanh(z - half);
	c->hi = tanh(z + half);
	return AS_OK;
}

enum as_status as_correlation(const struct as_correlated *p, double confidence,
	struct as_correlation *out, struct as_err *err)
{
	struct correlation_sums s = {0};

	for (size_t g = 0; g < p->n_groups; g++)
		add_group(&s, p, p->first[g], p->first[g + 1]);
	struct as_correlation c = {.pairs = s.pairs, .df = s.pairs - s.groups};
	if (c.df < DF_LEAST)
		return as_fail(err, AS_ERR_DATA,
			"a correlation takes at least %d pairs more than groups; there are %zu in "
			"%zu",
			DF_LEAST, s.pairs, s.groups);
	if (!(s.xx > 0 && s.yy > 0))
		return as_fail(err, AS_ERR_DATA,
			"nothing goes together with what does not vary: one of both is the same in "
			"all "
			"of a group");
	c.r = fmin(fmax(s.xy / (sqrt(s.xx) * sqrt(s.yy)), -1), 1);
	enum as_status st = ends(confidence, &c);
	if (st)
		return as_fail(
			err, st, "%g is no confidence: it lies above 0 and below 1", confidence);
	*out = c;
	return AS_OK;
}
