/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/comparing/cluster.h"

#include <float.h>
#include <math.h>

#include "stat/dist/planning/staged.h"

struct as_cluster_part as_cluster_units(const double *z, size_t n, size_t first)
{
	const struct as_staged s = as_staged_of(z, n, first);
	const double units = (double)s.n;
	struct as_cluster_part p = {.v = s.s * s.s / units, .df = units - 1};
	const bool staged = s.n_first >= 2;

	p.v_first = staged ? s.s_first * s.s_first / units : p.v;
	p.df_first = staged ? (double)(s.n_first - 1) : p.df;
	return p;
}

struct as_cluster_part as_cluster_bound(const double *se, size_t n, double df)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += se[i];
	return (struct as_cluster_part){sum * sum, df, sum * sum, df};
}

/* The test by variances that stand at `v` of each part, with the degrees of freedom behind them. */
static enum as_status test_of(const struct as_clusters *c, bool first, double confidence,
	struct as_test *out)
{
	double v = 0, squares = 0, least = HUGE_VAL;

	for (size_t i = 0; i < c->n; i++) {
		const struct as_cluster_part *p = &c->part[i];
		const double part = first ? p->v_first : p->v, df = first ? p->df_first : p->df;
		if (!(part >= 0 && part <= DBL_MAX && df >= 1))
			return AS_ERR_ARG;
		v += part;
		squares += part * part / df;
		least = fmin(least, df);
	}
	double df = squares > 0 ? fmax(v * v / squares, least) : least;
	double variance = v / ((double)c->rows * (double)c->rows);
	if (c->sessions.df > 0) {
		variance += c->sessions.variance;
		df = fmin(df, c->sessions.df);
	}
	return as_test_t(c->log_ratio, sqrt(variance), df, confidence, out);
}

enum as_status as_cluster_mean(const struct as_clusters *c, double confidence,
	struct as_clustered *out)
{
	struct as_clustered all;

	if (!c->n || !c->rows)
		return AS_ERR_ARG;
	enum as_status st = test_of(c, false, confidence, &all.all);
	if (!st)
		st = test_of(c, true, confidence, &all.first);
	if (st)
		return st;
	all.both = as_staged_wider(&all.all, &all.first);
	*out = all;
	return AS_OK;
}
