/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histories whose noise changes its size (methods-calm.md 1.2 to 1.4, 1.7): pieces of equal noise, the
 * detector with weights by them, and a test of every change against the noise around it. */
#include <math.h>
#include <string.h>

#include "stat/core/quantile.h"
#include "stat/dist/dist.h"
#include "stat/dist/changes/seeking.h"

enum {
	PIECE = AS_NOISE_PIECE,
	GRID = 250, /* places that a piece may begin at, at most */
	ROUNDS = 3, /* of pieces and weights, at most */
	MANY = 3,   /* pieces from which on no level below 1 % is claimed */
};

/* E sqrt|Z| of the normal distribution, and what its spread weighs in a likelihood. */
#define SQM 0.8221789586623885
#define KAPPA 5.55

/* Sizes below this share of the median one are rounding and luck, and no noise. */
#define FLOOR 0.25
#define NORMAL 1.4826

/* The scale of a piece, as a share of the whole, at least. */
#define LEAST 0.05

double as_noise_price(size_t n)
{
	return 1.5 * log((double)n) - 0.5;
}

/* Roots of sizes u, which are floored; the median of u is taken in q. */
static void floored_roots(const double *u, size_t n, double *q)
{
	const double least = FLOOR * NORMAL * as_seek_median(q, u, n);

	for (size_t i = 0; i < n; i++)
		q[i] = sqrt(fmax(u[i], least));
}

static double mean_root(const double *u, size_t from, size_t to)
{
	double sum = 0;

	for (size_t i = from; i < to; i++)
		sum += sqrt(u[i]);
	return sum / (double)(to - from);
}

/* The size of normal noise whose values have a mean root of m. */
static double scale_of(double m)
{
	return m / SQM * (m / SQM);
}

static enum as_status make_pieces(struct as_noise_pieces *p, size_t room, struct as_arena *a)
{
	p->n = 0;
	p->end = as_arena_array(a, room, sizeof *p->end);
	p->scale = as_arena_array(a, room, sizeof *p->scale);
	p->df = as_arena_array(a, room, sizeof *p->df);
	return p->end && p->scale && p->df ? AS_OK : AS_ERR_MEM;
}

static void add_piece(struct as_noise_pieces *p, size_t end, double scale, double df)
{
	p->end[p->n] = end;
	p->scale[p->n] = scale;
	p->df[p->n++] = df;
}

static size_t begin_of(const struct as_noise_pieces *p, size_t i)
{
	return i ? p->end[i - 1] : 0;
}

/* What the likelihood gains by a difference of scales: less for heavy tails and rounded values. */
static double kappa_of(const double *q, size_t n)
{
	double products = 0, differences = 0;

	for (size_t i = 1; i < n; i++) {
		products += q[i] * q[i - 1];
		differences += (q[i] - q[i - 1]) * (q[i] - q[i - 1]) / 2;
	}
	return differences > 0 ? fmin(KAPPA, products / differences) : KAPPA;
}

enum as_status as_noise_cut(
	const double *u, size_t n, double price, struct as_arena *a, struct as_noise_pieces *out)
{
	const size_t g = (n + GRID - 1) / GRID, m = n / g, least = (PIECE + g - 1) / g;
	size_t at[GRID + 1] = {0}, before[GRID + 1] = {0}, path[GRID + 1], steps = 0;
	double sum[GRID + 1] = {0}, cost[GRID + 1];
	struct as_arena room = {0};
	double *q = as_arena_array(&room, n, sizeof *q);

	if (!q || make_pieces(out, m / least + 1, a)) {
		as_arena_release(&room);
		return AS_ERR_MEM;
	}
	floored_roots(u, n, q);
	const double kappa = kappa_of(q, n);
	for (size_t j = 1, i = 0; j <= m; j++) {
		at[j] = j < m ? j * g : n;
		sum[j] = sum[j - 1];
		for (; i < at[j]; i++)
			sum[j] += q[i];
	}
	as_arena_release(&room);
	const double all = sum[m] / (double)n;
	if (!(all > 0)) {
		add_piece(out, n, 1, (double)n - 1);
		return AS_OK;
	}
	cost[0] = -price;
	for (size_t j = 1; j <= m; j++) {
		cost[j] = (double)INFINITY;
		for (size_t i = 0; i + least <= j; i = i ? i + 1 : least) {
			const double length = (double)(at[j] - at[i]);
			const double level = fmax((sum[j] - sum[i]) / length, LEAST * all);
			const double c = cost[i] + price + 2 * kappa * length * log(level);
			if (c < cost[j]) {
				cost[j] = c;
				before[j] = i;
			}
		}
	}
	if (isinf(cost[m])) {
		add_piece(out, n, scale_of(all), (double)n - 1);
		return AS_OK;
	}
	for (size_t j = m; j; j = before[j])
		path[steps++] = j;
	for (size_t from = 0; steps; from = out->end[out->n - 1]) {
		const size_t to = at[path[--steps]];
		add_piece(out, to, scale_of(fmax(mean_root(u, from, to), LEAST * all)),
			(double)(to - from) - 1);
	}
	return AS_OK;
}

/* ---- weights ---- */

struct evening {
	struct as_seeking *s;
	const double *a0; /* weights by what is known of errors inside versions */
	double *u, *v;    /* sizes of residuals, and of differences of neighbours */
	double eps;       /* what is not larger is rounding */
	struct as_noise_pieces pieces, between, local;
	struct as_arena *a;
};

static double without_rounding(const struct evening *e, double size)
{
	return size <= e->eps ? 0 : size;
}

static void take_sizes(struct evening *e)
{
	const struct as_seeking *s = e->s;

	for (size_t i = 0; i <= s->n_changes; i++)
		for (size_t j = s->segment[i].from; j < s->segment[i].to; j++)
			e->u[j] = without_rounding(
				e, fabs(e->a0[j] * (s->x[j] - s->centre[i])));
}

static void weigh_by_pieces(struct evening *e)
{
	struct as_seeking *s = e->s;
	double squares = 0;

	for (size_t i = 0, p = 0; i < s->n; i++) {
		p += i == e->pieces.end[p];
		s->a[i] = e->a0[i] / e->pieces.scale[p];
		squares += s->a[i] * s->a[i] / (double)s->n;
	}
	e->pieces.unit = 1 / sqrt(squares);
	for (size_t i = 0; i < s->n; i++)
		s->a[i] *= e->pieces.unit;
}

static enum as_status even_out(struct evening *e)
{
	bool same = false;

	for (int k = 0; k < ROUNDS && !same; k++) {
		const struct as_noise_pieces old = e->pieces;
		take_sizes(e);
		if (as_noise_cut(e->u, e->s->n, as_noise_price(e->s->n), e->a, &e->pieces))
			return AS_ERR_MEM;
		same = old.n == e->pieces.n &&
			!memcmp(old.end, e->pieces.end, old.n * sizeof *old.end);
		if (old.n == 1 && e->pieces.n == 1)
			return AS_OK;
		weigh_by_pieces(e);
		if (as_seek_changes(e->s))
			return AS_ERR_MEM;
	}
	return AS_OK;
}

/* ---- the noise around a change ---- */

/* Differences of neighbours, which no false level can hide. */
static enum as_status cut_differences(struct evening *e)
{
	const struct as_seeking *s = e->s;

	for (size_t i = 1; i < s->n; i++)
		e->v[i] = without_rounding(e, fabs(s->x[i] - s->x[i - 1])) /
			sqrt(1 / (e->a0[i] * e->a0[i]) + 1 / (e->a0[i - 1] * e->a0[i - 1]));
	e->v[0] = e->v[1];
	return as_noise_cut(e->v, s->n, 1.6 * as_noise_price(s->n), e->a, &e->between);
}

/* Both cuts together: of each piece the larger scale. */
static enum as_status unite(struct evening *e)
{
	const struct as_noise_pieces *p = &e->pieces, *d = &e->between;
	const size_t n = e->s->n;

	e->local = *p;
	if (d->n < 2)
		return AS_OK;
	if (make_pieces(&e->local, p->n + d->n, e->a))
		return AS_ERR_MEM;
	const double whole = scale_of(mean_root(e->u, 0, n));
	const double share = whole / scale_of(mean_root(e->v, 0, n));
	for (size_t i = 0, j = 0; i < p->n && j < d->n;) {
		const size_t end = p->end[i] < d->end[j] ? p->end[i] : d->end[j];
		const double own = p->n == 1 ? whole : p->scale[i], other = d->scale[j] * share;
		add_piece(&e->local, end, fmax(own, other),
			own >= other ? p->df[i] : 0.67 * d->df[j]);
		i += p->end[i] == end;
		j += d->end[j] == end;
	}
	return AS_OK;
}

/* Variance of the mean of a side, and its degrees of freedom. */
struct noise_side {
	double v, df;
};

static struct noise_side side_of(const struct evening *e, struct as_span g)
{
	const struct as_noise_pieces *p = &e->local;
	const size_t n = g.to - g.from;
	const double mean = as_ar_mean(n, e->s->rho);
	double sum = 0, part = 0, shares = 0, df = 1, last = -1;
	size_t most = 0;

	if (n < PIECE) { /* a few versions may be a stretch of their own */
		for (size_t i = 1; i < p->n; i++)
			most = p->scale[i] > p->scale[most] ? i : most;
		for (size_t j = g.from; j < g.to; j++)
			sum += 1 / (e->a0[j] * e->a0[j]) / (double)n;
		const double s2 = p->scale[most] * p->scale[most];
		return (struct noise_side){mean * s2 * sum, p->df[most]};
	}
	for (size_t i = 0; i < p->n; i++) {
		const size_t from = begin_of(p, i) > g.from ? begin_of(p, i) : g.from;
		const size_t to = p->end[i] < g.to ? p->end[i] : g.to;
		double own = 0;
		for (size_t j = from; j < to; j++)
			own += p->scale[i] * p->scale[i] / (e->a0[j] * e->a0[j]);
		if (from >= to)
			continue;
		if (p->scale[i] < last || p->scale[i] > last) { /* else they are one piece */
			shares += part * part / df;
			part = 0;
		}
		sum += own;
		part += own;
		df = p->df[i];
		last = p->scale[i];
	}
	shares += part * part / df;
	return (struct noise_side){mean * sum / (double)n, sum * sum / shares};
}

/* z of change i by the noise of its own surroundings (1.4). */
static double local_value(const struct evening *e, size_t i)
{
	const struct as_seeking *s = e->s;
	const struct noise_side l = side_of(e, s->segment[i]), r = side_of(e, s->segment[i + 1]);
	const double v = l.v + r.v, size = fabs(s->centre[i + 1] - s->centre[i]);
	double p = 0, z = 0;

	if (!(v > 0))
		return size > 0 ? s->change[i].s : 0;
	const double df = fmax(1, 0.8 * v * v / (l.v * l.v / l.df + r.v * r.v / r.df));
	if (as_t_two_sided_p(size / sqrt(v), df, &p) ||
		as_normal_quantile(fmax(p, 1e-300) / 2, &z))
		return 0;
	return -z;
}

/* Changes that the noise around them does not support go, the weakest first. */
static void test_around(struct evening *e)
{
	struct as_seeking *s = e->s;

	while (s->n_changes) {
		const double c = as_history_critical(s->n, s->level, s->n_changes == 1);
		double least = (double)INFINITY;
		for (size_t i = 0; i < s->n_changes; i++) {
			const double z = local_value(e, i);
			s->change[i].s = fmin(s->change[i].s, z);
			s->weakest = z < least ? i : s->weakest;
			least = fmin(least, z);
		}
		if (least >= c)
			return;
		as_seek_remove(s, s->weakest);
		as_seek_settle(s);
	}
}

enum as_status as_seek_noise(struct as_seeking *s, struct as_arena *a,
	struct as_noise_pieces *pieces, struct as_noise_pieces *local)
{
	struct evening e = {.s = s, .eps = as_seek_rounding(s->x, s->n), .a = a};
	struct as_arena room = {0};
	double *a0 = as_arena_array(&room, s->n, sizeof *a0);
	enum as_status st = make_pieces(&e.pieces, 1, a);

	e.u = as_arena_array(&room, s->n, sizeof *e.u);
	e.v = as_arena_array(&room, s->n, sizeof *e.v);
	if (!a0 || !e.u || !e.v)
		st = AS_ERR_MEM;
	if (!st) {
		memcpy(a0, s->a, s->n * sizeof *a0);
		e.a0 = a0;
		add_piece(&e.pieces, s->n, 1, (double)s->n - 1);
		e.local = e.pieces;
	}
	if (!st && s->mid > 0) /* else there is no noise */
		st = even_out(&e);
	if (!st && s->mid > 0) {
		e.local = e.pieces;
		take_sizes(&e);
		if (s->n_changes)
			st = cut_differences(&e);
		if (!st && s->n_changes)
			st = unite(&e);
	}
	if (!st && e.local.n > 1)
		test_around(&e);
	as_arena_release(&room);
	if (st)
		return st;
	if (e.pieces.n == 1)
		e.pieces.unit = e.pieces.scale[0];
	*pieces = e.pieces;
	*local = e.local;
	return AS_OK;
}

enum as_history_level as_noise_level(
	const struct as_noise_pieces *pieces, enum as_history_level level)
{
	return pieces->n >= MANY && level == AS_HISTORY_01_PERCENT ? AS_HISTORY_1_PERCENT : level;
}

/* ---- the noise itself changed ---- */

/* Different values of x, as many as `enough`: a coarse clock makes noise of its own. */
static bool differ_enough(const double *x, size_t n, size_t enough, double *scratch)
{
	size_t found = 1;

	memcpy(scratch, x, n * sizeof *scratch);
	as_sort(scratch, n);
	for (size_t i = 1; i < n; i++)
		found += scratch[i] > scratch[i - 1];
	return found >= enough;
}

/* Of sizes q around the means of two pieces: the spread of their quotients, and their correlation. */
static void spread_of(
	const double *q, const size_t at[3], const double mean[2], double *v, double *r)
{
	double before = 0, squares = 0, products = 0;
	const double free = (double)(at[2] - at[0]) - 2;

	for (size_t i = at[0]; i < at[2]; i++) {
		const double d = q[i] / mean[i >= at[1]] - 1;
		squares += d * d;
		products += i > at[0] ? d * before : 0;
		before = d;
	}
	*v = squares / free;
	*r = fmin(0.9, fmax(0, products / squares));
}

static double mean_of(const double *q, size_t from, size_t to)
{
	double sum = 0;

	for (size_t i = from; i < to; i++)
		sum += q[i];
	return sum / (double)(to - from);
}

enum as_status as_noise_news(
	const double *x, size_t n, const struct as_steps *steps, struct as_noise_news *out)
{
	const struct as_noise_pieces *p = &steps->noise;
	struct as_arena room = {0};
	double *u = as_arena_array(&room, n, sizeof *u), *q = as_arena_array(&room, n, sizeof *q);
	struct as_noise_news news = {.pieces = p->n, .spread = 1};
	double v = 0, r = 0, least = (double)INFINITY, most = 0;

	for (size_t i = 0; i < p->n; i++) {
		least = fmin(least, p->scale[i]);
		most = fmax(most, p->scale[i]);
	}
	if (p->n > 1)
		news.spread = most / least;
	for (size_t i = 0; u && q && i <= steps->n; i++) {
		const size_t from = i ? steps->at[i - 1] : 0, to = i < steps->n ? steps->at[i] : n;
		const double mean = mean_of(x, from, to);
		for (size_t j = from; j < to; j++)
			u[j] = fabs(x[j] - mean);
	}
	if (u && q && p->n > 1) {
		const size_t at[3] = {begin_of(p, p->n - 2), p->end[p->n - 2], n};
		floored_roots(u, n, q);
		const double mean[2] = {mean_of(q, at[0], at[1]), mean_of(q, at[1], at[2])};
		const double n1 = (double)(at[1] - at[0]), n2 = (double)(at[2] - at[1]);
		const double all = (n1 * mean[0] + n2 * mean[1]) / (n1 + n2);
		news.at = at[1];
		news.limit = 10 + 2 * log((double)n);
		if (mean[0] > 0 && mean[1] > 0) {
			spread_of(q, at, mean, &v, &r);
			news.ratio = mean[1] / mean[0] * (mean[1] / mean[0]);
			news.g = 2 * fmin(KAPPA, 1 / v) *
				((n1 + n2) * log(all) - n1 * log(mean[0]) - n2 * log(mean[1])) *
				(1 - r) / (1 + r);
			news.told = news.g >= news.limit &&
				(news.ratio >= 1.5 || news.ratio <= 1 / 1.5) &&
				differ_enough(x + at[0], at[2] - at[0], 10, u);
		}
		news.now = p->scale[p->n - 1] / p->unit;
		news.before = p->scale[p->n - 2] / p->unit;
	} else {
		news.now = news.before = 1;
	}
	const bool made = u && q;
	as_arena_release(&room);
	if (!made)
		return AS_ERR_MEM;
	*out = news;
	return AS_OK;
}
