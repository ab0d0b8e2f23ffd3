/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/noise_floor.h"

#include <math.h>
#include <string.h>

#include "stat/dist/comparing/decide.h"
#include "stat/dist/dist.h"
#include "stat/dist/interval.h"

static const double power_wanted = 0.8;

static const struct as_profile_session *newest(const struct as_profile *p)
{
	return &p->sessions[p->n_sessions - 1];
}

/* sqrt(sum df sd^2 / sum df) of those that are known; `at` is where in a session it stands. */
static struct as_profile_sd pool(const struct as_profile *p, size_t at, uint32_t group)
{
	double squares = 0, df = 0;

	for (size_t i = 0; i < p->n_sessions; i++) {
		const char *session = (const char *)&p->sessions[i];
		struct as_profile_sd v;
		memcpy(&v, session + at, sizeof v);
		if (isnan(v.sd) || (group && p->sessions[i].group != group))
			continue;
		squares += v.df * v.sd * v.sd;
		df += v.df;
	}
	return df > 0 ? (struct as_profile_sd){sqrt(squares / df), df}
		      : (struct as_profile_sd){(double)NAN, 0};
}

static struct as_profile_sd between_sessions(const struct as_profile *p)
{
	double mean = 0, squares = 0, n = (double)p->n_sessions;

	if (p->n_sessions < 2)
		return (struct as_profile_sd){(double)NAN, 0};
	for (size_t i = 0; i < p->n_sessions; i++)
		mean += p->sessions[i].log_mean / n;
	for (size_t i = 0; i < p->n_sessions; i++)
		squares += pow(p->sessions[i].log_mean - mean, 2);
	return (struct as_profile_sd){sqrt(squares / (n - 1)), n - 1};
}

static void count_alarms(const struct as_profile *p, enum as_aa_way way, struct as_noise_way *w)
{
	for (size_t i = 0; i < p->n_sessions; i++) {
		if (p->sessions[i].group != newest(p)->group)
			continue;
		w->comparisons += p->sessions[i].way[way].comparisons;
		w->alarms += p->sessions[i].way[way].alarms;
	}
}

/* What follows from the standard deviation of the log ratio and its degrees of freedom. */
static void fill_way(const struct as_noise *noise, double variance, double df,
	struct as_noise_way *w)
{
	const struct as_noise_way *rounds = &noise->way[AS_AA_ROUNDS];
	double t = 0, power = 0;

	if (isnan(variance) || as_t_factor(noise->confidence, df, &t) ||
		as_t_quantile(power_wanted, df, &power))
		return;
	w->known = true;
	w->sd = sqrt(variance);
	w->df = df;
	w->differ = expm1(t * w->sd);
	w->smallest = expm1((t + power) * w->sd);
	w->wider = rounds->known && rounds->differ > 0 ? t * w->sd / log1p(rounds->differ)
						       : (double)NAN;
}

/* How often results of two sessions differ by what their own intervals allow: the t of each is then
 * too large by the ratio of the true variance to that of inside. */
static double expected_across(const struct as_noise *noise, double inside, double all)
{
	double df = 2.0 * (double)noise->group - 2, t = 0, p = 0;

	if (!(all > 0) || as_t_factor(noise->confidence, df, &t) ||
		as_t_two_sided_p(t * sqrt(inside / all), df, &p))
		return (double)NAN;
	return p;
}

static void fill_ways(const struct as_profile *p, struct as_noise *noise)
{
	double g = (double)noise->group, both = 2 * g - 2;
	bool paired = !isnan(noise->round.sd) &&
		      as_blocked_analysis(noise->group) == AS_BLOCKED_PAIRED;
	struct as_profile_sd stretch = pool(p, offsetof(struct as_profile_session, stretch),
		newest(p)->group);
	double state = isnan(noise->round.sd) ? 0 : noise->round.sd;
	double inside = 2 * (noise->unit.sd * noise->unit.sd + state * state) / g;
	double all = 2 * noise->session.sd * noise->session.sd + inside;
	struct as_noise_way *w = noise->way;
	double units = 2 * noise->unit.sd * noise->unit.sd / g, row = 2 * stretch.sd * stretch.sd;

	fill_way(noise, units, paired ? g - 1 : both, &w[AS_AA_ROUNDS]);
	/* What units leave is in a stretch as well: less than that is luck of few of them. */
	fill_way(noise, isnan(row) ? row : fmax(row, units), fmin(stretch.df, both),
		&w[AS_AA_SEQUENCE]);
	fill_way(noise, all, fmin(noise->session.df, both), &w[AS_NOISE_SESSIONS]);
	w[AS_AA_ROUNDS].expected = 1 - noise->confidence;
	w[AS_NOISE_SESSIONS].expected = expected_across(noise, inside, all);
	count_alarms(p, AS_AA_ROUNDS, &w[AS_AA_ROUNDS]);
	count_alarms(p, AS_AA_SEQUENCE, &w[AS_AA_SEQUENCE]);
}

void as_noise_of(const struct as_profile *p, struct as_noise *out)
{
	const double nan = (double)NAN;
	struct as_noise noise = {.profile = p, .n_sessions = p->n_sessions,
		.group = newest(p)->group, .confidence = newest(p)->confidence,
		.unit = pool(p, offsetof(struct as_profile_session, unit), 0),
		.round = pool(p, offsetof(struct as_profile_session, round), 0),
		.session = between_sessions(p)};

	for (size_t i = 0; i < AS_NOISE_WAYS; i++)
		noise.way[i] = (struct as_noise_way){.sd = nan,
			.df = nan,
			.differ = nan,
			.smallest = nan,
			.wider = nan,
			.expected = nan,
			.rate_lo = nan,
			.rate_hi = nan};
	fill_ways(p, &noise);
	for (size_t i = 0; i < AS_NOISE_WAYS; i++) {
		struct as_noise_way *w = &noise.way[i];
		if (as_interval_rate(w->alarms, w->comparisons, noise.confidence, &w->rate_lo,
			    &w->rate_hi))
			w->rate_lo = w->rate_hi = nan;
	}
	*out = noise;
}

size_t as_noise_own(const struct as_noise *noise, size_t n, const char *command, const char *build)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(noise[i].profile->command, command) &&
			!strcmp(noise[i].profile->build, build))
			return i;
	return n;
}

size_t as_noise_beside(const struct as_noise *noise, size_t n, size_t own)
{
	size_t best = n;

	for (size_t i = 0; i < n; i++)
		if (i != own && noise[i].session.df > 0 &&
			(best == n || noise[i].session.sd > noise[best].session.sd))
			best = i;
	return best;
}

struct as_profile_sd as_noise_between(const struct as_noise *old, const struct as_noise *new)
{
	const struct as_profile_sd *a = &old->session, *b = &new->session;

	if (!(a->df > 0 && b->df > 0))
		return (struct as_profile_sd){(double)NAN, 0};
	return (struct as_profile_sd){fmax(a->sd, b->sd), fmin(a->df, b->df)};
}
