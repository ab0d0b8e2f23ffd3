/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/apart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyse/compare_parts.h"
#include "analyse/two_stage.h"
#include "stat/dist/compare.h"
#include "stat/dist/suite.h"

static bool is_known(const struct as_profile_sd *s)
{
	return s->df > 0 && s->sd >= 0;
}

/* The interval of the log ratio once more, with what two sessions differ by: twice the variance,
 * and the smaller of the degrees of freedom (methods.md 3.4 b). */
static void add_sessions(const struct as_profile_sd *s, struct as_comparison *c)
{
	struct as_test t;
	double units = c->sd * c->sd; /* of the log ratio: relative variances over their counts */

	c->sd = (double)NAN; /* more units would not help against sessions */
	c->needed = 0;
	if (as_test_t(log(c->ratio), sqrt(units + 2 * s->sd * s->sd), fmin(c->df, s->df),
		    c->confidence, &t))
		return;
	c->lo = exp(t.lo);
	c->hi = exp(t.hi);
	c->p = t.has_p ? t.p : (double)NAN;
	c->df = t.df;
}

/* Standard error of the log ratio of means, by which the sessions' is widened. */
static double log_error(const struct as_view *old, const struct as_view *new)
{
	struct as_side a = as_side_of(old->top, old->n_top), b = as_side_of(new->top, new->n_top);

	return sqrt(a.s2 / (a.mean * a.mean) / (double)a.r +
		    b.s2 / (b.mean * b.mean) / (double)b.r);
}

/* What the interval knows of sessions; false: nothing, so that there is no verdict. */
static bool settle_sessions(const struct as_apart *v, const struct as_view *old,
	const struct as_view *new, struct as_comparison *c)
{
	if (v->across) {
		as_find(&c->findings, AS_FINDING_ACROSS, 0, 0, 0);
		return false;
	}
	if (old->n_sessions && new->n_sessions) {
		as_find(&c->findings, AS_FINDING_OWN_SESSIONS, (double)new->n_sessions,
			(double)old->n_sessions, 0);
		return true;
	}
	if (!is_known(&v->between)) {
		as_find(&c->findings, AS_FINDING_OTHER_SESSION, 0, 0, 0);
		return false;
	}
	if (c->of_difference) { /* the variance of 3.4 (b) is that of a log ratio */
		as_find(&c->findings, AS_FINDING_NO_SESSION_SHARE, 0, 0, 0);
		return false;
	}
	as_find(&c->findings, AS_FINDING_SESSION_NOISE, v->between.sd, v->between.df, 0);
	if (isfinite(c->lo) && isfinite(c->hi)) {
		c->sd = log_error(old, new);
		add_sessions(&v->between, c);
	}
	return true;
}

static enum as_status compare_views(const struct as_apart *v, const struct as_view *old,
	const struct as_view *new, struct as_comparison *c, bool *settled, struct as_err *err)
{
	bool second = v->old.x->second_look || v->new.x->second_look;

	if (second)
		as_find(&c->findings, AS_FINDING_SECOND_LOOK, 0, 0, 0);
	if (as_compare_is_refused(&v->old, old, &v->new, new, c))
		return AS_OK;
	c->of_builds = old->n_builds && new->n_builds && !old->n_sessions && !new->n_sessions;
	enum as_status st = as_compare_unpaired(old, new, AS_FINDING_TOO_FEW_UNITS, c, err);
	if (!st)
		*settled = settle_sessions(v, old, new, c) && !second;
	return st;
}

static const struct as_plan *plan_of(const struct as_apart *v)
{
	return v->newer ? &v->new.x->plan : &v->old.x->plan;
}

double as_apart_confidence(const struct as_apart *v, size_t n)
{
	double most = n ? plan_of(&v[0])->confidence : 0.95;

	for (size_t i = 1; i < n; i++)
		most = fmax(most, plan_of(&v[i])->confidence);
	return most;
}

static enum as_status compare_pair(const struct as_apart *v, double confidence, size_t n,
	struct as_comparison *out, bool *settled, struct as_err *err)
{
	struct as_view old = {0}, new = {0};
	struct as_comparison c = as_compare_fresh(&v->old, &v->new, n, confidence);
	c.tolerance = plan_of(v)->tolerance;
	enum as_status st = as_view_open(v->old.x, v->old.subject, v->old.metric, AS_ROLE_MEASURED,
		&old, err);

	*settled = false;
	if (!st)
		st = as_view_open(v->new.x, v->new.subject, v->new.metric, AS_ROLE_MEASURED, &new,
			err);
	if (!st)
		st = compare_views(v, &old, &new, &c, settled, err);
	if (!st)
		*out = c;
	as_view_close(&old);
	as_view_close(&new);
	return st;
}

/* As Holm's of compare.c; NaN is left out of the number (methods.md 12.2). */
enum as_status as_compare_bh(struct as_comparison *c, size_t n, struct as_err *err)
{
	double *p = calloc(2 * n + 1, sizeof *p);

	if (!p)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		p[i] = c[i].p;
	enum as_status st = as_benjamini_hochberg(p, n, false, p + n, NULL);
	for (size_t i = 0; i < n && !st; i++)
		c[i].p_adjusted = p[n + i];
	free(p);
	return st ? as_fail(err, st, "cannot adjust %zu p values for their number", n) : AS_OK;
}

/* Confidence of the intervals that go with BH: 1 - R alpha / M. */
double as_bh_confidence(const struct as_comparison *c, size_t n, double alpha)
{
	size_t reports = 0, tests = 0;

	for (size_t i = 0; i < n; i++) {
		reports += c[i].p_adjusted <= alpha ? 1 : 0;
		tests += isnan(c[i].p) ? 0 : 1;
	}
	if (!tests)
		return 1 - alpha;
	return 1 - alpha * (double)(reports ? reports : 1) / (double)tests;
}

static enum as_status compare_all(const struct as_apart *v, size_t n, double confidence,
	struct as_comparison *out, bool *settled, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n && !st; i++)
		st = compare_pair(&v[i], confidence, n, &out[i], &settled[i], err);
	return st;
}

enum as_status as_compare_apart(const struct as_apart *v, size_t n, enum as_adjust how,
	struct as_comparison *out, struct as_err *err)
{
	double confidence = as_apart_confidence(v, n), alpha = 1 - confidence;
	bool *settled = calloc(n + 1, sizeof *settled);
	enum as_status st = settled ? AS_OK : as_fail_memory(err);

	if (!st)
		st = compare_all(v, n, as_simultaneous(confidence, n), out, settled, err);
	if (!st && how == AS_ADJUST_BH)
		st = as_compare_bh(out, n, err);
	else if (!st)
		st = as_compare_holm(out, n, err);
	if (!st && how == AS_ADJUST_BH) {
		st = compare_all(v, n, as_bh_confidence(out, n, alpha), out, settled, err);
		if (!st)
			st = as_compare_bh(out, n, err);
	}
	for (size_t i = 0; i < n && !st; i++)
		if (settled[i])
			out[i].verdict = as_compare_verdict(&out[i], alpha);
		else
			out[i].needed = 0; /* more units of these sessions would not help */
	free(settled);
	return st;
}

static enum as_status take_side(const struct as_place *at, struct as_side *out, struct as_err *err)
{
	struct as_view v = {0};
	enum as_status st = as_view_open(at->x, at->subject, at->metric, AS_ROLE_MEASURED, &v, err);

	if (!st)
		*out = v.n_top ? as_side_of(v.top, v.n_top) : (struct as_side){.mean = (double)NAN};
	as_view_close(&v);
	return st;
}

static void take_overall(const struct as_suite_value *s, const struct as_profile_sd *between,
	struct as_overall *o)
{
	struct as_test t;

	o->ratio = s->ratio;
	o->lo = s->lo;
	o->hi = s->hi;
	o->df = s->df;
	o->has_sample = s->has_sample;
	o->sample_lo = s->sample_lo;
	o->sample_hi = s->sample_hi;
	if (!is_known(between))
		return;
	struct as_test one;
	double half = log(s->hi / s->ratio);
	/* The standard error of before, from the half-width that it gave. */
	if (as_test_t(0, 1, s->df, o->confidence, &one) ||
		as_test_t(log(s->ratio), hypot(half / one.hi, sqrt(2) * between->sd),
			fmin(s->df, between->df), o->confidence, &t))
		return;
	o->sessions = true;
	o->lo = exp(t.lo);
	o->hi = exp(t.hi);
	o->df = t.df;
}

enum as_status as_overall_ratio(const struct as_apart *v, size_t n, double confidence,
	struct as_overall *out, struct as_err *err)
{
	struct as_suite_pair *rows = calloc(n + 1, sizeof *rows);
	struct as_overall o = {.n = n, .confidence = confidence};
	struct as_profile_sd most = {0};
	struct as_suite_value s;
	enum as_status st = rows ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		st = take_side(&v[i].old, &rows[i].old, err);
		if (!st)
			st = take_side(&v[i].new, &rows[i].new, err);
		if (!st && !*o.refused && as_suite_ratio(&rows[i], 1, confidence, &s, NULL))
			snprintf(o.refused, sizeof o.refused,
				"%.100s has no ratio, which takes a positive mean of at least 2 "
				"units in both",
				v[i].new.x->subjects[v[i].new.subject].name);
		if (is_known(&v[i].between) && v[i].between.sd >= most.sd)
			most = v[i].between;
	}
	if (!st && !*o.refused) {
		st = as_suite_ratio(rows, n, confidence, &s, err);
		if (!st)
			take_overall(&s, &most, &o);
	}
	free(rows);
	if (!st)
		*out = o;
	return st;
}
