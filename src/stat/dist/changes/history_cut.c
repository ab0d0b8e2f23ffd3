/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A history cut too finely, before anything is known of its noise (methods-history-2.md 2.1, 2.7). */
#include <math.h>

#include "stat/core/quantile.h"
#include "stat/dist/changes/seeking.h"

enum { SEG = AS_HISTORY_SEGMENT };

/* Weights matter where standard deviations differ by more than this factor. */
#define ALIKE 1.25

/* Median absolute deviation to standard deviation of the normal distribution. */
#define NORMAL 1.4826

double as_seek_median(double *scratch, const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		scratch[i] = x[i];
	as_sort(scratch, n);
	return as_median(scratch, n);
}

/* ---- weights ---- */

/* Variances of the values inside of versions into s->room.u, the median for unknown ones; false where
 * fewer than half are known. */
static bool read_errors(struct as_seeking *s, const double *se2)
{
	size_t known = 0;

	for (size_t i = 0; se2 && i < s->n; i++)
		if (!isnan(se2[i]))
			s->room.g[known++] = se2[i];
	if (!known || 2 * known < s->n)
		return false;
	double middle = as_seek_median(s->room.scratch, s->room.g, known);
	for (size_t i = 0; i < s->n; i++)
		s->room.u[i] = isnan(se2[i]) ? middle : se2[i];
	return true;
}

static void weigh(struct as_seeking *s, const double *se2)
{
	double mean = 0, least = (double)INFINITY, most = 0, squares = 0;

	if (!read_errors(s, se2))
		return;
	for (size_t i = 0; i + 1 < s->n; i++)
		s->room.g[i] = fabs(s->x[i + 1] - s->x[i]);
	double typical = NORMAL * as_seek_median(s->room.scratch, s->room.g, s->n - 1);
	for (size_t i = 0; i < s->n; i++)
		mean += s->room.u[i] / (double)s->n;
	double between = fmax(0, typical * typical / 2 - mean);
	for (size_t i = 0; i < s->n; i++) {
		s->room.u[i] += between;
		least = fmin(least, s->room.u[i]);
		most = fmax(most, s->room.u[i]);
	}
	s->weighted = least > 0 && most / least > ALIKE * ALIKE;
	if (!s->weighted)
		return;
	for (size_t i = 0; i < s->n; i++)
		squares += 1 / s->room.u[i] / (double)s->n;
	for (size_t i = 0; i < s->n; i++)
		s->a[i] = 1 / sqrt(s->room.u[i]) / sqrt(squares);
}

enum as_status as_seek_init(
	struct as_seeking *s, const struct as_history_values *h, struct as_arena *a)
{
	size_t n = h->n, segments = n / SEG + 2;
	double **room[] = {&s->a, &s->point, &s->score, &s->e, &s->squares, &s->products,
		&s->room.z, &s->room.u, &s->room.g, &s->room.h, &s->room.scratch};

	s->x = h->x;
	s->n = n;
	for (size_t i = 0; i < sizeof room / sizeof *room; i++)
		if (!(*room[i] = as_arena_array(a, n + 1, sizeof **room[i])))
			return AS_ERR_MEM;
	s->change = as_arena_array(a, segments, sizeof *s->change);
	s->segment = as_arena_array(a, segments, sizeof *s->segment);
	s->centre = as_arena_array(a, segments, sizeof *s->centre);
	if (!s->change || !s->segment || !s->centre || as_ranks_init(&s->ranks, n, a))
		return AS_ERR_MEM;
	for (size_t i = 0; i < n; i++)
		s->a[i] = 1;
	weigh(s, h->se2);
	return AS_OK;
}

/* ---- the cheapest segments ---- */

/* A place where the segment in hand may begin. */
struct begin {
	size_t at;
	size_t until; /* no longer a candidate from here on */
	double w, sum, sq; /* of the weights, the values and their squares before it */
	double f; /* cost of all before it */
	double cost; /* with the segment from it to the place in hand, without a penalty */
};

struct cutting {
	double *v, *w, *sum, *sq; /* values in hand; sums before each place */
	struct begin *begin; /* ascending */
	size_t n_begins;
	double *f;
	uint32_t *before;
	double penalty;
};

/* Single outliers, and pairs, may not become a segment. */
static void limit(struct as_seeking *s, double *v)
{
	for (size_t i = 0; i < s->n; i++) {
		size_t from = i < 2 ? 0 : i - 2, to = i + 3 > s->n ? s->n : i + 3;
		s->room.u[i] = as_seek_median(s->room.scratch, s->x + from, to - from);
		s->room.g[i] = fabs(s->x[i] - s->room.u[i]) * s->a[i];
	}
	s->start.spike = 1.78 * as_seek_median(s->room.scratch, s->room.g, s->n);
	for (size_t i = 0; i < s->n; i++) {
		double reach = 3 * s->start.spike / s->a[i];
		v[i] = fmin(fmax(s->x[i], s->room.u[i] - reach), s->room.u[i] + reach);
	}
}

/* Standard deviation from differences of neighbours, of which few are at a step; 0: constant. */
static double deviation(struct as_seeking *s, const double *v)
{
	double squares = 0;

	for (size_t i = 0; i + 1 < s->n; i++) {
		double left = 1 / s->a[i], right = 1 / s->a[i + 1];
		s->room.g[i] = fabs(v[i + 1] - v[i]) / sqrt(left * left + right * right);
		squares += s->room.g[i] * s->room.g[i] / (double)(s->n - 1);
	}
	double sd = NORMAL * as_seek_median(s->room.scratch, s->room.g, s->n - 1);
	return sd > 0 ? sd : 0.3 * sqrt(squares);
}

static void add_up(const struct as_seeking *s, struct cutting *c)
{
	double mean = 0;

	for (size_t i = 0; i < s->n; i++)
		mean += c->v[i] / (double)s->n;
	for (size_t i = 0; i < s->n; i++) {
		double w = s->a[i] * s->a[i], u = c->v[i] - mean;
		c->w[i + 1] = c->w[i] + w;
		c->sum[i + 1] = c->sum[i] + w * u;
		c->sq[i + 1] = c->sq[i] + w * u * u;
	}
}

static void begin_at(struct cutting *c, size_t at)
{
	c->begin[c->n_begins++] = (struct begin){.at = at,
		.until = SIZE_MAX,
		.w = c->w[at],
		.sum = c->sum[at],
		.sq = c->sq[at],
		.f = c->f[at]};
}

/* The cheapest way to end a segment before place j; candidates that can never be the cheapest again
 * go, as in PELT. */
static void end_at(struct cutting *c, size_t j)
{
	double best = (double)INFINITY;
	size_t kept = 0;

	for (size_t i = 0; i < c->n_begins; i++) {
		struct begin *b = &c->begin[i];
		if (b->until <= j)
			continue;
		double d = c->sum[j] - b->sum;
		b->cost = b->f + (c->sq[j] - b->sq - d * d / (c->w[j] - b->w));
		if (b->cost + c->penalty < best) {
			best = b->cost + c->penalty;
			c->before[j] = (uint32_t)b->at;
		}
		if (kept != i)
			c->begin[kept] = *b;
		kept++;
	}
	c->n_begins = kept;
	c->f[j] = best;
	for (size_t i = 0; i < kept; i++)
		if (c->begin[i].until == SIZE_MAX && c->begin[i].cost > best)
			c->begin[i].until = j + SEG;
}

/* The changes, from the last to the first and then in their order. */
static void collect_cuts(struct as_seeking *s, const struct cutting *c)
{
	for (size_t j = s->n; c->before[j]; j = c->before[j])
		s->n_changes++;
	size_t i = s->n_changes;
	for (size_t j = s->n; c->before[j]; j = c->before[j])
		s->change[--i] = (struct as_seek_change){.at = c->before[j]};
}

enum as_status as_seek_cut(struct as_seeking *s)
{
	struct as_arena a = {0};
	size_t room = s->n + 1;
	struct cutting c = {.v = s->room.h,
		.w = as_arena_array(&a, room, sizeof *c.w),
		.sum = as_arena_array(&a, room, sizeof *c.sum),
		.sq = as_arena_array(&a, room, sizeof *c.sq),
		.f = as_arena_array(&a, room, sizeof *c.f),
		.before = as_arena_array(&a, room, sizeof *c.before),
		.begin = as_arena_array(&a, room, sizeof *c.begin)};
	enum as_status st = c.w && c.sum && c.sq && c.f && c.before && c.begin ? AS_OK : AS_ERR_MEM;

	if (!st) {
		limit(s, c.v);
		s->start.s = deviation(s, c.v);
	}
	if (!st && s->start.s > 0) {
		c.penalty = s->start.penalty = 2 * log((double)s->n) * s->start.s * s->start.s;
		add_up(s, &c);
		c.f[0] = -c.penalty;
		begin_at(&c, 0);
		for (size_t j = SEG; j <= s->n; j++) {
			if (j >= 2 * (size_t)SEG)
				begin_at(&c, j - SEG);
			end_at(&c, j);
		}
		collect_cuts(s, &c);
	}
	as_arena_release(&a);
	return st;
}
