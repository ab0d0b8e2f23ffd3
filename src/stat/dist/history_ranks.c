/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks and their normal scores. */
#include <math.h>
#include <string.h>

#include "stat/dist/dist.h"
#include "stat/dist/history_parts.h"

enum { SHORT_RUN = 12 };

enum as_status as_ranks_init(struct as_ranks *r, size_t n, struct as_arena *a)
{
	*r = (struct as_ranks){.room = n};
	r->sorted = as_arena_array(a, n, sizeof *r->sorted);
	r->other = as_arena_array(a, n, sizeof *r->other);
	r->scores = as_arena_array(a, n, sizeof *r->scores);
	r->z = as_arena_array(a, n, sizeof *r->z);
	r->table[0] = as_arena_array(a, n + 1, sizeof **r->table);
	r->table[1] = as_arena_array(a, n + 1, sizeof **r->table);
	return r->sorted && r->other && r->scores && r->z && r->table[0] && r->table[1] ? AS_OK
		: AS_ERR_MEM;
}

static void insertion_sort(struct as_placed *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct as_placed one = v[i];
		size_t j = i;
		for (; j && v[j - 1].v > one.v; j--)
			v[j] = v[j - 1];
		v[j] = one;
	}
}

static void merge(const struct as_placed *from, struct as_placed *to, size_t left, size_t n)
{
	size_t i = 0, j = left;

	for (size_t k = 0; k < n; k++)
		to[k] = i < left && (j == n || !(from[j].v < from[i].v)) ? from[i++] : from[j++];
}

void as_ranks_sort(struct as_ranks *r, const double *x, size_t n)
{
	struct as_placed *from = r->sorted, *to = r->other;

	for (size_t i = 0; i < n; i++)
		from[i] = (struct as_placed){.v = x[i], .at = (uint32_t)i};
	for (size_t i = 0; i < n; i += SHORT_RUN)
		insertion_sort(from + i, n - i < SHORT_RUN ? n - i : SHORT_RUN);
	for (size_t width = SHORT_RUN; width < n; width *= 2) {
		for (size_t i = 0; i < n; i += 2 * width) {
			size_t rest = n - i;
			merge(from + i, to + i, rest < width ? rest : width,
				rest < 2 * width ? rest : 2 * width);
		}
		struct as_placed *swap = from;
		from = to;
		to = swap;
	}
	r->sorted = from;
	r->other = to;
}

/* Phi^-1(rank / (n + 1)). The argument lies between 1/(n + 1) and n/(n + 1), where it cannot fail.
 * */
static double score_of(double rank, size_t n)
{
	double z = 0;
	enum as_status st = as_normal_quantile(rank / ((double)n + 1), &z);

	return st ? 0 : z;
}

/* Scores of the ranks 1 .. n. Intervals of one layer differ by one in length, so two tables serve
 * nearly all of them. */
static const double *scores_of_ranks(struct as_ranks *r, size_t n)
{
	double *table = r->table[n % 2];

	if (r->table_n[n % 2] == n)
		return table;
	for (size_t i = 0; i < n; i++)
		table[i] = score_of((double)i + 1, n);
	r->table_n[n % 2] = n;
	return table;
}

double as_ranks_score(struct as_ranks *r, const double *x, size_t n)
{
	const double *table = scores_of_ranks(r, n);
	double sum = 0, squares = 0;

	as_ranks_sort(r, x, n);
	for (size_t i = 0, end = 0; i < n; i = end) {
		for (end = i + 1; end < n && !(r->sorted[end].v > r->sorted[i].v); end++)
			;
		/* equal values share the rank in their middle, which may be a half */
		double rank = ((double)i + 1 + (double)end) / 2;
		double score = end == i + 1 ? table[i] : score_of(rank, n);
		for (size_t j = i; j < end; j++)
			r->scores[r->sorted[j].at] = score;
	}
	for (size_t i = 0; i < n; i++)
		sum += r->scores[i];
	for (size_t i = 0; i < n; i++) {
		r->scores[i] -= sum / (double)n;
		squares += r->scores[i] * r->scores[i];
	}
	/* the scores of equal values are exactly alike, but their mean is rounded */
	return n < 2 || !(r->sorted[n - 1].v > r->sorted[0].v) ? 0 : squares / (double)(n - 1);
}

enum as_status as_normal_scores(const double *x, size_t n, struct as_arena *a, double *scores)
{
	struct as_ranks r;
	enum as_status st = as_ranks_init(&r, n, a);

	if (st)
		return st;
	as_ranks_sort(&r, x, n);
	for (size_t i = 0, end = 0; i < n; i = end) {
		for (end = i + 1; end < n && !(r.sorted[end].v > r.sorted[i].v); end++)
			;
		for (size_t j = i; j < end; j++)
			scores[r.sorted[j].at] = score_of(((double)i + 1 + (double)end) / 2, n);
	}
	return AS_OK;
}

enum as_status as_history_rho(const double *x, size_t n, struct as_arena *a, double *rho)
{
	double *g = as_arena_array(a, n, sizeof *g), near = 0, far = 0;
	enum as_status st = g ? as_normal_scores(x, n, a, g) : AS_ERR_MEM;

	if (st)
		return st;
	for (size_t i = 1; i < n; i++)
		near += (g[i] - g[i - 1]) * (g[i] - g[i - 1]);
	for (size_t i = 2; i < n; i++)
		far += (g[i] - g[i - 2]) * (g[i] - g[i - 2]);
	*rho = n < 3 || !(near > 0) ? 0
		: fmin(0.9, fmax(0, far / (double)(n - 2) / (near / (double)(n - 1)) - 1));
	return AS_OK;
}
