/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/apart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/compare/compare_parts.h"
#include "analyse/estimate/dependent.h"
#include "analyse/result/two_stage.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/comparing/many.h"
#include "stat/dist/planning/staged.h"

static bool is_known(const struct as_profile_sd *s)
{
	return s->df > 0 && s->sd >= 0;
}

/* In units of its own mean, so that the variance is that of the logarithm. */
static struct as_side relative(const struct as_side *s)
{
	return (struct as_side){1, s->s2 / (s->mean * s->mean), s->r};
}

/* The test of c's log ratio with what two sessions differ by: twice the variance, and the smaller
 * of the degrees of freedom (methods.md 3.4 b). */
static enum as_status test_sessions(const struct as_side *old, const struct as_side *new,
	const struct as_profile_sd *s, const struct as_comparison *c, struct as_test *out)
{
	const struct as_side a = relative(old), b = relative(new);
	struct as_test units;
	enum as_status st = as_welch(&a, &b, c->confidence, &units, NULL);

	return st ? st
		  : as_test_t(log(c->ratio), hypot(units.se, sqrt(2) * s->sd),
			    fmin(units.df, s->df), c->confidence, out);
}

/* By all units and, of builds, by those of the pilot: the wider of both. */
static enum as_status test_staged(const struct as_staged_sides *s,
	const struct as_profile_sd *between, const struct as_comparison *c, struct as_test *out)
{
	const bool staged = s->first_old.r || s->first_new.r;
	const struct as_side *old = s->first_old.r ? &s->first_old : &s->old,
			     *new = s->first_new.r ? &s->first_new : &s->new;
	struct as_test all, first;
	enum as_status st = test_sessions(&s->old, &s->new, between, c, &all);

	if (!st && staged)
		st = test_sessions(old, new, between, c, &first);
	if (!st)
		*out = staged ? as_staged_wider(&all, &first) : all;
	return st;
}

/* The interval of the log ratio once more, with what two sessions differ by. */
static void add_sessions(const struct as_profile_sd *s, const struct as_view *old,
	const struct as_view *new, struct as_comparison *c)
{
	const struct as_staged_sides sides = as_compare_sides(old, new);
	struct as_test t;

	c->pairs.sd = (double)NAN; /* more units would not help against sessions */
	c->needed = 0;
	if (test_staged(&sides, s, c, &t) || (c->constant.is && !t.has_p))
		return;
	/* What the clock leaves open stays open. */
	c->lo = c->constant.is ? fmin(c->lo, exp(t.lo)) : exp(t.lo);
	c->hi = c->constant.is ? fmax(c->hi, exp(t.hi)) : exp(t.hi);
	c->constant.is = c->constant.is && !isnan(c->p);
	c->p = c->constant.is ? fmax(c->p, t.p) : t.p;
	c->stages.p_single = c->constant.is || !t.two_stage ? c->p : t.p_single;
	c->stages.two = t.two_stage;
	c->df = t.df;
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
	if (c->difference.is) { /* the variance of 3.4 (b) is that of a log ratio */
		as_find(&c->findings, AS_FINDING_NO_SESSION_SHARE, 0, 0, 0);
		return false;
	}
	as_find(&c->findings, AS_FINDING_SESSION_NOISE, v->between.sd, v->between.df, 0);
	if (isfinite(c->lo) && isfinite(c->hi))
		add_sessions(&v->between, old, new, c);
	return true;
}

static enum as_status compare_views(const struct as_apart *v, const struct as_view *old,
	const struct as_view *new, struct as_comparison *c, bool *settled, struct as_err *err)
{
	bool second = v->old.x->second_look || v->new.x->second_look;

	if (second)
		as_find(&c->findings, AS_FINDING_SECOND_LOOK, 0, 0, 0);
	bool logs = false;
	enum as_status st = as_compare_two_logs(&(struct as_compare_log){v->old, old},
		&(struct as_compare_log){v->new, new}, c, &logs, err);
	if (logs)
		as_find(&c->findings, v->across ? AS_FINDING_ACROSS : AS_FINDING_OTHER_SESSION, 0,
			0, 0);
	if (st || logs || as_compare_is_refused(&v->old, old, &v->new, new, c))
		return st;
	c->of.builds = old->n_builds && new->n_builds && !old->n_sessions && !new->n_sessions;
	st = as_compare_unpaired(&v->new.x->metrics[v->new.metric], old,
		new, AS_FINDING_TOO_FEW_UNITS, c, err);
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

bool as_apart_is_one_metric(const struct as_apart *v)
{
	const struct as_metric *m = &v->old.x->metrics[v->old.metric],
			       *k = &v->new.x->metrics[v->new.metric];

	return !strcmp(m->name, k->name) && !strcmp(m->unit, k->unit);
}

static enum as_status compare_pair(const struct as_apart *v, double confidence, size_t n,
	struct as_comparison *out, bool *settled, struct as_err *err)
{
	struct as_view old = {0}, new = {0};
	struct as_comparison c = as_compare_fresh(&v->old, &v->new, n, confidence);
	c.tolerance = plan_of(v)->tolerance;
	if (!as_apart_is_one_metric(v)) {
		as_find(&c.findings, AS_FINDING_OTHER_METRIC, 0, 0, 0);
		*out = c;
		*settled = false;
		return AS_OK;
	}
	enum as_status st = as_view_open(v->old.x, v->old.subject, v->old.metric, AS_ROLE_MEASURED,
		&old, err);

	*settled = false;
	if (!st)
		st = as_view_open(v->new.x, v->new.subject, v->new.metric, AS_ROLE_MEASURED, &new,
			err);
	if (!st)
		st = as_view_stretch(v->old.x, v->old.subject, confidence, &old);
	if (!st)
		st = as_view_stretch(v->new.x, v->new.subject, confidence, &new);
	as_compare_typical(&old, &new, &c);
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
