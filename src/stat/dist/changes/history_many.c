/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/changes/history_many.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/quantile.h"
#include "stat/dist/comparing/many.h"

/* Simes: min over j of n p_(j) / j of n >= 1 p values; p is sorted on return. */
static double simes_of(double *p, size_t n)
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
		simes[i] = simes_of(sorted, family[i].n);
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
