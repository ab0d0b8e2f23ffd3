/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/resampled.h"

#include <math.h>
#include <stdio.h>

#include "analyse/estimate/interval_of_view.h"
#include "analyse/estimate/view/view.h"
#include "stat/dist/resampling/bootstrap.h"

enum {
	STATISTICS = 4,
	DRAWS_MOST = 10000000,          /* units of all replicates of a ratio of means */
	QUANTILE_DRAWS_MOST = 40000000, /* values of all replicates of a ratio of quantiles */
	REPLICATES_LEAST = 999,
	COMPARISONS_IN_FULL = 20,
};

/* A way of resampling, as it is called. */
static const struct way {
	enum as_interval_method how;
	const char *name, *title, *about;
} ways[] = {
	{AS_INTERVAL_PERCENTILE, "percentile", "percentile bootstrap",
		"the middle of the ratios of resamples, each side drawn by itself"},
	{AS_INTERVAL_BCA, "bca", "BCa",
		"percentiles of resamples, corrected for bias and skewness"},
	{AS_INTERVAL_BOOTSTRAP_T, "bootstrap-t", "bootstrap-t",
		"resampled t of the log ratio of means, each side drawn by itself"},
};

static const struct way *way_of(enum as_interval_method how)
{
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (ways[i].how == how)
			return &ways[i];
	return NULL;
}

static const struct statistic {
	const char *name;
	double p; /* NaN: the mean */
} statistics[STATISTICS] = {
	{"mean", (double)NAN},
	{"lower quartile", 0.25},
	{"median", 0.5},
	{"upper quartile", 0.75},
};

/* Two subjects, and how they are resampled. */
struct resampled_sides {
	struct as_view old, new;
	struct as_resampled how;
	uint64_t seed;
};

static size_t fewest(const struct resampled_sides *s)
{
	return s->old.n_top < s->new.n_top ? s->old.n_top : s->new.n_top;
}

/* As many as there is time for; below 999 there are none. */
static struct as_resampling plan_of(const struct resampled_sides *s, size_t draws, size_t each)
{
	size_t n = s->how.among > COMPARISONS_IN_FULL ? s->how.among : COMPARISONS_IN_FULL;
	size_t most = (size_t)((double)draws * COMPARISONS_IN_FULL / (double)n / (double)each);

	return (struct as_resampling){.seed = s->seed, .confidence = s->how.confidence,
		.replicates = most < AS_BOOTSTRAP_REPLICATES ? most : AS_BOOTSTRAP_REPLICATES};
}

static void take_ends(
	const struct as_bootstrap *b, const struct as_ends *ends, struct as_named *out)
{
	out->ratio = b->estimate;
	out->lo = ends->lo;
	out->hi = ends->hi;
	out->replicates = b->replicates;
	out->change = ends->lo > 1 ? AS_NAMED_MORE : ends->hi < 1 ? AS_NAMED_LESS : AS_NAMED_NONE;
}

static void refuse_many(struct as_named *out)
{
	snprintf(out->refused, sizeof out->refused, "there are too many values for %d resamples",
		(int)REPLICATES_LEAST);
}

static enum as_status of_means(const struct resampled_sides *s, struct as_named *out,
	struct as_err *why)
{
	const struct as_resampling plan = plan_of(s, DRAWS_MOST, s->old.n_top + s->new.n_top);
	size_t least = as_interval_units(s->how.how);
	struct as_bootstrap b;

	if (fewest(s) < least) {
		snprintf(out->refused, sizeof out->refused,
			"it takes %zu units on each side, and there are "
			"%zu; with fewer it covers less often than it says",
			least, fewest(s));
		return AS_OK;
	}
	if (plan.replicates < REPLICATES_LEAST) {
		refuse_many(out);
		return AS_OK;
	}
	enum as_status st = as_bootstrap_ratio((struct as_values){s->old.top, s->old.n_top},
		(struct as_values){s->new.top, s->new.n_top}, &plan, &b, why);
	if (st)
		return st;
	if (s->how.how == AS_INTERVAL_PERCENTILE)
		take_ends(&b, &b.percentile, out);
	else if (b.kinds & AS_BOOTSTRAP_T)
		take_ends(&b, &b.t, out);
	else
		snprintf(out->refused, sizeof out->refused,
			"%zu of %zu resamples do not vary, and at most "
			"5 %% may be left out",
			b.left_out, b.replicates);
	return AS_OK;
}

static enum as_status of_quantiles(const struct resampled_sides *s, double p, struct as_named *out,
	struct as_err *why)
{
	const struct as_resampling plan = plan_of(s, QUANTILE_DRAWS_MOST,
		s->old.tree.count[0] + s->new.tree.count[0]);
	struct as_bootstrap b;

	if (fewest(s) < AS_BOOTSTRAP_SKEW_MIN) {
		snprintf(out->refused, sizeof out->refused,
			"it takes %d units on each side, and there are "
			"%zu",
			(int)AS_BOOTSTRAP_SKEW_MIN, fewest(s));
		return AS_OK;
	}
	if (plan.replicates < REPLICATES_LEAST) {
		refuse_many(out);
		return AS_OK;
	}
	enum as_status st = as_bootstrap_quantile_ratio(&s->old.tree, &s->new.tree, p, &plan, &b,
		why);
	if (!st) {
		take_ends(&b, &b.percentile, out);
		out->approximate = fewest(s) < AS_BOOTSTRAP_SURE;
	}
	return st;
}

/* One statistic; what it cannot be made of is no failure. */
static enum as_status resample(const struct resampled_sides *s, const struct statistic *of,
	struct as_named *out, struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = AS_OK;

	out->n = s->new.n_top;
	out->n_reference = s->old.n_top;
	if (s->how.how == AS_INTERVAL_BCA)
		snprintf(out->refused, sizeof out->refused,
			"it is for one sample, and a ratio has two; percentile and bootstrap-t are "
			"for ratios");
	else if (isnan(of->p))
		st = of_means(s, out, &why);
	else
		st = of_quantiles(s, of->p, out, &why);
	if (st != AS_ERR_DATA) {
		if (st && err)
			*err = why;
		return st;
	}
	snprintf(out->refused, sizeof out->refused, "%.199s", why.msg);
	return AS_OK;
}

size_t as_resampled_answers(enum as_interval_method how)
{
	return how == AS_INTERVAL_PERCENTILE ? STATISTICS : 1;
}

enum as_status as_compare_resampled(const struct as_place *old, const struct as_place *new,
	const struct as_resampled *how, struct as_named *out, struct as_err *err)
{
	const double nan = (double)NAN;
	const struct way *way = way_of(how->how);
	struct resampled_sides s = {.how = *how, .seed = old->x->plan.seed};

	if (!way)
		return as_fail(err, AS_ERR_ARG, "an interval by %d is no resampling",
			(int)how->how);
	enum as_status st = as_view_open(old->x, old->subject, old->metric, AS_ROLE_MEASURED,
		&s.old, err);
	if (!st)
		st = as_view_open(new->x, new->subject, new->metric, AS_ROLE_MEASURED, &s.new, err);
	for (size_t i = 0; i < as_resampled_answers(how->how) && !st; i++) {
		out[i] = (struct as_named){.name = way->name,
			.title = way->title,
			.about = way->about,
			.of = statistics[i].name,
			.subject = new->subject,
			.reference = old->subject,
			.metric = new->metric,
			.p = nan,
			.ratio = nan,
			.lo = nan,
			.hi = nan,
			.confidence = how->confidence};
		st = resample(&s, &statistics[i], &out[i], err);
	}
	as_view_close(&s.old);
	as_view_close(&s.new);
	return st;
}
