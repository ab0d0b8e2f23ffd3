/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/question.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/diagnose/level_impact.h"
#include "analyse/diagnose/modality.h"
#include "analyse/diagnose/steady_state.h"
#include "analyse/estimate/interval_of_view.h"
#include "analyse/estimate/resampled.h"
#include "analyse/result/named_values.h"
#include "analyse/result/published_values.h"
#include "analyse/result/two_stage.h"
#include "model/kept/derived.h"

enum { UNITS_TOLD = 1000000 }; /* of more nobody waits for the end */

void as_result_release(struct as_result *r)
{
	if (r->shown != r->analyses[0].summaries)
		free(r->shown);
	for (size_t i = 0; i < r->n; i++)
		as_analysis_release(&r->analyses[i]);
	as_experiment_free(r->x);
	*r = (struct as_result){0};
}

/* In one view, as to lay it over millions of iterations is most of the work. */
static enum as_status look_closer_at(const struct as_experiment *x, struct as_summary *y,
	struct as_err *err)
{
	struct as_view v;
	enum as_status st = as_view_open_light(x, y->subject, y->metric, &v, err);

	if (st)
		return st;
	st = as_draw_impact_in(x, &v, y, NULL, err);
	if (!st)
		st = as_look_at_shape_in(x, &v, y, err);
	if (!st && v.reordered) {
		as_view_close(&v);
		st = as_view_open(x, y->subject, y->metric, AS_ROLE_MEASURED, &v, err);
	}
	if (!st)
		st = as_look_at_time_in(x, &v, y, err);
	as_view_close(&v);
	return st;
}

/* What is shown in full is looked at more closely: a tenth of a second a level. */
static enum as_status look_closer(const struct as_experiment *x, struct as_analysis *a,
	struct as_err *err)
{
	struct as_experiment_counts counts;
	const struct as_experiment counted = as_experiment_counted(x, &counts);
	enum as_status st = AS_OK;

	for (size_t i = 0; i < a->n_subjects && !st; i++)
		st = look_closer_at(&counted, &a->summaries[i], err);
	return st;
}

static enum as_status analyse_closely(const struct as_experiment *x, size_t metric, bool own,
	struct as_analysis *out, struct as_err *err)
{
	enum as_status st = own ? as_analyse_own(x, metric, out, err)
				: as_analyse(x, metric, out, err);

	if (st)
		return st;
	st = look_closer(x, out, err);
	if (st)
		as_analysis_release(out);
	return st;
}

enum as_status as_analyse_closely(const struct as_experiment *x, size_t metric,
	struct as_analysis *out, struct as_err *err)
{
	return analyse_closely(x, metric, false, out, err);
}

static enum as_status add_papers(struct as_result *r, const struct as_question *q,
	struct as_err *err)
{
	struct as_analysis *a = &r->analyses[0];
	const size_t n = q->n_papers * r->x->n_subjects;
	enum as_status st = AS_OK;

	if (!n)
		return AS_OK;
	a->published = calloc(n, sizeof *a->published);
	if (!a->published)
		return as_fail_memory(err);
	a->n_published = n;
	for (size_t i = 0; i < n && !st; i++)
		st = as_analyse_published(r->x, i / q->n_papers,
			a->summaries[i / q->n_papers].metric,
			q->papers[i % q->n_papers], &a->published[i], err);
	return st;
}

static enum as_status add_ways(const struct as_question *q, const struct as_match *match, size_t n,
	struct as_named *v, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < q->n_ways * n && !st; i++) {
		const struct as_match *m = &match[i % n];
		st = as_compare_named(&m->old, &m->new, q->ways[i / n], m->confidence, &v[i], err);
		v[i].subject = m->subject;
		v[i].reference = m->reference;
	}
	return st;
}

static enum as_status add_resampled(enum as_interval_method how, const struct as_match *match,
	size_t n, struct as_named *v, struct as_err *err)
{
	const size_t answers = as_resampled_answers(how);
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n && !st; i++) {
		const struct as_resampled r = {how, match[i].confidence, n};
		st = as_compare_resampled(&match[i].old, &match[i].new, &r, &v[i * answers], err);
		for (size_t k = 0; k < answers && !st; k++) {
			v[i * answers + k].subject = match[i].subject;
			v[i * answers + k].reference = match[i].reference;
		}
	}
	return st;
}

enum as_status as_answer_ways(const struct as_question *q, const struct as_match *match, size_t n,
	struct as_named **out, size_t *n_out, struct as_err *err)
{
	const bool resampled = q->interval != AS_INTERVAL_NONE && q->interval != AS_INTERVAL_T;
	const size_t all = (q->n_ways + (resampled ? as_resampled_answers(q->interval) : 0)) * n;

	*out = NULL;
	*n_out = 0;
	if (!all)
		return AS_OK;
	struct as_named *v = calloc(all, sizeof *v);
	if (!v)
		return as_fail_memory(err);
	enum as_status st = add_ways(q, match, n, v, err);
	if (!st && resampled)
		st = add_resampled(q->interval, match, n, v + q->n_ways * n, err);
	if (st) {
		free(v);
		return st;
	}
	*out = v;
	*n_out = all;
	return AS_OK;
}

/* The same of what the experiment compares itself. */
static enum as_status add_others(struct as_result *r, const struct as_question *q,
	struct as_err *err)
{
	struct as_analysis *a = &r->analyses[0];
	struct as_match *match = calloc(a->n_comparisons + 1, sizeof *match);

	if (!match)
		return as_fail_memory(err);
	for (size_t i = 0; i < a->n_comparisons; i++) {
		const struct as_comparison *c = &a->comparisons[i];
		match[i] = (struct as_match){.old = {r->x, c->reference, c->metric},
			.new = {r->x, c->subject, c->metric}, .confidence = c->confidence,
			.subject = c->subject, .reference = c->reference};
	}
	const enum as_status st =
		as_answer_ways(q, match, a->n_comparisons, &a->named, &a->n_named, err);
	free(match);
	return st;
}

static enum as_status choose_intervals(struct as_result *r, const struct as_question *q,
	struct as_err *err)
{
	const struct as_analysis *a = &r->analyses[0];
	enum as_status st = AS_OK;

	if (q->interval == AS_INTERVAL_NONE) { /* a copy of thousands is a part of what a result takes */
		r->shown = a->summaries;
		return AS_OK;
	}
	r->shown = calloc(a->n_subjects + 1, sizeof *r->shown);
	if (!r->shown)
		return as_fail_memory(err);
	memcpy(r->shown, a->summaries, a->n_subjects * sizeof *r->shown);
	for (size_t i = 0; i < a->n_subjects && !st; i++)
		st = as_choose_interval(r->x, q->interval, &r->shown[i], err);
	return st;
}

/* A quantile takes more rounds than the mean of the same values to the precision asked for, or to the
 * tolerance (methods-quantiles.md 1.10): both numbers, where they differ, from what was measured. */
static void tell_cost(const struct as_experiment *x, size_t metric, struct as_analysis *a)
{
	const bool asked = x->plan.precision > 0;
	struct as_look look = {.metric = metric, .to = x->n_subjects, .last = true,
		.ratio = asked ? as_target_is_ratio(x) : a->n_comparisons > 0,
		.precision = asked ? x->plan.precision : x->plan.tolerance,
		.confidence = x->plan.confidence};
	struct as_findings *f = a->n_comparisons ? &a->comparisons[0].findings
		: a->n_subjects			 ? &a->summaries[0].findings
						 : NULL;
	struct as_derived d;
	size_t own = 0, mean = 0;

	if (!f || x->table || x->plan.builds > 1 || !(look.precision > 0) ||
		!as_experiment_derived(x, metric, &d) || as_rounds_wanted(x, &look, &own, NULL))
		return;
	look.metric = d.base;
	if (!as_rounds_wanted(x, &look, &mean, NULL) && mean && own > mean && own < UNITS_TOLD)
		as_find(f, AS_FINDING_DEARER, (double)own, (double)mean, look.precision);
}

/* The summaries of one metric as an analysis; of others than the first too. */
static enum as_status analyse_one(const struct as_question *q, struct as_result *r, size_t metric,
	struct as_err *err)
{
	struct as_analysis *a = &r->analyses[r->n];
	const bool own = q->metric == AS_OF_CRITERION;
	enum as_status st = as_fold_once(r->x, metric, err);

	if (st)
		return st;
	st = q->summaries_alone ? as_summarise_all(r->x, metric, a, err)
	     : !r->n		? analyse_closely(r->x, metric, own, a, err)
	     : own		? as_analyse_own(r->x, metric, a, err)
				: as_analyse(r->x, metric, a, err);
	if (!st && !r->n && !q->summaries_alone)
		tell_cost(r->x, metric, a);
	r->n += !st;
	return st;
}

enum as_status as_result_init(struct as_result *r, struct as_experiment *x,
	const struct as_question *q, struct as_err *err)
{
	const struct as_question usual = {.metric = AS_OF_CRITERION};

	q = q ? q : &usual;
	const size_t metric = q->metric == AS_OF_CRITERION ? x->criterion : q->metric;
	*r = (struct as_result){.x = x, .metric = metric};
	if (q->values_alone)
		return AS_OK;
	enum as_status st = analyse_one(q, r, metric, err);

	for (size_t m = 0; m < x->n_metrics && r->n < AS_RESULT_METRICS && !st; m++)
		if (m != metric && as_experiment_has_values(x, m))
			st = analyse_one(q, r, m, err);
	r->analyses[0].others = r->n ? r->n - 1 : 0;
	if (st || q->summaries_alone)
		return st;
	st = add_papers(r, q, err);
	if (!st)
		st = add_others(r, q, err);
	return st ? st : choose_intervals(r, q, err);
}

bool as_result_stands_alone(const struct as_result *r)
{
	const struct as_experiment *x = r->x;

	return !x->by_mean && !x->ratio_of_means && !x->by_difference && !x->same_iteration &&
		!r->analyses[0].n_comparisons;
}

/* Options of the moment (--estimator, --ratio, --difference, --same-iteration) have no part in it. */
enum as_status as_result_init_kept(struct as_result *r, struct as_experiment *x, struct as_err *err)
{
	const struct as_question kept = {.metric = AS_OF_CRITERION, .summaries_alone = true};
	const bool by_mean = x->by_mean, of_means = x->ratio_of_means;
	const bool by_difference = x->by_difference;
	const size_t same = x->same_iteration;

	x->by_mean = x->ratio_of_means = x->by_difference = false;
	x->same_iteration = 0;
	const enum as_status st = as_result_init(r, x, &kept, err);
	x->by_mean = by_mean;
	x->ratio_of_means = of_means;
	x->by_difference = by_difference;
	x->same_iteration = same;
	return st;
}
