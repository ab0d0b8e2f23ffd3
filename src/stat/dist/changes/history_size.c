/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of a change: its size, and where else it may be (methods-history-2.md 4). */
#include <math.h>

#include "stat/core/moments.h"
#include "stat/dist/dist.h"
#include "stat/dist/changes/seeking.h"

enum { SEG = AS_HISTORY_SEGMENT };

/* A place with this much more of the residual sum, in variances of one version, is still possible.
 * */
#define POSSIBLE 6

/* Statistics from here on say that there is no noise. */
#define WITHOUT_NOISE 1e8

static struct as_span segment(const struct as_steps *steps, size_t i, size_t n)
{
	return (struct as_span){
		.from = i ? steps->at[i - 1] : 0, .to = i < steps->n ? steps->at[i] : n};
}

/* ---- noise ---- */

/* Degrees of freedom of n versions in so many segments. */
static double freedom(size_t n, size_t segments, double rho)
{
	double df = (double)n - (double)segments;

	return df > 0 ? fmax(1, df * (1 - rho * rho) / (1 + rho * rho)) : 0;
}

static void take_noise(struct as_describing *d)
{
	double squares = 0, products = 0;

	for (size_t i = 0; i <= d->n_changes; i++) {
		struct as_span s = d->segment[i];
		for (size_t j = s.from; j < s.to; j++) {
			double e = d->x[j] - d->mean[i];
			squares += d->w[j] * e * e;
		}
	}
	d->noise.df = freedom(d->n, d->n_changes + 1, d->noise.rho);
	d->noise.s2 = squares / as_ar_kept(d->segment, d->n_changes + 1, d->noise.rho, &products);
	d->lambda = (1 + d->noise.rho) / (1 - d->noise.rho);
}

enum as_status as_history_residual(const struct as_history_values *h, const struct as_steps *steps,
	size_t recent, bool independent, struct as_residual *out)
{
	size_t first = h->n > recent ? h->n - recent : 0;
	const struct as_history_values rest = {.x = h->x + first, .n = h->n - first};
	struct as_seeking s = {.independent = independent};
	struct as_residual r = {.s2 = (double)NAN};
	struct as_arena room = {0};
	double products = 0, squares = 0;
	enum as_status st = as_seek_init(&s, &rest, &room);

	for (size_t i = 0; !st && i < steps->n; i++)
		if (steps->at[i] > first)
			s.change[s.n_changes++].at = steps->at[i] - first;
	if (!st) {
		as_seek_fit(&s, false);
		r.rho = s.rho;
		r.df = freedom(rest.n, s.n_changes + 1, r.rho);
	}
	for (size_t i = 0; !st && i <= s.n_changes; i++) {
		struct as_span g = s.segment[i];
		double mean = as_mean(rest.x + g.from, g.to - g.from);
		squares += as_squares(rest.x + g.from, g.to - g.from, mean);
	}
	if (!st && r.df > 0)
		r.s2 = squares / as_ar_kept(s.segment, s.n_changes + 1, r.rho, &products);
	as_arena_release(&room);
	if (!st)
		*out = r;
	return st;
}

/* ---- where else ---- */

/* What the two means of a split before place k take away from the sum of squares of a stretch. */
struct splitting {
	double mean, all, part, sum;
};

static double gain(const struct as_describing *d, size_t k, struct splitting *s)
{
	s->part += d->w[k - 1];
	s->sum += d->w[k - 1] * (d->x[k - 1] - s->mean);
	return s->sum * s->sum * s->all / (s->part * (s->all - s->part));
}

/* The places between the neighbours of change i at which it may be, too. */
static void surround(struct as_describing *d, size_t i)
{
	struct as_span both = {.from = d->segment[i].from, .to = d->segment[i + 1].to};
	struct as_step_size *out = &d->size[i];
	struct splitting all = {0};
	double best = -1, limit = POSSIBLE * d->lambda * d->noise.s2;

	out->first = out->last = d->segment[i].to;
	if (!(d->noise.s2 > 0))
		return;
	all.mean = as_describing_mean(d, both, &all.all);
	struct splitting s = all;
	for (size_t k = both.from + 1; k + SEG <= both.to; k++) {
		double g = gain(d, k, &s);
		best = k >= both.from + SEG && g > best ? g : best;
	}
	s = all;
	for (size_t k = both.from + 1; k + SEG <= both.to; k++) {
		double g = gain(d, k, &s);
		if (k < both.from + SEG || !(best - g <= limit))
			continue;
		out->first = k < out->first ? k : out->first;
		out->last = k > out->last ? k : out->last;
	}
}

/* ---- how large ---- */

/* Versions that may belong to either side count for neither, unless too few are left. */
static struct as_span surely(struct as_span whole, size_t from, size_t to)
{
	bool enough = to >= from + SEG && 2 * (to - from) >= whole.to - whole.from;

	return enough ? (struct as_span){.from = from, .to = to} : whole;
}

/* mu of section 4: what a statistic of S beyond c lets one think of, at 2.5 %. */
static double selected(double s, double c)
{
	double lo = -20, hi = s;

	if (!(s > c))
		return lo;
	for (int k = 0; k < 60; k++) {
		double mu = (lo + hi) / 2;
		if (as_normal_cdf(mu - s) / as_normal_cdf(mu - c) < 0.025)
			lo = mu;
		else
			hi = mu;
	}
	return (lo + hi) / 2;
}

static void measure(struct as_describing *d, size_t i, double statistic, double critical)
{
	struct as_step_size *o = &d->size[i];
	size_t before = i ? d->size[i - 1].last : 0;
	size_t behind = i + 1 < d->n_changes ? d->size[i + 1].first : d->n;
	struct as_span l = surely(d->segment[i], before, o->first);
	struct as_span r = surely(d->segment[i + 1], o->last, behind);
	double wl = 0, wr = 0, mean = as_describing_mean(d, l, &wl), rho = d->noise.rho;

	o->size = as_describing_mean(d, r, &wr) - mean;
	o->before = d->mean[i];
	o->after = d->mean[i + 1];
	double apart = as_describing_share(l.to - l.from, wl, rho) +
		       as_describing_share(r.to - r.from, wr, rho);
	double common = 2 * as_ar_cross(l.to - l.from, r.to - r.from, r.from - l.to, rho);
	/* weights lower the first and not the second, which may then be larger: it is left out */
	double se = sqrt(d->noise.s2 * (apart > common ? apart - common : apart));
	if (!(se > 0) || statistic >= WITHOUT_NOISE) {
		o->lo = o->hi = o->size;
		return;
	}
	double factor = (statistic - selected(statistic, critical)) * d->t / d->normal;
	double least = fmax(0, fabs(o->size) - factor * se);
	o->lo = o->size - d->t * se;
	o->hi = o->size + d->t * se;
	if (o->size > 0)
		o->lo = fmin(o->lo, least);
	else
		o->hi = fmax(o->hi, -least);
}

/* ---- all of it ---- */

static bool is_partition(const struct as_steps *s, size_t n)
{
	for (size_t i = 0; i < s->n; i++)
		if (!(s->at[i] > (i ? s->at[i - 1] : 0) && s->at[i] < n))
			return false;
	return s->weight && n;
}

static enum as_status make_room(struct as_describing *d, const struct as_steps *steps,
	struct as_arena *room, struct as_arena *a)
{
	d->segment = as_arena_array(room, steps->n + 1, sizeof *d->segment);
	d->mean = as_arena_array(room, steps->n + 1, sizeof *d->mean);
	d->size = as_arena_array(a, steps->n, sizeof *d->size);
	if (!d->segment || !d->mean || !d->size)
		return AS_ERR_MEM;
	for (size_t i = 0; i <= steps->n; i++) {
		double weight = 0;
		d->segment[i] = segment(steps, i, d->n);
		d->mean[i] = as_describing_mean(d, d->segment[i], &weight);
	}
	return AS_OK;
}

enum as_status as_steps_describe(const struct as_history_values *h, const struct as_steps *steps,
	enum as_history_level level, double confidence, struct as_arena *a,
	struct as_steps_said *out)
{
	struct as_describing d = {.x = h->x,
		.w = steps->weight,
		.n = h->n,
		.n_changes = steps->n,
		.noise = {.rho = steps->rho}};
	struct as_arena room = {0};
	struct as_steps_said said = {.visible = (double)NAN, .visible_before = (double)NAN};

	if (!is_partition(steps, h->n) || !(confidence > 0 && confidence < 1) ||
		as_normal_quantile((1 + confidence) / 2, &d.normal))
		return AS_ERR_ARG;
	enum as_status st = make_room(&d, steps, &room, a);
	if (!st) {
		take_noise(&d);
		st = as_t_factor(confidence, fmax(1, d.noise.df), &d.t);
	}
	if (!st) {
		bool alone = steps->n == 1;
		double critical = as_history_critical(h->n, level, alone);
		for (size_t i = 0; i < steps->n; i++)
			surround(&d, i);
		for (size_t i = 0; i < steps->n; i++) {
			measure(&d, i, steps->t[i], critical);
			d.size[i].level = as_noise_level(
				&steps->noise, as_history_level_of(steps->t[i], h->n, alone));
		}
		as_describing_recovered(&d);
		st = as_describing_gradual(&d, &room);
	}
	if (!st)
		st = as_describing_outliers(&d, steps, &room, a, &said);
	if (!st)
		st = as_noise_news(h->x, h->n, steps, &said.news);
	as_arena_release(&room);
	if (st)
		return st;
	said.noise = d.noise;
	said.size = d.size;
	if (d.noise.s2 > 0) {
		const double even = as_history_visible(h->n, &d.noise);
		said.visible = even * said.news.now;
		said.visible_before = even * said.news.before;
	}
	*out = said;
	return AS_OK;
}
