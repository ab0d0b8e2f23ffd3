/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimators by the load that executions were under (methods.md 8). */
#include <math.h>

#include "analyse/diagnose/divide.h"
#include "analyse/study/study_make.h"

enum { STRATUM_LEAST = 20 };

static enum as_status study_strata(struct as_course *c, const struct as_study_asked *r,
	struct as_studies *all, struct as_err *err)
{
	struct as_divided d;
	enum as_status st = as_divide(c, &r->strata, &d, err);

	if (st)
		return st;
	all->n = d.n;
	all->unknown = d.unknown;
	for (size_t i = 0; i < d.n && !st; i++) {
		struct as_study_stratum *s = &all->v[i];
		struct as_observed o;
		*s = (struct as_study_stratum){.from = d.from[i], .to = d.to[i]};
		st = as_divided_part(c, &d, i, &o, err);
		if (st)
			break;
		s->n = o.n;
		s->told = o.n >= STRATUM_LEAST;
		if (s->told)
			st = as_study_observed(c->x, r, &o, &s->study, err);
	}
	return st;
}

enum as_status as_studies_of(const struct as_experiment *x, const struct as_study_asked *r,
	struct as_studies *out, struct as_err *err)
{
	struct as_studies all = {.by = r->strata.by};
	struct as_course c = {.n = 0};
	struct as_study any;
	enum as_status st = as_study_of(x, r, &any, err);

	if (!st && r->strata.asked) {
		st = as_course_open(x, r->subject, r->metric, &c, err);
		if (!st)
			st = study_strata(&c, r, &all, err);
		as_course_close(&c);
	}
	if (st)
		return st;
	all.v[all.n] = (struct as_study_stratum){.from = -(double)INFINITY, .to = (double)INFINITY,
		.n = any.n, .told = true, .study = any};
	*out = all;
	return AS_OK;
}
