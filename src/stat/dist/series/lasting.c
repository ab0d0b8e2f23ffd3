/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/series/lasting.h"

#include <math.h>

#include "base/arena.h"
#include "stat/core/moments.h"
#include "stat/dist/dist.h"
#include "stat/dist/interval.h"
#include "stat/dist/planning/stein.h"

static const double strengths[] = {0.2, 1, 5}; /* k */
enum {
	STRENGTHS = sizeof strengths / sizeof *strengths,
	TOGETHER = 4, /* cosine sums, below 2 n */
};
static const double shortest = 1.4; /* tau */
static const double independent = 0.75; /* prior */
static const double too_slow = 0.125; /* of the series: tau from which a state is slow */
static const size_t telling = 50;
static const double rounding = 1e-20; /* of the variance: blocks that vary by less do not */

/* What is looked at, in units of the standard deviation of all values. */
struct spectrum {
	double *y; /* n values, around 0 */
	double *c2; /* c2[j], j = 1 .. n - 1: squares of the cosine sums */
	double *cosine; /* cosine[m], m = 0 .. 4 n - 1: of pi m / 2 n */
	size_t n;
};

/* Means of blocks; the first values stay out where the last block would not be whole. */
static void average(const double *x, const struct as_lasting *l, struct spectrum *f)
{
	const double *from = x + (l->n - f->n * l->block);

	for (size_t i = 0; i < f->n; i++) {
		double sum = 0;
		for (size_t b = 0; b < l->block; b++)
			sum += from[i * l->block + b] - l->mean;
		f->y[i] = sum / (double)l->block / l->s;
	}
	/* Cosines sum up to 0, so that this changes nothing but what is rounded. */
	double mean = as_mean(f->y, f->n);
	for (size_t i = 0; i < f->n; i++)
		f->y[i] -= mean;
}

/* Cosine sums from j on, as one alone would wait for each addition. */
static void sum_some(const struct spectrum *f, size_t j, double sum[static TOGETHER])
{
	const size_t period = 4 * f->n;
	size_t m[TOGETHER];

	for (size_t k = 0; k < TOGETHER; k++) {
		sum[k] = 0;
		m[k] = j + k;
	}
	for (size_t i = 0; i < f->n; i++)
		for (size_t k = 0; k < TOGETHER; k++) {
			sum[k] += f->y[i] * f->cosine[m[k]];
			m[k] += 2 * (j + k);
			m[k] -= m[k] >= period ? period : 0;
		}
}

/* c_j^2 of step 4. Their sum. */
static double transform(struct spectrum *f)
{
	const size_t n = f->n, period = 4 * n;
	double all = 0, sum[TOGETHER];

	for (size_t m = 0; m < period; m++)
		f->cosine[m] = cos(M_PI * (double)m / (double)(2 * n));
	for (size_t j = 1; j < n; j++) {
		const size_t k = (j - 1) % TOGETHER;
		if (!k)
			sum_some(f, j, sum);
		f->c2[j] = sum[k] * sum[k] * 2 / (double)n;
		all += f->c2[j];
	}
	return all;
}

/* The list of step 3. */
static void list_pairs(struct as_lasting *l, size_t n)
{
	double tau = (double)n / 4;

	l->pair[l->n_pairs++] = (struct as_lasting_pair){0};
	while (tau >= shortest && l->n_pairs + STRENGTHS <= AS_LASTING_PAIRS) {
		for (size_t k = 0; k < STRENGTHS; k++)
			l->pair[l->n_pairs++] =
				(struct as_lasting_pair){.tau = tau, .k = strengths[k]};
		tau /= 2;
	}
}

static double variance_factor(double k, double rho, double n)
{
	return 1 + k * ((1 + rho) / (1 - rho) -
			       2 * rho * (1 - pow(rho, n)) / (n * (1 - rho) * (1 - rho)));
}

/* Step 5 of one pair: its factor, its scale in units of s, and as its weight l, a logarithm. */
static void weigh(const struct spectrum *f, double prior, struct as_lasting_pair *p)
{
	double rho = p->k > 0 ? 1 - 1 / p->tau : 0, n = (double)f->n, q = 0, logs = 0;

	for (size_t j = 1; j < f->n; j++) {
		double g = 1 + p->k * (1 - rho * rho) /
				       (1 + rho * rho - 2 * rho * f->cosine[2 * j]);
		q += f->c2[j] / g;
		logs += log(g);
	}
	p->factor = p->k > 0 ? variance_factor(p->k, rho, n) : 1;
	p->scale = sqrt(p->factor * q / (n - 1) / n);
	p->weight = log(prior) - logs / 2 - (n - 1) / 2 * log(q);
}

static void weigh_all(const struct spectrum *f, struct as_lasting *l)
{
	const double others = (1 - independent) / (double)(l->n_pairs - 1);
	const double to_values = l->s * sqrt((double)(f->n * l->block) / (double)l->n);
	double most = -HUGE_VAL, sum = 0;

	for (size_t i = 0; i < l->n_pairs; i++) {
		weigh(f, i ? others : independent, &l->pair[i]);
		l->pair[i].scale *= to_values;
		most = fmax(most, l->pair[i].weight);
	}
	for (size_t i = 0; i < l->n_pairs; i++)
		sum += l->pair[i].weight = exp(l->pair[i].weight - most);
	l->slow = 0;
	for (size_t i = 0; i < l->n_pairs; i++) {
		l->pair[i].weight /= sum;
		if (l->pair[i].tau >= too_slow * (double)f->n)
			l->slow += l->pair[i].weight;
	}
}

/* The probability of being further off than h, over the list. */
static double beyond(const struct as_lasting *l, double h, double df)
{
	double sum = 0, p = 0;

	for (size_t i = 0; i < l->n_pairs; i++)
		if (!as_t_two_sided_p(h / l->pair[i].scale, df, &p))
			sum += l->pair[i].weight * p;
	return sum;
}

/* The half-width whose tail is alpha, and distances that are known to be nearer, and not to be. */
struct sought {
	const struct as_lasting *l;
	double df, alpha, near, far;
};

/* The logarithm of the tail beyond h over alpha; what is learnt of h is kept. */
static double excess(struct sought *s, double h)
{
	const double tail = beyond(s->l, h, s->df);

	if (tail > s->alpha)
		s->near = fmax(s->near, h);
	else
		s->far = fmin(s->far, h);
	return log(tail / s->alpha);
}

static bool is_too_near(struct sought *s, double h)
{
	if (h > s->near && h < s->far)
		(void)excess(s, h);
	return h <= s->near;
}

/* The tail is dear and the bisection of step 6 asks for it forty times. Secants on logarithms come
 * close in six, and a look to both sides answers all but its last steps. Where they do not come
 * close nothing is lost: the bisection then asks. */
static void approach(struct sought *s, double most)
{
	const double close = 1e-11;
	double x = most / 1.5, y = most / 1.2, of_x = excess(s, x), of_y = excess(s, y);

	for (int i = 0; i < 12 && fabs(log(y / x)) > close / 100; i++) {
		const double next = y * exp(-of_y * log(y / x) / (of_y - of_x));
		if (!(next > 0 && next <= most))
			return;
		x = y;
		of_x = of_y;
		y = next;
		of_y = excess(s, y);
	}
	(void)excess(s, y * (1 - close));
	(void)excess(s, y * (1 + close));
}

/* Step 6. */
static enum as_status mix(struct as_lasting *l, size_t n, double confidence)
{
	double t = 0, lo = 0, hi = 0;
	enum as_status st = as_t_factor(confidence, (double)(n - 1), &t);

	for (size_t i = 0; i < l->n_pairs; i++)
		hi = fmax(hi, 1.0001 * t * l->pair[i].scale);
	struct sought s = {l, (double)(n - 1), 1 - confidence, 0, HUGE_VAL};
	if (!st)
		approach(&s, hi);
	while (!st && hi - lo > 1e-13 * hi) {
		double middle = lo + (hi - lo) / 2;
		if (!(middle > lo && middle < hi))
			break;
		if (is_too_near(&s, middle))
			lo = middle;
		else
			hi = middle;
	}
	l->half_width_mix = hi;
	return st;
}

/* Steps 2 to 6; nothing is changed but the list and what follows from it. */
static enum as_status look(const double *x, double confidence, struct as_lasting *l)
{
	struct as_arena room = {0};
	struct spectrum f = {.n = l->n / l->block};

	f.y = as_arena_array(&room, f.n, sizeof *f.y);
	f.c2 = as_arena_array(&room, f.n, sizeof *f.c2);
	f.cosine = as_arena_array(&room, 4 * f.n, sizeof *f.cosine);
	enum as_status st = f.y && f.c2 && f.cosine ? AS_OK : AS_ERR_MEM;
	if (!st)
		average(x, l, &f);
	if (!st && transform(&f) > rounding * (double)f.n) {
		list_pairs(l, f.n);
		weigh_all(&f, l);
		st = mix(l, f.n, confidence);
	}
	as_arena_release(&room);
	return st;
}

enum as_status as_lasting_mean(const double *x, size_t n, double confidence, struct as_lasting *out)
{
	struct as_lasting l = {.n = n,
		.block = n ? (n - 1) / AS_LASTING_MOST + 1 : 1,
		.half_width_mix = (double)NAN,
		.slow = (double)NAN,
		.dependent = (double)NAN,
		.effective_n = (double)NAN};
	struct as_interval t;

	if (n < 2)
		return AS_ERR_DATA;
	l.mean = as_mean(x, n);
	const double s2 = as_variance(x, n, l.mean);
	enum as_status st = as_interval_t(l.mean, s2, n, confidence, &t);
	if (st)
		return st;
	l.s = sqrt(s2);
	l.half_width = l.half_width_t = t.half_width;
	if (l.s > 0 && n >= AS_LASTING_LEAST)
		st = look(x, confidence, &l);
	if (st)
		return st;
	if (l.n_pairs) {
		l.dependent = 0; /* small weights first lose nothing beside the rest of 1 */
		for (size_t i = 1; i < l.n_pairs; i++)
			l.dependent += l.pair[i].weight;
	}
	l.half_width = fmax(l.half_width_t, l.half_width_mix); /* fmax ignores NaN */
	if (l.s > 0)
		l.effective_n = (double)n * pow(l.half_width_t / l.half_width, 2);
	*out = l;
	return AS_OK;
}

double as_lasting_widens(const struct as_lasting *l)
{
	return l->half_width_t > 0 ? fmax(1, l->half_width / l->half_width_t) : 1;
}

size_t as_lasting_units(const struct as_lasting *l, double d)
{
	double n = (double)l->n, times = l->half_width / d;

	return (size_t)fmax(n, fmin(ceil(n * times * times), (double)AS_UNITS_MAX));
}

bool as_lasts_as_long(double slow)
{
	return slow >= 0.5;
}

bool as_lasting_tells(size_t n)
{
	return n >= telling;
}
