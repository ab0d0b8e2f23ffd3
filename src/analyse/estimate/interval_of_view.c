/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/interval_of_view.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/result/analyse.h"
#include "analyse/estimate/dependent.h"
#include "analyse/result/two_stage.h"
#include "base/share_out.h"
#include "stat/core/moments.h"
#include "stat/dist/interval.h"
#include "stat/dist/resampling/bootstrap.h"
#include "stat/dist/planning/staged.h"

enum {
	DRAWS_MOST = 10000000,   /* of all replicates */
	QUANTILE_DRAWS_MOST = 40000000, /* values of all replicates */
	REPLICATES_LEAST = 999,  /* then there are too many units */
	BOOTSTRAP_T_UNITS = 5,   /* from which it holds what it promises (methods.md 11) */
	SHARED_UNITS = 100,      /* whose resampling takes longer than to start threads */
};

static void take_interval(struct as_summary *out, enum as_interval_method method,
	const struct as_interval *i)
{
	out->method = method;
	out->lo = i->lo;
	out->hi = i->hi;
	out->half_width = i->half_width;
	out->df = i->df;
}

/* Rounds are the units, and their number followed from the first of them. */
static bool is_two_stage(const struct as_experiment *x, const struct as_view *v)
{
	return !v->n_builds && !v->n_sessions && as_two_stage_holds(&x->plan);
}

static enum as_status staged_rounds(const struct as_experiment *x, size_t subject,
	const struct as_view *v, struct as_staged *out)
{
	size_t rounds = as_rounds(x);
	double *series = calloc(rounds, sizeof *series);

	if (!series)
		return AS_ERR_MEM;
	as_view_by_round(x, subject, v, rounds, series);
	*out = as_staged_of(series, rounds, x->plan.stage1);
	free(series);
	return AS_OK;
}

/* AS_ERR_DATA: there were no two stages, or there are too few values for them. */
static enum as_status two_stage(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	struct as_staged staged = {0};
	enum as_status st = AS_OK;
	struct as_interval i;

	if (v->n_pilot)
		staged = as_staged_of(v->top, v->n_top, v->n_pilot);
	else if (is_two_stage(x, v))
		st = staged_rounds(x, out->subject, v, &staged);
	const size_t stage1 = v->n_pilot ? 0 : x->plan.stage1;
	if (!st && stage1 && is_two_stage(x, v) && staged.n_first < 2 && v->n_top > 2 &&
		out->metric == x->criterion)
		as_find(&out->findings, AS_FINDING_STAGE1_LOST, (double)staged.n_first,
			(double)stage1, 0);
	if (!st)
		st = staged.n_first < 2 ? AS_ERR_DATA
					: as_staged_interval(&staged, x->plan.confidence, &i);
	if (!st)
		take_interval(out, AS_INTERVAL_TWO_STAGE, &i);
	return st;
}

static enum as_status plain(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	enum as_status st = two_stage(x, v, out);
	struct as_interval i;

	if (st != AS_ERR_DATA)
		return st;
	st = as_interval_t(out->mean, out->sd * out->sd, v->n_top, x->plan.confidence, &i);
	if (!st)
		take_interval(out, AS_INTERVAL_T, &i);
	return st;
}

static enum as_status resample(const struct as_experiment *x, const struct as_view *v,
	bool t_alone, struct as_bootstrap *out)
{
	size_t most = DRAWS_MOST / v->n_top;
	const struct as_resampling how = {.seed = x->plan.seed, .confidence = x->plan.confidence,
		.replicates = most < AS_BOOTSTRAP_REPLICATES ? most : AS_BOOTSTRAP_REPLICATES,
		.t_alone = t_alone,
		.share = v->n_top >= SHARED_UNITS ? as_share_out : NULL};

	if (most < REPLICATES_LEAST)
		return AS_ERR_DATA;
	return as_bootstrap_mean(v->top, v->n_top, &how, out, NULL);
}

static void keep_plain(struct as_summary *out)
{
	out->bootstrap.plain = out->method;
	out->bootstrap.plain_lo = out->lo;
	out->bootstrap.plain_hi = out->hi;
}

static void set_ends(struct as_summary *out, enum as_interval_method method, double lo, double hi)
{
	out->method = method;
	out->lo = lo;
	out->hi = hi;
	out->half_width = (hi - lo) / 2;
}

/* Skewed means of units: the wider ends of the interval and Hall's (methods-typical.md 6), which is said where
 * it is wider by more than a tenth. */
static enum as_status widen(const struct as_view *v, struct as_summary *out)
{
	const double half = out->half_width;
	struct as_interval hall;

	out->bootstrap.skewness = as_skewness(v->top, v->n_top);
	enum as_status st = as_interval_hall(v->top, v->n_top, out->confidence, &hall);
	if (st || !(half > 0))
		return st == AS_ERR_DATA ? AS_OK : st;
	/* It takes executions as independent, too. */
	const double stretch = as_lasting_stretch(out);
	const double lo = out->mean - stretch * (hall.estimate - hall.lo);
	const double hi = out->mean + stretch * (hall.hi - hall.estimate);
	const bool wider = fmax(out->mean - lo, hi - out->mean) > 1.1 * half;
	if (wider) {
		keep_plain(out);
		out->bootstrap.lo = lo;
		out->bootstrap.hi = hi;
	}
	set_ends(out, wider ? AS_INTERVAL_SKEWED : out->method, fmin(out->lo, lo),
		fmax(out->hi, hi));
	return AS_OK;
}

enum as_status as_take_interval(const struct as_experiment *x, const struct as_view *v,
	struct as_summary *out)
{
	size_t n = v->n_top;

	out->confidence = x->plan.confidence;
	out->sd = n > 1 ? sqrt(as_variance(v->top, n, as_mean(v->top, n))) : (double)NAN;
	out->lo = out->hi = out->half_width = out->df = (double)NAN;
	if (n < 2)
		return AS_OK;
	enum as_status st = plain(x, v, out);
	if (!st)
		st = as_take_lasting(x, v, out, NULL);
	return st ? st : widen(v, out);
}

size_t as_interval_units(enum as_interval_method how)
{
	return how == AS_INTERVAL_BOOTSTRAP_T ? BOOTSTRAP_T_UNITS : AS_BOOTSTRAP_SURE;
}

static const struct as_ends *ends_of(const struct as_bootstrap *b, enum as_interval_method how)
{
	if (how == AS_INTERVAL_PERCENTILE)
		return &b->percentile;
	if (how == AS_INTERVAL_BCA)
		return &b->bca;
	return b->kinds & AS_BOOTSTRAP_T ? &b->t : NULL;
}

static void refuse(struct as_summary *y, enum as_interval_method how, size_t least)
{
	y->bootstrap.refused = how;
	y->bootstrap.least = least;
}

/* Of quartiles and median, as far as they can be made. */
static enum as_status take_quantiles(const struct as_experiment *x, const struct as_view *v,
	enum as_interval_method how, struct as_summary_bootstrap *out)
{
	static const double p[AS_SUMMARY_QUANTILES] = {0.25, 0.5, 0.75};
	size_t most = QUANTILE_DRAWS_MOST / v->tree.count[0];
	const struct as_resampling plan = {.seed = x->plan.seed, .confidence = x->plan.confidence,
		.replicates = most < AS_BOOTSTRAP_REPLICATES ? most : AS_BOOTSTRAP_REPLICATES};

	if (how == AS_INTERVAL_BOOTSTRAP_T || v->thinned || v->n_top < AS_BOOTSTRAP_SKEW_MIN ||
		most < REPLICATES_LEAST)
		return AS_OK;
	for (size_t i = 0; i < AS_SUMMARY_QUANTILES; i++) {
		struct as_bootstrap b = {0};
		enum as_status st = as_bootstrap_quantile(&v->tree, p[i], &plan, &b, NULL);
		if (st)
			return st;
		const struct as_ends *e = how == AS_INTERVAL_BCA ? &b.bca : &b.percentile;
		out->quantile[i] = (struct as_summary_quantile){p[i], b.estimate, e->lo, e->hi};
	}
	out->n_quantiles = AS_SUMMARY_QUANTILES;
	out->quantile_method = how;
	return AS_OK;
}

static double half_width_of_t(const struct as_summary *y, const struct as_view *v)
{
	struct as_interval t;

	return as_interval_t(y->mean, y->sd * y->sd, v->n_top, y->confidence, &t) ? (double)INFINITY
										   : t.half_width;
}

static enum as_status choose_interval(const struct as_experiment *x, const struct as_view *v,
	enum as_interval_method how, struct as_summary *y)
{
	struct as_bootstrap b;
	struct as_interval t;
	enum as_status st = AS_OK;

	if (how == AS_INTERVAL_T) {
		y->bootstrap = (struct as_summary_bootstrap){.skewness = y->bootstrap.skewness};
		st = as_interval_t(y->mean, y->sd * y->sd, v->n_top, y->confidence, &t);
		if (!st)
			take_interval(y, AS_INTERVAL_T, &t);
		return st;
	}
	if (v->n_top < as_interval_units(how)) {
		refuse(y, how, as_interval_units(how));
		return AS_OK;
	}
	st = resample(x, v, how == AS_INTERVAL_BOOTSTRAP_T, &b);
	if (st && st != AS_ERR_DATA)
		return st;
	const struct as_ends *ends = st ? NULL : ends_of(&b, how);
	if (!ends) {
		refuse(y, how, 0);
		return AS_OK;
	}
	if (y->method != AS_INTERVAL_SKEWED)
		keep_plain(y);
	/* No end is farther away than Hall's can be (methods-typical.md 6). */
	const double most = 4.2 * half_width_of_t(y, v);
	const bool capped = how == AS_INTERVAL_BOOTSTRAP_T;
	const double lo = capped ? fmax(ends->lo, y->mean - most) : ends->lo;
	const double hi = capped ? fmin(ends->hi, y->mean + most) : ends->hi;
	y->bootstrap.lo = lo;
	y->bootstrap.hi = hi;
	y->bootstrap.replicates = b.replicates;
	set_ends(y, how, lo, hi);
	return AS_OK;
}

enum as_status as_choose_interval(const struct as_experiment *x, enum as_interval_method how,
	struct as_summary *y, struct as_err *err)
{
	struct as_view v;

	if (how == AS_INTERVAL_NONE || y->method == AS_INTERVAL_NONE)
		return AS_OK;
	enum as_status st = as_view_open(x, y->subject, y->metric, AS_ROLE_MEASURED, &v, err);
	if (!st && v.is_reduced && how != AS_INTERVAL_T)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot resample for %.60s: its interval comes from whole executions, of "
			"which resampling ten covers 76 to 90 %%; leave --interval out",
			x->metrics[y->metric].name);
	if (st || v.is_reduced) { /* t on logarithms is what there is */
		as_view_close(&v);
		return st;
	}
	st = choose_interval(x, &v, how, y);
	if (as_view_is_in_time(x, &v) && y->method == how)
		y->lasting.holds = AS_HOLDS_AS_IF;
	if (!st && how != AS_INTERVAL_T)
		st = take_quantiles(x, &v, how, &y->bootstrap);
	as_view_close(&v);
	return st ? as_fail(err, st, "cannot take the interval of '%s'",
			    x->subjects[y->subject].name)
		  : AS_OK;
}
