/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure a change is between its neighbours (methods-history-2.md 2.4, 2.5). */
#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"
#include "stat/dist/changes/seeking.h"

#define RHO_MOST 0.98
#define WITHOUT_NOISE 1e9
#define QUOTIENT_MOST 1e10

/* One side, its values around one level for both. */
struct history_values_side {
	struct as_span span;
	double h, a2; /* sums of a h and of a^2, h clipped */
	double *sorted; /* its values before that */
};

static double level_of(const struct history_values_side *s)
{
	return s->h / s->a2;
}

/* Both sides around their common level, on the scale of the noise of all versions, into s->room.h. */
static void put_on_scale(struct as_seeking *s, struct as_span span, double level)
{
	for (size_t j = span.from; j < span.to; j++)
		s->room.h[j] = as_seek_normal(s, s->a[j] * (s->x[j] - level));
}

static void clip(struct as_seeking *s, struct history_values_side *side, double lo, double hi)
{
	side->h = side->a2 = 0;
	for (size_t j = side->span.from; j < side->span.to; j++) {
		s->room.h[j] = fmin(fmax(s->room.h[j], lo), hi);
		side->h += s->a[j] * s->room.h[j];
		side->a2 += s->a[j] * s->a[j];
	}
}

static size_t sort_side(const struct as_seeking *s, struct history_values_side *side)
{
	size_t n = side->span.to - side->span.from;

	memcpy(side->sorted, s->room.h + side->span.from, n * sizeof *s->room.h);
	as_sort(side->sorted, n);
	return n;
}

/* Against outliers; what makes the change large is held by the quartile nearest to the other level:
 * of three versions all three must have moved. */
static void clip_both(struct as_seeking *s, struct history_values_side *left,
	struct history_values_side *right)
{
	size_t p = sort_side(s, left), q = sort_side(s, right), q1 = (p + 3) / 4, q2 = (q + 3) / 4;
	double before = as_median(left->sorted, p), behind = as_median(right->sorted, q);

	if (behind >= before) {
		clip(s, left, left->sorted[p - q1] - 3, before + 3);
		clip(s, right, behind - 3, right->sorted[q2 - 1] + 3);
	} else {
		clip(s, left, before - 3, left->sorted[q1 - 1] + 3);
		clip(s, right, right->sorted[q - q2] - 3, behind + 3);
	}
}

/* ---- the profile ---- */

/* Sums of squares, of neighbours' products, and of squares but for the first and the last. */
struct sums {
	double a, b, c;
};

/* Of the residuals outside of a span. */
static struct sums outside(const struct as_seeking *s, struct as_span span)
{
	size_t n = s->n;
	struct sums o = {.a = s->squares[span.from] + s->squares[n] - s->squares[span.to],
		.b = s->products[span.from]};

	if (span.to < n) {
		o.b += s->products[n] - s->products[span.to + 1];
		o.c += s->squares[n - 1] - s->squares[span.to];
	}
	if (span.from)
		o.c += s->squares[span.from] - s->squares[1];
	return o;
}

/* Residual sum of squares of AR(1) from a stationary start, at the correlation that fits best, with
 * these levels taken out on both sides of the change. */
static double remains(const struct as_seeking *s, const struct history_values_side *left,
	const struct history_values_side *right,
	double before, double behind)
{
	struct as_span span = {.from = left->span.from, .to = right->span.to};
	struct sums o = outside(s, span);
	double last = span.from ? s->e[span.from - 1] : 0;

	for (size_t j = span.from; j < span.to; j++) {
		double e = s->room.h[j] - s->a[j] * (j < left->span.to ? before : behind);
		o.a += e * e;
		o.b += e * last;
		o.c += j && j + 1 < s->n ? e * e : 0;
		last = e;
	}
	if (span.to < s->n)
		o.b += last * s->e[span.to];
	double r = o.c > 0 && !s->independent ? fmin(RHO_MOST, fmax(0, o.b / o.c)) : 0;
	return o.a - 2 * r * o.b + r * r * o.c;
}

static double profile(const struct as_seeking *s, const struct history_values_side *left,
	const struct history_values_side *right)
{
	double all = (left->h + right->h) / (left->a2 + right->a2);
	double without = remains(s, left, right, all, all);
	double with = remains(s, left, right, level_of(left), level_of(right));

	if (!(without > with))
		return 0;
	double quotient = with > 0 ? fmin(QUOTIENT_MOST, without / with) : QUOTIENT_MOST;
	return sqrt((double)s->n * log(quotient));
}

static void value(struct as_seeking *s, size_t i)
{
	struct as_seek_change *c = &s->change[i];
	struct history_values_side left = {.span = s->segment[i], .sorted = s->room.scratch};
	struct history_values_side right = {.span = s->segment[i + 1], .sorted = s->room.g};
	struct as_span both = {.from = left.span.from, .to = right.span.to};
	size_t p = c->at - both.from, q = both.to - c->at;
	double m1 = s->centre[i], m2 = s->centre[i + 1];

	if (!(s->mid > 0)) {
		bool same = fabs(m1 - m2) <= 1e-11 * fmax(fabs(m1), fabs(m2));
		c->t = c->l = same ? 0 : WITHOUT_NOISE;
		return;
	}
	put_on_scale(s, both, ((double)p * m1 + (double)q * m2) / (double)(p + q));
	clip_both(s, &left, &right);
	double share = 1 / (double)p + 1 / (double)q;
	c->t = fabs(level_of(&right) - level_of(&left)) /
	       sqrt((1 / left.a2 + 1 / right.a2) * as_ar_apart(p, q, s->rho) / share);
	c->l = profile(s, &left, &right);
}

void as_seek_values(struct as_seeking *s)
{
	for (size_t i = 0; i < s->n_changes; i++) {
		struct as_seek_change *c = &s->change[i];
		value(s, i);
		c->s = s->n_changes == 1 ? sqrt(c->t * c->l) : c->l;
	}
}
