/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One metric over another, an execution a dot, in quarters by a third: figure 1 of Haveraaen and
 * Hundvebakke, figure 3 of the paper of 2005, with their correlation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/diagnose/related.h"
#include "analyse/diagnose/surround.h"
#include "analyse/picture/chart_make.h"
#include "stat/core/quantile.h"
#include "stat/dist/influence/factor.h"

enum { DOTS_MAX = 2000 };

/* What a dot is made of, of each execution; shade NaN: not known, or not asked for. */
struct scatter {
	struct as_course course;
	double *across, *shade;
	size_t by_across, by_shade; /* metrics; AS_PICTURE_CHOOSES: none */
};

static bool varies(const double *v, size_t n)
{
	double least = (double)INFINITY, most = -(double)INFINITY;

	for (size_t i = 0; i < n; i++)
		if (isfinite(v[i])) {
			least = fmin(least, v[i]);
			most = fmax(most, v[i]);
		}
	return most > least;
}

/* The first of these metrics that the executions have and that varies. */
static enum as_status choose_metric(struct as_course *s, const char *const *name, size_t not,
	size_t *metric, double *out, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (*metric = AS_PICTURE_CHOOSES; *name && !st; name++) {
		const size_t m = as_experiment_find_metric(s->x, *name);
		if (m == s->x->n_metrics || m == s->metric || m == not)
			continue;
		st = as_course_metric(s, m, out, err);
		if (!st && varies(out, s->n)) {
			*metric = m;
			return AS_OK;
		}
	}
	return st;
}

static enum as_status gather_courses(const struct as_picture_request *r, struct scatter *s,
	struct as_err *err)
{
	static const char *const across[] = {"user", "cpu", "cache_misses", "instructions",
		"peak_memory", "minor_faults", "voluntary_switches", "wall", NULL};
	static const char *const shade[] = {
		"load", "others_cpu", "cache_misses", "run_queue", NULL};
	struct as_course *c = &s->course;
	enum as_status st;

	s->across = as_arena_array(&c->room, c->n, sizeof *s->across);
	s->shade = as_arena_array(&c->room, c->n, sizeof *s->shade);
	if (!s->across || !s->shade)
		return as_fail_memory(err);
	s->by_across = r->across;
	s->by_shade = r->shade;
	st = r->across == AS_PICTURE_CHOOSES
		? choose_metric(c, across, r->shade, &s->by_across, s->across, err)
		: as_course_metric(c, r->across, s->across, err);
	if (st)
		return st;
	if (s->by_across == AS_PICTURE_CHOOSES || !varies(s->across, c->n))
		return as_fail(err, AS_ERR_DATA,
			"cannot draw %.100s of '%.200s' over %.100s: no metric %s; name one with "
			"--over",
			c->x->metrics[c->metric].name, c->x->subjects[c->subject].name,
			s->by_across == AS_PICTURE_CHOOSES ? "another"
							   : c->x->metrics[s->by_across].name,
			"that its executions have varies");
	return r->shade == AS_PICTURE_CHOOSES
		? choose_metric(c, shade, s->by_across, &s->by_shade, s->shade, err)
		: as_course_metric(c, r->shade, s->shade, err);
}

/* An axis of the values that there are. */
static enum as_status span(const struct as_course *c, const double *v, size_t metric,
	struct as_chart_axis *out, struct as_err *err)
{
	double *sorted = malloc((c->n + 1) * sizeof *sorted);
	size_t n = 0;

	if (!sorted)
		return as_fail_memory(err);
	for (size_t i = 0; i < c->n; i++)
		if (isfinite(v[i]))
			sorted[n++] = v[i];
	as_sort(sorted, n);
	*out = as_axis_of(c->x, metric, 0, 1);
	as_axis_span(out, sorted, n, as_metric_is_amount(&c->x->metrics[metric]));
	free(sorted);
	return AS_OK;
}

/* A long unit stands at the last quarter alone. */
static const struct as_metric *once(
	const struct as_course *c, size_t metric, bool last, struct as_picture *p)
{
	enum { LONG = 5 };
	const struct as_metric *m = &c->x->metrics[metric];
	struct as_metric *plain = as_arena_array(&p->arena, 1, sizeof *plain);

	if (last || !plain || strlen(m->unit) <= LONG)
		return plain ? m : NULL;
	*plain = *m;
	plain->unit = "";
	return plain;
}

/* The dots of one quarter; of UINT8_MAX those of which the shade is not known. */
static enum as_status add_quarter(const struct scatter *s, const uint8_t *group, unsigned g,
	bool last, struct as_picture *p, struct as_err *err)
{
	static const size_t shapes[] = {1, 3, 2, 0}; /* hollow ones first */
	const struct as_course *c = &s->course;
	const size_t step = (c->n + DOTS_MAX - 1) / DOTS_MAX;
	double most = -(double)INFINITY;
	size_t n = 0, used = 0;

	for (size_t i = 0; i < c->n; i++)
		n += group[i] == g;
	struct as_layer *l = n ? as_frame_add(p, p->chart->frame, AS_MARK_DOTS, AS_TONE_INK, n)
			       : NULL;
	if (!l)
		return n ? as_fail_memory(err) : AS_OK;
	for (size_t i = 0; i < c->n; i++) {
		if (group[i] != g)
			continue;
		most = fmax(most, s->shade[i]);
		if (i % step == 0 && isfinite(s->across[i])) {
			l->x[used] = s->across[i];
			l->y[used++] = c->y[i];
		}
	}
	l->n = used;
	l->thin = c->n > 300;
	if (g == UINT8_MAX) {
		l->label.id = s->by_shade == AS_PICTURE_CHOOSES ? AS_CHARTED_NONE
								: AS_CHARTED_NO_SHADE;
		return AS_OK;
	}
	l->tone = AS_TONE_QUARTER + g;
	l->series = shapes[g];
	l->label = AS_CHART_SAYS(QUARTER, {.x = most});
	l->label.metric = once(c, s->by_shade, last, p);
	if (!l->label.metric)
		return as_fail_memory(err);
	return AS_OK;
}

static enum as_status add_dots(struct scatter *s, struct as_picture *p, struct as_err *err)
{
	struct as_course *c = &s->course;
	uint8_t *group = as_arena_array(&c->room, c->n, sizeof *group);
	double cut[AS_FACTOR_STRATA];
	size_t used = 0, missing = 0;
	enum as_status st = AS_OK;

	for (size_t i = 0; group && i < c->n; i++) {
		group[i] = UINT8_MAX;
		missing += isfinite(s->across[i]) ? 0 : 1;
	}
	if (!group || (s->by_shade != AS_PICTURE_CHOOSES &&
			      as_strata(s->shade, c->n, group, cut, &used)))
		return as_fail_memory(err);
	for (unsigned g = 0; g < used && !st; g++)
		st = add_quarter(s, group, g, g + 1 == used, p, err);
	if (!st)
		st = add_quarter(s, group, UINT8_MAX, false, p, err);
	if (used)
		as_chart_note(p,
			AS_CHART_SAYS(IN_QUARTERS, {.m = &c->x->metrics[s->by_shade]}));
	if (missing)
		as_chart_note(p,
			AS_CHART_SAYS(UNKNOWN, {.n = missing}));
	if (c->n > DOTS_MAX)
		as_chart_note(p,
			AS_CHART_SAYS(IN_TIME, {.n = (c->n + DOTS_MAX - 1) / DOTS_MAX}));
	return st;
}

/* Between executions inside a build, and between builds. */
static enum as_status add_correlation(
	const struct scatter *s, struct as_picture *p, struct as_err *err)
{
	const struct as_course *c = &s->course;
	const struct as_place of = {c->x, c->subject, c->metric};
	struct as_related found = {.n = 0};
	enum as_status st = as_relate(&of, s->by_across, &found, err);

	for (size_t i = 0; i < found.n; i++) {
		const struct as_correlation *r = &found.level[i].c;
		if (found.level[i].level == AS_LEVEL_EXECUTION)
			as_chart_note(
				p, AS_CHART_SAYS(RELATED, {.x = r->r}, {.x = r->lo}, {.x = r->hi}));
		else if (found.level[i].level == AS_LEVEL_BUILD)
			as_chart_note(p, AS_CHART_SAYS(RELATED_BUILDS, {.x = r->r}, {.x = r->lo},
						 {.x = r->hi}));
	}
	return st == AS_ERR_DATA ? AS_OK : st;
}

static enum as_status draw(const struct as_picture_request *r, struct scatter *s,
	struct as_picture *p, struct as_err *err)
{
	const struct as_course *c = &s->course;
	enum as_status st = gather_courses(r, s, err);

	if (!st && !as_chart_frames(p, 1, 1))
		st = as_fail_memory(err);
	if (!st)
		st = span(c, s->across, s->by_across, &p->chart->frame->x, err);
	if (!st)
		st = span(c, c->y, c->metric, &p->chart->frame->y, err);
	p->observed = c->n;
	if (!st)
		st = add_dots(s, p, err);
	return st ? st : add_correlation(s, p, err);
}

enum as_status as_chart_scatter(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct scatter s = {0};
	enum as_status st = as_course_open(x, r->subject, r->metric, &s.course, err);

	(void)a;
	if (!st && s.course.n < 2)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw a scatter of '%.200s' from %zu execution%s: measure at least "
			"2",
			x->subjects[r->subject].name, s.course.n, s.course.n == 1 ? "" : "s");
	if (!st)
		st = draw(r, &s, p, err);
	as_course_close(&s.course);
	return st;
}
