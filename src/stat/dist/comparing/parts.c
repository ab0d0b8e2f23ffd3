/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/parts.h"

#include <math.h>

#include "stat/dist/comparing/ratio.h"
#include "stat/dist/dist.h"

/* The wider of what was said and an interval of this variance; and the larger p. */
static enum as_status widen(struct as_parts_found *f, double v, double df, double confidence,
	double *half)
{
	double t = 0, p = 1;
	enum as_status st = as_t_factor(confidence, df, &t);

	if (st || !(v > 0))
		return st;
	*half = fmax(*half, t * sqrt(v));
	st = as_t_two_sided_p(f->estimate / sqrt(v), df, &p);
	if (!st)
		f->p = isnan(f->p) ? p : fmax(f->p, p);
	return st;
}

enum as_status as_parts(const struct as_part *part, size_t n, double estimate, double confidence,
	struct as_parts_found *out)
{
	struct as_parts_found f = {.estimate = estimate, .p = (double)NAN};
	double v = 0, v2_df = 0, df = 0, half = 0;
	enum as_status st = AS_OK;

	if (!n || !isfinite(estimate))
		return AS_ERR_ARG;
	for (size_t i = 0; i < n; i++) {
		if (!(part[i].v >= 0) || !isfinite(part[i].v) || !(part[i].df >= 1))
			return AS_ERR_ARG;
		v += part[i].v;
		v2_df += part[i].v * part[i].v / part[i].df;
		df += part[i].df;
	}
	f.se = sqrt(v);
	f.df = v2_df > 0 ? v * v / v2_df : df;
	st = widen(&f, v, f.df, confidence, &half);
	for (size_t i = 0; i < n && !st; i++)
		st = widen(&f, part[i].v, part[i].df, confidence, &half);
	if (st)
		return st;
	f.lo = estimate - half;
	f.hi = estimate + half;
	*out = f;
	return AS_OK;
}

enum as_status as_kinds_mean(const struct as_kind_means *kind, size_t n, double confidence,
	struct as_part *room, struct as_parts_found *out)
{
	double all = 0, mean = 0;

	for (size_t k = 0; k < n; k++) {
		if (kind[k].n < 2 || !(kind[k].weight > 0) || !isfinite(kind[k].weight))
			return AS_ERR_ARG;
		all += kind[k].weight;
	}
	for (size_t k = 0; k < n; k++) {
		const struct as_side s = as_side_of(kind[k].mean, kind[k].n);
		const double w = kind[k].weight / all;
		mean += w * s.mean;
		room[k] = (struct as_part){w * w * s.s2 / (double)s.r, (double)s.r - 1};
	}
	return as_parts(room, n, mean, confidence, out);
}

/* Means over machines of each build, by Welford. */
static struct as_part of_builds(const double *v, size_t machines, size_t builds)
{
	double mean = 0, squares = 0;

	for (size_t k = 0; k < builds; k++) {
		double sum = 0;
		for (size_t m = 0; m < machines; m++)
			sum += v[m * builds + k];
		const double x = sum / (double)machines, d = x - mean;
		mean += d / (double)(k + 1);
		squares += d * (x - mean);
	}
	const double n = (double)builds;
	return (struct as_part){squares / (n - 1) / n, n - 1};
}

static double mean_of(const double *v, size_t n)
{
	return as_side_of(v, n).mean;
}

enum as_status as_crossed_machines(const struct as_crossed_machines *c, double confidence,
	struct as_parts_found *out)
{
	double mean = 0, squares = 0;

	if (c->machines < 2 || c->n_old < 2 || c->n_new < 2)
		return AS_ERR_ARG;
	for (size_t m = 0; m < c->machines; m++) {
		const double d = mean_of(c->new + m * c->n_new, c->n_new) -
			mean_of(c->old + m * c->n_old, c->n_old);
		const double from = d - mean;
		mean += from / (double)(m + 1);
		squares += from * (d - mean);
	}
	const double n = (double)c->machines;
	const struct as_part parts[] = {{squares / (n - 1) / n, n - 1},
		of_builds(c->old, c->machines, c->n_old), of_builds(c->new, c->machines, c->n_new)};
	return as_parts(parts, sizeof parts / sizeof *parts, mean, confidence, out);
}
