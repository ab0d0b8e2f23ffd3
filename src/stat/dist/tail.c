/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/tail.h"

#include <math.h>
#include <string.h>

#include "stat/core/moments.h"
#include "stat/core/quantile.h"

static const double alike = 1e-12;

struct as_batching as_batching_of(size_t rounds, size_t n, size_t least)
{
	struct as_batching b = {.rounds = least > n ? least / n + (least % n != 0) : 1};

	b.batches = rounds / b.rounds;
	return b;
}

enum as_status as_inner_variance(const double *y, const double *first, const double *second,
	size_t executions, size_t n, struct as_inner *out)
{
	double squares = 0;

	if (executions < 2)
		return AS_ERR_DATA;
	for (size_t i = 0; i < executions; i++)
		squares += (first[i] - second[i]) * (first[i] - second[i]);
	double between = as_variance(y, executions, as_mean(y, executions));
	if (n < 2 || !isfinite(squares) || !isfinite(between))
		return AS_ERR_ARG;
	double inside = (double)n / 2 * squares / (double)executions / 2;
	*out = (struct as_inner){.inside = inside,
		.between = between,
		.above = fmax(between - inside / (double)n, between / 4)};
	return AS_OK;
}

struct as_coarse as_coarse_clock(const double *y, size_t n, double *room, double tick,
	double least)
{
	size_t most = 0, begin = 0;

	memcpy(room, y, n * sizeof *y);
	as_sort(room, n);
	for (size_t i = 0; i < n; i++) {
		while (room[i] - room[begin] > alike)
			begin++;
		most = i - begin + 1 > most ? i - begin + 1 : most;
	}
	bool coarse = 2 * most > n;
	return (struct as_coarse){coarse, coarse ? log1p(tick / least) : 0};
}

bool as_criterion_jumps(const double *y, size_t n, double *room)
{
	if (n < 10)
		return false;
	memcpy(room, y, n * sizeof *y);
	as_sort(room, n);
	/* ceil(.1 n) and floor(.9 n), from 1 */
	size_t from = (n + 9) / 10 - 1, to = 9 * n / 10 - 1;
	double widest = 0;
	for (size_t i = from; i < to; i++)
		widest = fmax(widest, room[i + 1] - room[i]);
	return widest > (room[to] - room[from]) / 2;
}

/* Twice the mean rank of a value, from 0: how many are smaller, and how many not larger. */
static double twice_rank(const double *sorted, size_t n, double v)
{
	size_t smaller = 0, above = n;

	for (size_t end = n; smaller < end;) {
		const size_t middle = smaller + (end - smaller) / 2;
		if (sorted[middle] < v)
			smaller = middle + 1;
		else
			end = middle;
	}
	for (size_t begin = smaller; begin < above;) {
		const size_t middle = begin + (above - begin) / 2;
		if (sorted[middle] > v)
			above = middle;
		else
			begin = middle + 1;
	}
	return (double)(smaller + above - 1);
}

double as_neighbours_alike(const double *x, const double *sorted, size_t n)
{
	double products = 0, squares = 0, before = 0;

	for (size_t i = 0; i < n; i++) {
		const double c = twice_rank(sorted, n, x[i]) - (double)(n - 1);
		products += before * c;
		squares += c * c;
		before = c;
	}
	return squares > 0 ? products / squares : 0;
}
