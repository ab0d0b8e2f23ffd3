/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistic of the clean detector on one interval (2.2, step 3), and where its change is (5).
 * */
#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"
#include "stat/dist/history_parts.h"

enum { L = AS_HISTORY_SEGMENT };

/* Sums of weights and of scores over a left part of an interval. */
struct sums {
	double u, u2, ua;
};

static double weight(const struct as_seeking *s, size_t at)
{
	return s->u ? s->u[at] : 1;
}

/* The first of the sorted values whose cumulated weight reaches half. */
static double weighted_median(struct as_seeking *s, struct as_span span)
{
	double all = 0, sum = 0;
	size_t n = span.to - span.from, i = 0;

	as_ranks_sort(&s->ranks, s->y + span.from, n);
	for (size_t j = 0; j < n; j++)
		all += s->u[span.from + s->ranks.sorted[j].at];
	for (; i + 1 < n; i++) {
		sum += s->u[span.from + s->ranks.sorted[i].at];
		if (sum >= all / 2)
			break;
	}
	return s->ranks.sorted[i].v;
}

/* Scores of the interval into ranks.scores; gives A. */
static double score(struct as_seeking *s, struct as_span span)
{
	size_t n = span.to - span.from;

	if (!s->u)
		return as_ranks_score(&s->ranks, s->y + span.from, n);
	double middle = weighted_median(s, span);
	for (size_t i = 0; i < n; i++)
		s->ranks.z[i] = s->u[span.from + i] * (s->y[span.from + i] - middle);
	return as_ranks_score(&s->ranks, s->ranks.z, n);
}

/* T^2 at a split: the weighted form, of which the plain one is the case of equal weights. */
static double squared(const struct sums *l, const struct sums *all, double a, double n)
{
	double r2 = all->u2 - l->u2;
	double d = l->ua / l->u2 - (all->ua - l->ua) / r2;
	double both = l->u / l->u2 - (all->u - l->u) / r2;

	return d * d / (a * (1 / l->u2 + 1 / r2 - both * both / n));
}

static void add(const struct as_seeking *s, struct as_span span, size_t i, struct sums *sums)
{
	double u = weight(s, span.from + i);

	sums->u += u;
	sums->u2 += u * u;
	sums->ua += u * s->ranks.scores[i];
}

/* The first maximum over splits with at least `least` places on each side, up to `most` on the
 * left. */
static struct as_split scan(struct as_seeking *s, struct as_span span, size_t least, size_t most)
{
	struct as_split best = {.t = 0, .at = span.from};
	struct sums all = {0}, left = {0};
	size_t n = span.to - span.from;
	double a = score(s, span), q = -1;

	if (!(a > 0))
		return best;
	for (size_t i = 0; i < n; i++)
		add(s, span, i, &all);
	for (size_t k = 1; k <= most; k++) {
		add(s, span, k - 1, &left);
		double now = k < least ? -1 : squared(&left, &all, a, (double)n);
		if (now > q) {
			q = now;
			best.at = span.from + k;
		}
	}
	best.t = q > 0 ? sqrt(q) : 0;
	return best;
}

struct as_split as_seek_best(struct as_seeking *s, struct as_span span)
{
	size_t n = span.to - span.from;

	if (n < 2 * L)
		return (struct as_split){.t = 0, .at = span.from};
	return scan(s, span, L, n - L);
}

double as_seek_at(struct as_seeking *s, struct as_span span, size_t at)
{
	if (at < span.from + 2 || at + 2 > span.to)
		return 0;
	return scan(s, span, at - span.from, at - span.from).t;
}

static double median_of(double *scratch, const double *x, size_t n)
{
	memcpy(scratch, x, n * sizeof *x);
	as_sort(scratch, n);
	return as_median(scratch, n);
}

/* Values of the interval within three deviations of the medians of its sides, into s->clipped;
 * false where more than half of them do not deviate. */
static bool clip(struct as_seeking *s, struct as_span span, size_t at)
{
	size_t n = span.to - span.from, k = at - span.from;
	const double *x = s->x + span.from;
	double left = median_of(s->scratch, x, k), right = median_of(s->scratch, x + k, n - k);

	for (size_t i = 0; i < n; i++)
		s->scratch[i] = fabs(x[i] - (i < k ? left : right));
	as_sort(s->scratch, n);
	double sd = 1.4826 * as_median(s->scratch, n);
	if (!(sd > 0))
		return false;
	double lo = fmin(left, right) - 3 * sd, hi = fmax(left, right) + 3 * sd;
	for (size_t i = 0; i < n; i++)
		s->clipped[i] = fmin(fmax(x[i], lo), hi);
	return true;
}

size_t as_seek_locate(struct as_seeking *s, struct as_span span, size_t at)
{
	size_t n = span.to - span.from;
	double all = 0, sum = 0, part = 0, deviation = 0, best = -1;
	size_t found = at;

	if (n < 2 * L || !clip(s, span, at))
		return at;
	for (size_t i = 0; i < n; i++) {
		double w = s->w ? s->w[span.from + i] : 1;
		all += w;
		sum += w * s->clipped[i];
	}
	for (size_t k = 1; k <= n - L; k++) {
		double w = s->w ? s->w[span.from + k - 1] : 1;
		part += w;
		deviation += w * (s->clipped[k - 1] - sum / all);
		double q = k < L ? -1 : deviation * deviation / (part * (all - part));
		if (q > best) {
			best = q;
			found = span.from + k;
		}
	}
	return found;
}
