/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/history_many.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/quantile.h"
#include "stat/dist/suite.h"

enum { HORIZON = 100000 };

double as_simes(double *p, size_t n)
{
	double least = 1;

	as_sort(p, n);
	for (size_t j = 0; j < n; j++)
		least = fmin(least, p[j] * (double)n / (double)(j + 1));
	return least;
}

/* Whether each of n p values is reported at that rate: up to the largest p_(i) <= rate i / n. */
static void select_at(const double *p, size_t n, double rate, double *sorted, bool *out)
{
	double limit = -1;

	memcpy(sorted, p, n * sizeof *p);
	as_sort(sorted, n);
	for (size_t i = 0; i < n; i++)
		if (sorted[i] <= rate * (double)(i + 1) / (double)n)
			limit = sorted[i];
	for (size_t i = 0; i < n; i++)
		out[i] = p[i] <= limit;
}

static size_t largest(const struct as_family *family, size_t n)
{
	size_t most = n;

	for (size_t i = 0; i < n; i++)
		most = family[i].n > most ? family[i].n : most;
	return most;
}

static enum as_status judge(const double *p, struct as_family *family, size_t n, double rate,
	bool *metric, struct as_arena *room)
{
	double *simes = as_arena_array(room, n, sizeof *simes),
	       *q = as_arena_array(room, n, sizeof *q);
	double *sorted = as_arena_array(room, largest(family, n), sizeof *sorted);
	bool *selected = as_arena_array(room, n, sizeof *selected);
	size_t r = 0;

	if (!simes || !q || !sorted || !selected)
		return AS_ERR_MEM;
	for (size_t i = 0; i < n; i++) {
		memcpy(sorted, p + family[i].first, family[i].n * sizeof *p);
		simes[i] = as_simes(sorted, family[i].n);
	}
	select_at(simes, n, rate, sorted, selected);
	enum as_status st = as_benjamini_hochberg(simes, n, false, q, NULL);
	if (st)
		return st;
	for (size_t i = 0; i < n; i++)
		r += selected[i] ? 1 : 0;
	for (size_t i = 0; i < n; i++) {
		struct as_family *f = &family[i];
		f->simes = simes[i];
		f->q = q[i];
		f->selected = selected[i];
		memset(metric + f->first, 0, f->n * sizeof *metric);
		if (f->selected)
			select_at(p + f->first, f->n, rate * (double)r / (double)n, sorted,
				metric + f->first);
	}
	return AS_OK;
}

enum as_status as_hierarchical(const double *p, struct as_family *family, size_t n, double rate,
	bool *metric)
{
	struct as_arena room = {0};

	if (!(rate >= 0 && rate <= 1))
		return AS_ERR_ARG;
	for (size_t i = 0; i < n; i++) {
		if (!family[i].n)
			return AS_ERR_ARG;
		for (size_t k = 0; k < family[i].n; k++)
			if (!(p[family[i].first + k] >= 0 && p[family[i].first + k] <= 1))
				return AS_ERR_ARG;
	}
	enum as_status st = n ? judge(p, family, n, rate, metric, &room) : AS_OK;
	as_arena_release(&room);
	return st;
}

/* How much of the wealth is spent j commits after a report. */
static double spending(size_t j)
{
	double x = (double)j;

	return log(fmax(x, 2)) / (x * exp(sqrt(log(x))));
}

/* The level of commit t, from 1, by the reports before it. */
static double level_at(size_t t, const size_t *report, size_t n, double alpha, double all)
{
	double wealth = alpha / 2, level = spending(t) / all * wealth;

	for (size_t i = 0; i < n; i++)
		level += (i ? alpha : alpha - wealth) * spending(t - report[i]) / all;
	return level;
}

enum as_status as_lord(const double *p, size_t n, double alpha, double *level)
{
	struct as_arena room = {0};
	size_t *report = as_arena_array(&room, n, sizeof *report), reports = 0;
	double all = 0;
	enum as_status st = report ? AS_OK : AS_ERR_MEM;

	if (n > HORIZON || !(alpha > 0 && alpha < 1))
		st = AS_ERR_ARG;
	for (size_t j = 1; j <= HORIZON; j++)
		all += spending(j);
	for (size_t t = 1; !st && t <= n; t++) {
		level[t - 1] = level_at(t, report, reports, alpha, all);
		if (!(p[t - 1] >= 0 && p[t - 1] <= 1))
			st = AS_ERR_ARG;
		else if (p[t - 1] <= level[t - 1])
			report[reports++] = t;
	}
	as_arena_release(&room);
	return st;
}
