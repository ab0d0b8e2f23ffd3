/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/review/reviewing.h"

#include <math.h>

#include "analyse/gates/gate_judge.h"

/* The place of a metric in a side; NULL: that of the criterion. False: it is not there. */
static bool place_of(const struct as_review_side *s, const char *metric, struct as_place *out)
{
	size_t m = metric ? as_experiment_find_metric(s->x, metric) : s->summary->metric;

	*out = (struct as_place){s->x, s->summary->subject, m};
	return m < s->x->n_metrics;
}

/* Where a metric stands in both; false: a side does not have it. */
static bool places_of(const struct as_review_row *row, const char *metric,
	struct as_place out[static AS_REVIEW_SIDES])
{
	return place_of(&row->side[AS_REVIEW_BASE], metric, &out[AS_REVIEW_BASE]) &&
	       place_of(&row->side[AS_REVIEW_HEAD], metric, &out[AS_REVIEW_HEAD]);
}

/* Several comparisons share what is allowed of false alarms. */
static double alpha_of(const struct as_review *r)
{
	const double all = isfinite(r->confidence) ? 1 - r->confidence : 0.05;

	return all / (double)(r->compared ? r->compared : 1);
}

static enum as_status judge(const struct as_review *r, struct as_review_row *row,
	enum as_estimator e, struct as_arena *a, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t k = 0; k < row->gates.n && !st; k++) {
		struct as_gated *g = &row->gates.v[k];
		struct as_estimated *by = as_arena_alloc(a, sizeof *by);
		struct as_place at[AS_REVIEW_SIDES];
		if (!by)
			return as_fail_memory(err);
		if (!places_of(row, g->gate->metric, at))
			continue;
		st = as_estimate_pair(at, e, g->gate->limit, by, err);
		if (!st)
			as_gate_judge_estimate(g, by, alpha_of(r), r->in_sessions);
	}
	return st;
}

static enum as_status estimate_row(const struct as_review *r, struct as_review_row *row,
	const struct as_reviewing *how, struct as_err *err)
{
	const enum as_estimator *v = how->estimators;
	const size_t n = how->n_estimators;
	struct as_arena *a = how->arena;
	struct as_place at[AS_REVIEW_SIDES];
	enum as_status st = AS_OK;

	row->estimates = as_arena_array(a, n, sizeof *row->estimates);
	if (!row->estimates)
		return as_fail_memory(err);
	for (size_t i = 0; places_of(row, NULL, at) && i < n && !st; i++) {
		st = as_estimate_pair(at, v[i], row->c.tolerance, &row->estimates[i], err);
		row->n_estimates += !st;
	}
	return st ? st : judge(r, row, v[0], a, err);
}

/* A gate that cannot know how often it errs is none. */
static enum as_status check_rates(const struct as_review *r, struct as_err *err)
{
	const struct as_gated *gate = NULL;

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < r->v[i].gates.n; k++) {
			gate = &r->v[i].gates.v[k];
			if (!gate->by || !*gate->by->none)
				return AS_OK;
		}
	if (!gate)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot judge '%.100s' by the %s: how often it would call identical programs "
		"different is not known, because %s; leave --estimator out, or measure the "
		"baseline with more",
		gate->gate->text, gate->by->title, gate->by->none);
}

enum as_status as_review_estimate(const struct as_reviewing *how, struct as_review *r,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	if (!how->n_estimators)
		return AS_OK;
	for (size_t i = 0; i < r->n && !st; i++)
		if (as_review_is_compared(&r->v[i]))
			st = estimate_row(r, &r->v[i], how, err);
	return st ? st : check_rates(r, err);
}
