/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimators by the load that executions were under (methods.md 8). */
#include <math.h>

#include "analyse/diagnose/surround.h"
#include "analyse/result/study_make.h"
#include "stat/core/quantile.h"

enum { STRATUM_LEAST = 20, QUARTERS = 4 };

/* Executions in the order of time, the load of each (NaN: not known), and room for one stratum. */
struct strata_course {
	struct as_course course;
	double *load, *in_time, *sorted;
};

static bool has_room(struct strata_course *c)
{
	struct as_arena *room = &c->course.room;

	c->load = as_arena_array(room, c->course.n + 1, sizeof *c->load);
	c->in_time = as_arena_array(room, c->course.n + 1, sizeof *c->in_time);
	c->sorted = as_arena_array(room, c->course.n + 1, sizeof *c->sorted);
	return c->load && c->in_time && c->sorted;
}

/* The quartiles of the load, each once. */
static enum as_status cut_in_quarters(struct strata_course *c, struct as_study_asked *r)
{
	size_t n = 0;
	double at = 0;

	for (size_t i = 0; i < c->course.n; i++)
		if (isfinite(c->load[i]))
			c->sorted[n++] = c->load[i];
	as_sort(c->sorted, n);
	for (unsigned q = 1; n && q < QUARTERS; q++) {
		enum as_status st = as_quantile(c->sorted, n, (double)q / QUARTERS, &at);
		if (st)
			return st;
		/* nothing is below the smallest */
		if (at > (r->n_cuts ? r->cut[r->n_cuts - 1] : c->sorted[0]))
			r->cut[r->n_cuts++] = at;
	}
	return AS_OK;
}

static enum as_status fill_stratum(struct strata_course *c, const struct as_study_asked *r,
	struct as_study_stratum *s, struct as_err *err)
{
	struct as_observed o = {.in_time = c->in_time, .sorted = c->sorted};

	for (size_t i = 0; i < c->course.n; i++)
		if (c->load[i] >= s->from && c->load[i] < s->to) {
			o.in_time[o.n] = c->course.y[i];
			o.sorted[o.n++] = c->course.y[i];
		}
	as_sort(o.sorted, o.n);
	s->n = o.n;
	s->told = o.n >= STRATUM_LEAST;
	return s->told ? as_study_observed(c->course.x, r, &o, &s->study, err) : AS_OK;
}

static enum as_status divide(struct strata_course *c, struct as_study_asked *r,
	struct as_studies *all, struct as_err *err)
{
	const char *name = c->course.x->metrics[r->by].name;
	enum as_status st = AS_OK;
	size_t known = 0;

	for (size_t i = 0; i < c->course.n; i++)
		known += isfinite(c->load[i]) ? 1 : 0;
	all->unknown = c->course.n - known;
	if (!known)
		return as_fail(err, AS_ERR_DATA,
			"cannot divide executions of '%.200s' by %.100s: it is not known of any",
			c->course.x->subjects[r->subject].name, name);
	if (!r->n_cuts)
		st = cut_in_quarters(c, r);
	if (!st && !r->n_cuts)
		st = as_fail(err, AS_ERR_DATA,
			"cannot divide executions of '%.200s' by %.100s: it did not vary",
			c->course.x->subjects[r->subject].name, name);
	all->n = st ? 0 : r->n_cuts + 1;
	for (size_t i = 0; i < all->n && !st; i++) {
		all->v[i] = (struct as_study_stratum){
			.from = i ? r->cut[i - 1] : -(double)INFINITY,
			.to = i < r->n_cuts ? r->cut[i] : (double)INFINITY};
		st = fill_stratum(c, r, &all->v[i], err);
	}
	return st;
}

static enum as_status study_strata(const struct as_experiment *x, struct as_study_asked *r,
	struct as_studies *all, struct as_err *err)
{
	struct strata_course c = {.load = NULL};
	enum as_status st = as_course_open(x, r->subject, r->metric, &c.course, err);

	if (st)
		return st;
	st = has_room(&c) ? as_surroundings_of(&c.course, r->by, c.load, err) : as_fail_memory(err);
	if (!st)
		st = divide(&c, r, all, err);
	as_course_close(&c.course);
	return st;
}

enum as_status as_studies_of(const struct as_experiment *x, const struct as_study_asked *r,
	struct as_studies *out, struct as_err *err)
{
	struct as_study_asked asked = *r;
	struct as_studies all = {.by = r->by};
	struct as_study any;
	enum as_status st = as_study_of(x, r, &any, err);

	if (!st && r->strata)
		st = study_strata(x, &asked, &all, err);
	if (st)
		return st;
	all.v[all.n] = (struct as_study_stratum){.from = -(double)INFINITY, .to = (double)INFINITY,
		.n = any.n, .told = true, .study = any};
	*out = all;
	return AS_OK;
}
