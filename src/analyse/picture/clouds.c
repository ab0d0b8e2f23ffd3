/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributions of all commands over each other: a cloud, the mean with its interval, and below it
 * each execution; and those of what each execution gives by each estimator. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/observed.h"
#include "analyse/estimate/view/view.h"
#include "analyse/picture/chart_make.h"
#include "stat/core/density.h"
#include "stat/core/estimator.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"

enum { ROWS_MAX = 40, DOTS_MAX = 2000, POINTS = AS_DENSITY_POINTS + 1 };

static const double tail_share = 0.1;

/* One row: sorted values, and what is said of them. */
struct cloud {
	const double *sorted;
	size_t n;
	const struct as_summary *mean; /* NULL: none */
	double height; /* of the row */
};

/* The frame with what all rows are drawn into. */
struct sky {
	struct as_picture *p;
	struct as_frame *f;
	struct as_layer *shade, *outline, *dots, *means;
	size_t rows, used_shade, used_dots, used_means;
	uint64_t seed;
};

static bool is_violin(const struct sky *s)
{
	return s->p->kind == AS_PICTURE_VIOLIN;
}

static bool open_sky(struct sky *s, size_t n_dots)
{
	const size_t shaded = s->rows * POINTS;

	s->shade = as_frame_add(s->p, s->f, AS_MARK_BAND, AS_TONE_REF, shaded);
	s->outline = as_frame_add(
		s->p, s->f, AS_MARK_LINE, AS_TONE_REF, is_violin(s) ? 2 * shaded : shaded);
	s->dots = as_frame_add(s->p, s->f, AS_MARK_DOTS, AS_TONE_MUTE, n_dots);
	s->means = as_frame_add(s->p, s->f, AS_MARK_SPAN, AS_TONE_INK, s->rows);
	if (!s->shade || !s->outline || !s->dots || !s->means)
		return false;
	s->means->half = 0.06;
	s->dots->thin = n_dots > 300;
	s->f->y = (struct as_chart_axis){.from = -0.5,
		.to = (double)s->rows - 0.4,
		.lines = 3.4,
		.n_names = s->rows,
		.name = as_arena_array(&s->p->arena, s->rows, sizeof *s->f->y.name)};
	return s->f->y.name;
}

static size_t dots_of(size_t n)
{
	return n < DOTS_MAX ? n : DOTS_MAX;
}

/* The curve of what lies inside the frame, half of the row high. */
static enum as_status add_shade(struct sky *s, const struct cloud *c, struct as_err *err)
{
	const bool violin = is_violin(s);
	struct as_density *d = calloc(1, sizeof *d);
	size_t first = 0, last = c->n;
	double top = 0;

	if (!d)
		return as_fail_memory(err);
	while (first < c->n && c->sorted[first] < s->f->x.from)
		first++;
	while (last > first && c->sorted[last - 1] > s->f->x.to)
		last--;
	if (last > first)
		as_density(c->sorted + first, last - first, d);
	for (size_t i = 0; last > first && i < AS_DENSITY_POINTS; i++)
		top = fmax(top, d->f[i]);
	for (size_t i = 0; top > 0 && i < AS_DENSITY_POINTS; i++, s->used_shade++) {
		const size_t k = s->used_shade;
		const double high = (violin ? 0.3 : 0.46) * d->f[i] / top;
		s->shade->x[k] = s->outline->x[k] = d->from + (double)i * d->step;
		s->shade->lo[k] = c->height - (violin ? high : 0);
		s->shade->hi[k] = s->outline->y[k] = c->height + high;
		if (!violin)
			continue;
		s->outline->x[s->shade->n + k] = s->shade->x[k];
		s->outline->y[s->shade->n + k] = s->shade->lo[k];
	}
	s->used_shade++;
	free(d);
	return AS_OK;
}

/* Each value, at a height that is drawn so that they do not hide each other. */
static void add_dots(struct sky *s, const struct cloud *c)
{
	const bool violin = is_violin(s);
	const size_t n = dots_of(c->n);
	struct as_random r;

	as_random_init(&r, s->seed, AS_RANDOM_REORDER, (uint32_t)s->used_means);
	for (size_t i = 0; i < n; i++, s->used_dots++) {
		const double at = as_random_double(&r) - 0.5;
		s->dots->x[s->used_dots] = c->sorted[i * c->n / n];
		s->dots->y[s->used_dots] = c->height + (violin ? 0.14 * at : -0.3 + 0.16 * at);
	}
}

static enum as_status add_cloud(struct sky *s, const struct cloud *c, struct as_err *err)
{
	const size_t k = s->used_means;
	const struct as_summary *y = c->mean;

	add_dots(s, c);
	s->used_means++;
	if (y && y->n_top) {
		const bool none = y->method == AS_INTERVAL_NONE;
		s->means->x[k] = y->mean;
		s->means->lo[k] = none ? y->mean : y->lo;
		s->means->hi[k] = none ? y->mean : y->hi;
		s->means->y[k] = c->height - (is_violin(s) ? 0 : 0.12);
	}
	return add_shade(s, c, err);
}

/* All rows on one axis. */
static enum as_status add_clouds(
	struct sky *s, const struct cloud *c, bool amount, struct as_err *err)
{
	const struct as_metric *metric = s->f->x.metric;
	size_t all = 0, dots = 0;
	enum as_status st = AS_OK;

	for (size_t i = 0; i < s->rows; i++) {
		all += c[i].n;
		dots += dots_of(c[i].n);
	}
	double *v = malloc((all + 1) * sizeof *v);
	if (!v || !open_sky(s, dots)) {
		free(v);
		return as_fail_memory(err);
	}
	all = 0;
	for (size_t i = 0; i < s->rows; all += c[i++].n)
		memcpy(v + all, c[i].sorted, c[i].n * sizeof *v);
	as_sort(v, all);
	as_axis_span(&s->f->x, v, all, amount);
	const double tail =
		tail_share * (s->f->x.to - s->f->x.from); /* room for those of the curves */
	s->f->x.from = amount ? fmax(0, s->f->x.from - tail) : s->f->x.from - tail;
	s->f->x.to += tail;
	s->f->x.metric = metric;
	for (size_t i = 0; i < s->rows && !st; i++)
		st = add_cloud(s, &c[i], err);
	free(v);
	if (dots < all)
		as_chart_note(s->p,
			AS_CHART_SAYS(AS_DOTS, {.n = dots}, {.n = all}));
	s->p->observed = all;
	return st;
}

static void close_all(struct as_observed *o, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_observed_close(&o[i]);
}

struct gathered {
	struct as_observed o[ROWS_MAX];
	struct cloud c[ROWS_MAX];
	const char *name[ROWS_MAX];
};

/* Rows of the subjects that have values, the first above. */
static enum as_status gather_sky(const struct as_experiment *x, const struct as_analysis *a,
	size_t metric, struct sky *s, struct gathered *g, struct as_err *err)
{
	for (size_t i = 0; i < x->n_subjects && s->rows < ROWS_MAX; i++) {
		struct as_observed *at = &g->o[s->rows];
		enum as_status st = as_observed_open(x, i, metric, 0, at, err);
		if (st)
			return st;
		if (!at->n) {
			as_observed_close(at);
			continue;
		}
		g->name[s->rows] = x->subjects[i].name;
		g->c[s->rows++] = (struct cloud){.sorted = at->sorted,
			.n = at->n,
			.mean = a && i < a->n_subjects ? &a->summaries[i] : NULL};
	}
	if (!s->rows)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw distributions: no command has values; see assay show");
	for (size_t i = 0; i < s->rows; i++)
		g->c[i].height = (double)(s->rows - 1 - i);
	return AS_OK;
}

enum as_status as_chart_clouds(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct gathered g = {.o = {{0}}};
	struct sky s = {.p = p, .f = as_chart_frames(p, 1, 1), .seed = x->plan.seed};
	enum as_status st = s.f ? gather_sky(x, a, r->metric, &s, &g, err) : as_fail_memory(err);

	if (!st) {
		s.f->x = as_axis_of(x, r->metric, 0, 1);
		st = add_clouds(&s, g.c, as_metric_is_amount(&x->metrics[r->metric]), err);
	}
	for (size_t i = 0; !st && i < s.rows; i++)
		s.f->y.name[s.rows - 1 - i] = as_arena_strdup(&p->arena, g.name[i]);
	if (!st && x->n_subjects > ROWS_MAX)
		as_chart_note(p,
			AS_CHART_SAYS(COMMANDS, {.n = ROWS_MAX}, {.n = x->n_subjects}));
	close_all(g.o, s.rows);
	return st;
}

/* What each execution comes to by one estimator, sorted; NULL: out of memory. */
static double *estimates(const struct as_view *v, enum as_estimator e, struct as_arena *a)
{
	double *out = as_arena_array(a, v->n_units, sizeof *out);
	double *room = malloc((v->tree.count[0] + 1) * sizeof *room);

	for (size_t i = 0; out && room && i < v->n_units; i++) {
		const size_t from = v->tree.first[1][i], n = v->tree.first[1][i + 1] - from;
		memcpy(room, v->tree.values + from, n * sizeof *room);
		as_sort(room, n);
		out[i] = as_estimate(e, room, n);
	}
	if (out && room)
		as_sort(out, v->n_units);
	free(room);
	return room ? out : NULL;
}

/* Estimators that this view has an answer from. */
static enum as_status add_trials(const struct as_experiment *x, const struct as_view *v,
	const struct as_picture_request *r, struct sky *s, struct as_err *err)
{
	struct cloud c[AS_ESTIMATORS];
	const char *name[AS_ESTIMATORS];

	for (unsigned e = 0; e < AS_ESTIMATORS; e++) {
		const double *sorted = estimates(v, (enum as_estimator)e, &s->p->arena);
		if (!sorted)
			return as_fail_memory(err);
		if (!isfinite(sorted[0]) || !isfinite(sorted[v->n_units - 1]))
			continue;
		name[s->rows] = as_estimators[e].title;
		c[s->rows++] = (struct cloud){.sorted = sorted, .n = v->n_units};
	}
	for (size_t i = 0; i < s->rows; i++)
		c[i].height = (double)(s->rows - 1 - i);
	s->f->x = as_axis_of(x, r->metric, 0, 1);
	enum as_status st = add_clouds(s, c, as_metric_is_amount(&x->metrics[r->metric]), err);
	for (size_t i = 0; !st && i < s->rows; i++)
		s->f->y.name[s->rows - 1 - i] = name[i];
	s->p->observed = v->n_units;
	return st;
}

enum as_status as_chart_trials(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct sky s = {.p = p, .f = as_chart_frames(p, 1, 1), .seed = x->plan.seed};
	struct as_view v = {0};
	enum as_status st = as_view_open(x, r->subject, r->metric, AS_ROLE_MEASURED, &v, err);

	(void)a;
	st = as_view_whole(x, r->subject, st, "draw estimates of executions", &v, err);
	if (st)
		return st;
	if (!s.f)
		st = as_fail_memory(err);
	else if (v.bottom != AS_LEVEL_ITERATION || v.n_units < 2)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw estimates of the executions of '%.200s': it reports no "
			"iterations, or was executed once; see docs/reporter.md for how a program "
			"reports them",
			x->subjects[r->subject].name);
	else
		st = add_trials(x, &v, r, &s, err);
	as_view_close(&v);
	return st;
}
