/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows whose versions were measured in the same rounds. */
#include "campaign/review/reviewing.h"

#include <math.h>
#include <string.h>

#include "analyse/compare/together.h"
#include "base/num.h"

/* Every row by its criterion. */
static enum as_status compare_rows(const struct as_reviewing *how, struct as_review *r,
	struct as_err *err)
{
	struct as_arena *a = how->arena;
	struct as_inside *v = as_arena_array(a, r->n, sizeof *v);
	struct as_comparison *c = as_arena_array(a, r->n, sizeof *c);
	size_t n = 0;

	if (!v || !c)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n; i++) {
		const struct as_review_side *side = r->v[i].side;
		if (as_review_is_compared(&r->v[i]))
			v[n++] = (struct as_inside){side[AS_REVIEW_BASE].x,
				side[AS_REVIEW_BASE].x->criterion,
				side[AS_REVIEW_BASE].summary->subject,
				side[AS_REVIEW_HEAD].summary->subject};
	}
	enum as_status st = as_compare_together(v, n, how->adjust, c, err);
	for (size_t i = 0, k = 0; i < r->n && !st; i++) {
		if (as_review_is_compared(&r->v[i]))
			r->v[i].c = c[k++];
		r->v[i].kind = as_review_kind_of(&r->v[i]);
	}
	r->compared = n;
	return st;
}

/* Times may be put together, whatever they are of. */
static bool alike(const struct as_metric *a, const struct as_metric *b)
{
	return !strcmp(a->name, b->name) || (as_metric_is_time(a) && as_metric_is_time(b));
}

static bool one_metric(const struct as_review *r)
{
	const struct as_metric *first = NULL;

	for (size_t i = 0; i < r->n; i++) {
		const struct as_review_row *row = &r->v[i];
		if (!as_review_is_compared(row))
			continue;
		if (first && !alike(first, row->metric))
			return false;
		first = row->metric;
	}
	return true;
}

static enum as_status add_overall(const struct as_reviewing *how, struct as_review *r,
	struct as_err *err)
{
	static const char several[] = "the benchmarks are compared by several metrics";
	struct as_apart *v = as_arena_array(how->arena, r->n, sizeof *v);
	struct as_comparison *c = as_arena_array(how->arena, r->n, sizeof *c);
	size_t n = 0;

	if (!v || !c)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n; i++) {
		const struct as_experiment *x = r->v[i].side[AS_REVIEW_BASE].x;
		if (!as_review_is_compared(&r->v[i]))
			continue;
		c[n] = r->v[i].c;
		v[n++] = (struct as_apart){
			.old = {x, r->v[i].side[AS_REVIEW_BASE].summary->subject,
				r->v[i].side[AS_REVIEW_BASE].summary->metric},
			.new = {x, r->v[i].side[AS_REVIEW_HEAD].summary->subject,
				r->v[i].side[AS_REVIEW_HEAD].summary->metric}};
	}
	if (n < 2)
		return AS_OK;
	if (one_metric(r))
		return as_overall_ratio(v, c, n, &r->overall, err);
	r->overall.n = n;
	memcpy(r->overall.refused, several, sizeof several);
	return AS_OK;
}

/* What holds for all rows alike, else NaN. */
static double common(const struct as_review *r, double (*of)(const struct as_plan *p))
{
	double all = (double)NAN;

	for (size_t i = 0; i < r->n; i++) {
		if (!as_review_is_compared(&r->v[i]))
			continue;
		double own = of(&r->v[i].side[AS_REVIEW_BASE].x->plan);
		if (!isnan(all) && !as_same_double(all, own))
			return (double)NAN;
		all = own;
	}
	return all;
}

static double confidence_of(const struct as_plan *p)
{
	return p->confidence;
}

static double tolerance_of(const struct as_plan *p)
{
	return p->tolerance;
}

enum as_status as_review_compare(const struct as_reviewing *how, struct as_review *r,
	struct as_err *err)
{
	r->benjamini = how->adjust == AS_ADJUST_BH;
	enum as_status st = compare_rows(how, r, err);
	if (!st)
		st = add_overall(how, r, err);
	r->confidence = common(r, confidence_of);
	r->tolerance = common(r, tolerance_of);
	return st;
}
