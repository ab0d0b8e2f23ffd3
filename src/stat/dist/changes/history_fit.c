/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is left of a history around its levels: correlation, and a scale on which it is normal
 * (methods-history-2.md 2.3). */
#include <math.h>

#include "stat/core/quantile.h"
#include "stat/dist/dist.h"
#include "stat/dist/changes/seeking.h"

#define RHO_MOST 0.98

/* Values that differ by less, in relation to the largest, differ by rounding alone. */
#define ROUNDING 1e-11

enum { HALVINGS = 40 };

double as_seek_centre(double *scratch, const double *x, size_t n)
{
	size_t drop = n < 3 ? 0 : n / 4 ? n / 4 : 1;
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		scratch[i] = x[i];
	as_sort(scratch, n);
	for (size_t i = drop; i < n - drop; i++)
		sum += scratch[i];
	return sum / (double)(n - 2 * drop);
}

/* The segments of the state with their centres; residuals into s->room.u, sorted into s->ranks. */
static void take_residuals(struct as_seeking *s)
{
	for (size_t i = 0; i <= s->n_changes; i++) {
		struct as_span g = {.from = i ? s->change[i - 1].at : 0,
			.to = i < s->n_changes ? s->change[i].at : s->n};
		s->segment[i] = g;
		s->centre[i] = as_seek_centre(s->room.scratch, s->x + g.from, g.to - g.from);
		for (size_t j = g.from; j < g.to; j++)
			s->room.u[j] = (s->x[j] - s->centre[i]) * s->a[j];
	}
	as_ranks_sort(&s->ranks, s->room.u, s->n);
}

double as_seek_rounding(const double *x, size_t n)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return ROUNDING * most;
}

/* Residuals that are equal but for rounding become equal. */
static void level_out(struct as_seeking *s)
{
	struct as_placed *v = s->ranks.sorted;
	double eps = as_seek_rounding(s->x, s->n);

	for (size_t i = 0, end = 0; i < s->n; i = end) {
		double first = v[i].v, value = fabs(first) <= eps ? 0 : first;
		for (end = i; end < s->n && v[end].v <= first + eps; end++) {
			v[end].v = value;
			s->room.u[v[end].at] = value;
		}
	}
}

/* Normal scores of the ranks, of which equal residuals share the mean: into s->room.g by place, and the
 * distinct ones into the points of the scale. */
static void score(struct as_seeking *s)
{
	const struct as_placed *v = s->ranks.sorted;

	if (!(s->room.z[0] < 0)) /* not made yet: the first of them is below 0 */
		for (size_t i = 0; i < s->n; i++)
			if (as_normal_quantile((double)(i + 1) / (double)(s->n + 1), &s->room.z[i]))
				s->room.z[i] = 0;
	s->n_points = 0;
	for (size_t i = 0, end = 0; i < s->n; i = end) {
		double sum = 0;
		for (end = i; end < s->n && !(v[end].v > v[i].v); end++)
			sum += s->room.z[end];
		for (size_t j = i; j < end; j++)
			s->room.g[v[j].at] = sum / (double)(end - i);
		s->point[s->n_points] = v[i].v;
		s->score[s->n_points++] = sum / (double)(end - i);
	}
}

/* The correlation at which products of neighbours in one segment, once the means of the segments
 * are taken out, are so large a part of the squares. */
static double correlation(struct as_seeking *s)
{
	double squares = 0, products = 0, lo = 0, hi = RHO_MOST, part = 0;
	size_t n = s->n_changes + 1;

	for (size_t i = 0; i < n; i++) {
		struct as_span g = s->segment[i];
		double mean = 0;
		for (size_t j = g.from; j < g.to; j++)
			mean += s->room.g[j] / (double)(g.to - g.from);
		for (size_t j = g.from; j < g.to; j++) {
			squares += (s->room.g[j] - mean) * (s->room.g[j] - mean);
			products += j > g.from
				? (s->room.g[j] - mean) * (s->room.g[j - 1] - mean) : 0;
		}
	}
	if (s->independent || s->n_points == 1 || !(squares > 0))
		return 0;
	double want = products / squares, all = as_ar_kept(s->segment, n, 0, &part);
	if (part / all >= want)
		return 0;
	all = as_ar_kept(s->segment, n, RHO_MOST, &part);
	if (part / all <= want)
		return RHO_MOST;
	for (int k = 0; k < HALVINGS; k++) {
		double middle = (lo + hi) / 2;
		all = as_ar_kept(s->segment, n, middle, &part);
		if (part / all < want)
			lo = middle;
		else
			hi = middle;
	}
	return (lo + hi) / 2;
}

/* Slopes of the scale: in its middle, and beyond its ends. */
static void find_slopes(struct as_seeking *s)
{
	const struct as_placed *v = s->ranks.sorted;
	const double *z = s->room.z;
	size_t n = s->n, low = (n - 1) / 10, high = n - 1 - low;
	size_t k = (n + 9) / 10 < 2 ? 2 : (n + 9) / 10;
	double width = (v[high].v - v[low].v) / s->f, squares = 0;

	for (size_t i = 0; i < n; i++)
		squares += s->room.u[i] * s->room.u[i] / (double)n;
	s->mid = width > 0 ? (z[high] - z[low]) / width : squares > 0 ? s->f / sqrt(squares) : 0;
	double above = (v[n - 1].v - v[n - 1 - k].v) / s->f, below = (v[k].v - v[0].v) / s->f;
	s->up = above > 0 ? fmin(s->mid, (z[n - 1] - z[n - 1 - k]) / above) : s->mid;
	s->dn = below > 0 ? fmin(s->mid, (z[k] - z[0]) / below) : s->mid;
}

double as_seek_normal(const struct as_seeking *s, double u)
{
	size_t last = s->n_points - 1, lo = 0, hi = last;

	if (u < s->point[0])
		return s->score[0] + (u - s->point[0]) * s->dn;
	if (u > s->point[last])
		return s->score[last] + (u - s->point[last]) * s->up;
	while (hi - lo > 1) {
		size_t middle = lo + (hi - lo) / 2;
		if (s->point[middle] <= u)
			lo = middle;
		else
			hi = middle;
	}
	if (lo == hi)
		return s->score[lo];
	double slope = (s->score[hi] - s->score[lo]) / (s->point[hi] - s->point[lo]);
	return s->score[lo] + slope * (u - s->point[lo]);
}

/* Residuals on the scale, the means of their segments taken out, and sums of them. */
static void take_normal(struct as_seeking *s)
{
	for (size_t i = 0; i <= s->n_changes; i++) {
		struct as_span g = s->segment[i];
		double sum = 0, weight = 0;
		for (size_t j = g.from; j < g.to; j++) {
			s->e[j] = fmin(fmax(as_seek_normal(s, s->room.u[j]), -3.5), 3.5);
			sum += s->a[j] * s->e[j];
			weight += s->a[j] * s->a[j];
		}
		for (size_t j = g.from; j < g.to; j++)
			s->e[j] -= s->a[j] * sum / weight;
	}
	s->squares[0] = s->products[0] = 0;
	for (size_t j = 0; j < s->n; j++) {
		s->squares[j + 1] = s->squares[j] + s->e[j] * s->e[j];
		s->products[j + 1] = s->products[j] + (j ? s->e[j] * s->e[j - 1] : 0);
	}
}

void as_seek_fit(struct as_seeking *s, bool scale)
{
	double products = 0;

	take_residuals(s);
	level_out(s);
	score(s);
	s->rho = correlation(s);
	if (!scale)
		return;
	s->f = sqrt(as_ar_kept(s->segment, s->n_changes + 1, s->rho, &products) / (double)s->n);
	for (size_t i = 0; i < s->n_points; i++)
		s->point[i] /= s->f;
	find_slopes(s);
	take_normal(s);
}
