/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/planning/power.h"

#include <math.h>
#include <stdbool.h>

#include "stat/dist/comparing/decide.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/stein.h"

enum { SPREADS = 100 }; /* values that the standard deviation may have, alike in probability */

/* What of a count n follows: degrees of freedom, and the root that lambda is multiplied by. */
struct design {
	const struct as_power *p;
	double sigma[SPREADS];
	bool builds;
};

static double df_of(const struct design *d, size_t n)
{
	return d->builds ? 2 * (double)(n - 1) : (double)(n - 1);
}

static double root_of(const struct design *d, size_t n)
{
	return sqrt(d->builds ? (double)n / 2 : (double)n);
}

static bool is_share(double x)
{
	return x > 0 && x < 1;
}

static enum as_status check(const struct as_power *p, const struct as_power_spread *s)
{
	bool fine = p->lambda > 0 && isfinite(p->lambda) && is_share(p->confidence) &&
		is_share(p->power) && s->s >= 0 && isfinite(s->s) && s->df >= 1;

	return fine ? AS_OK : AS_ERR_ARG;
}

/* s sqrt(nu / chi2_{u, nu}): the standard deviation that exceeds the true one in a share u. */
static enum as_status spread_at(const struct as_power_spread *s, double u, double *out)
{
	double chi2;
	enum as_status st = as_chi2_quantile(u, s->df, &chi2);

	if (!st)
		*out = s->s * sqrt(s->df / chi2);
	return st;
}

static enum as_status prepare(struct design *d, const struct as_power_spread *s)
{
	enum as_status st = check(d->p, s);

	for (int i = 0; !st && i < SPREADS; i++)
		st = spread_at(s, (i + 0.5) / SPREADS, &d->sigma[i]);
	return st;
}

/* P(T <= t). */
static enum as_status t_cdf(double t, double df, double *out)
{
	double p;
	enum as_status st = as_t_two_sided_p(t, df, &p);

	if (!st)
		*out = t < 0 ? p / 2 : 1 - p / 2;
	return st;
}

static enum as_status mean_power(const struct design *d, size_t n, double *out)
{
	double t, sum = 0, df = df_of(d, n), reach = d->p->lambda * root_of(d, n);
	enum as_status st = as_t_factor(d->p->confidence, df, &t);

	for (int i = 0; !st && i < SPREADS; i++) {
		double one = 1;
		if (d->sigma[i] > 0)
			st = t_cdf(reach / d->sigma[i] - t, df, &one);
		sum += one;
	}
	if (!st)
		*out = sum / SPREADS;
	return st;
}

/* t_{1-alpha/2, df} + t_{pi, df}. */
static enum as_status both_factors(const struct as_power *p, double df, double *out)
{
	double level, power;
	enum as_status st = as_t_factor(p->confidence, df, &level);

	if (!st)
		st = as_t_quantile(p->power, df, &power);
	if (!st)
		*out = level + power;
	return st;
}

/* Whether n suffice: on the mean, or for the one sigma that is not exceeded in 80 %. */
typedef enum as_status sufficing(const struct design *d, size_t n, bool *out);

static enum as_status suffices_on_average(const struct design *d, size_t n, bool *out)
{
	double power;
	enum as_status st = mean_power(d, n, &power);

	if (!st)
		*out = power >= d->p->power;
	return st;
}

static enum as_status suffices_surely(const struct design *d, size_t n, bool *out)
{
	double factor;
	enum as_status st = both_factors(d->p, df_of(d, n), &factor);

	if (!st)
		*out = factor * d->sigma[0] <= d->p->lambda * root_of(d, n);
	return st;
}

/* The smallest n >= least that suffices: doubled until one does, then bisected. */
static enum as_status smallest(const struct design *d, size_t least, sufficing *enough, size_t *out)
{
	size_t below = least - 1, n = least;
	bool fine = false;
	enum as_status st;

	while (!(st = enough(d, n, &fine)) && !fine && n < AS_UNITS_MAX) {
		below = n;
		n = n < AS_UNITS_MAX / 2 ? 2 * n : AS_UNITS_MAX;
	}
	while (!st && n - below > 1) {
		size_t middle = below + (n - below) / 2;
		st = enough(d, middle, &fine);
		*(fine ? &n : &below) = middle;
	}
	if (!st)
		*out = n;
	return st;
}

enum as_status as_power_distance(double detect, double limit, double *out)
{
	if (!(detect > -1 && isfinite(detect) && limit > -1 && isfinite(limit)))
		return AS_ERR_ARG;
	bool beyond = limit > 0 ? detect > limit : limit < 0 ? detect < limit : fabs(detect) > 0;
	if (!beyond)
		return AS_ERR_DATA;
	*out = fabs(log1p(detect) - log1p(limit));
	return AS_OK;
}

enum as_status as_power_mean(const struct as_power *p, const struct as_power_spread *s, size_t n,
	double *out)
{
	struct design d = {.p = p};
	enum as_status st = n >= 2 ? prepare(&d, s) : AS_ERR_ARG;

	return st ? st : mean_power(&d, n, out);
}

enum as_status as_power_rounds(const struct as_power *p, const struct as_power_spread *s,
	size_t *rounds,
	size_t *sure)
{
	struct design d = {.p = p};
	size_t average, surely;
	enum as_status st = prepare(&d, s);

	if (!st)
		st = smallest(&d, AS_BLOCKS_PAIRED, suffices_on_average, &average);
	if (!st)
		st = spread_at(s, 0.2, &d.sigma[0]);
	if (!st)
		st = smallest(&d, AS_BLOCKS_PAIRED, suffices_surely, &surely);
	if (st)
		return st;
	*rounds = average;
	*sure = surely;
	return AS_OK;
}

enum as_status as_power_builds(const struct as_power *p, const struct as_power_spread *s,
	size_t least,
	size_t *builds)
{
	struct design d = {.p = p, .builds = true};
	enum as_status st = least >= 2 ? prepare(&d, s) : AS_ERR_ARG;

	return st ? st : smallest(&d, least, suffices_on_average, builds);
}

enum as_status as_power_stage(const struct as_power *p, double s, size_t n, size_t *out)
{
	double factor;
	enum as_status st = n >= 2 ? check(p, &(struct as_power_spread){s, 1}) : AS_ERR_ARG;

	if (!st)
		st = both_factors(p, (double)(n - 1), &factor);
	if (st)
		return st;
	double wanted = ceil(pow(factor * s / p->lambda, 2));
	*out = wanted > (double)AS_UNITS_MAX ? AS_UNITS_MAX
		: wanted > (double)n         ? (size_t)wanted
					     : n;
	return AS_OK;
}

/* z_{1-alpha/2} / (z_{1-alpha/2} + z_pi). */
static double part_of_half(const struct as_power *p)
{
	double level = (double)NAN, both = (double)NAN;

	if (!is_share(p->confidence) || !is_share(p->power) ||
		as_t_factor(p->confidence, AS_UNITS_MAX, &level) ||
		both_factors(p, AS_UNITS_MAX, &both))
		return (double)NAN;
	return level / both;
}

double as_power_half_width(const struct as_power *p)
{
	return p->lambda > 0 ? p->lambda * part_of_half(p) : (double)NAN;
}

double as_power_seen(const struct as_power *p, double half)
{
	return half >= 0 ? half / part_of_half(p) : (double)NAN;
}

enum as_status as_resolution_of(double half, double se, double df, double power,
	struct as_resolution *out)
{
	double t;

	if (!(half >= 0 && isfinite(half) && se > 0 && isfinite(se) && is_share(power)))
		return AS_ERR_ARG;
	enum as_status st = as_t_quantile(power, df, &t);
	if (st)
		return st;
	double lambda = half + t * se;
	*out = (struct as_resolution){expm1(lambda), -expm1(-lambda)};
	return AS_OK;
}
