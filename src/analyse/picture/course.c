/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every iteration in the order of time: where executions begin, and what is warm-up. */
#include <math.h>
#include <stdlib.h>

#include "analyse/picture/chart_make.h"
#include "stat/core/quantile.h"

enum { DOTS_MAX = 2000, BORDERS_MAX = 40, LEAST = 2 };

/* All iterations of measured executions. */
struct course_walk {
	const struct as_subject *s;
	const struct as_column *column;
	size_t n, executions; /* iterations with a value; executions that have some */
};

static bool is_walked(const struct course_walk *w, size_t e)
{
	const struct as_level *l = &w->s->levels[AS_LEVEL_EXECUTION];

	return as_unit_role(l, e) == AS_ROLE_MEASURED && as_unit_ending(l, e) == AS_ENDED_OK;
}

typedef void take_iteration(void *context, size_t execution, size_t place, double value, bool warm);

/* Each iteration that has a value, in the order of time: `place` counts them, `execution` those that have
 * some. */
static void each(struct course_walk *w, take_iteration *take, void *context)
{
	const struct as_level *l = &w->s->levels[AS_LEVEL_EXECUTION];

	w->n = w->executions = 0;
	for (size_t e = 0; e < l->n; e++) {
		const struct as_range r = as_iterations_of(w->s, e);
		const size_t before = w->n;
		for (size_t i = r.from; is_walked(w, e) && i < r.to; i++) {
			const double value = as_column_at(w->column, i);
			if (!isfinite(value))
				continue;
			if (take)
				take(context, w->executions, w->n, value,
					as_iteration_role(w->s, i) != AS_ROLE_MEASURED);
			w->n++;
		}
		w->executions += w->n > before;
	}
}

static void keep_value(void *context, size_t execution, size_t place, double value, bool warm)
{
	double *all = context;

	(void)execution;
	(void)warm;
	all[place] = value;
}

/* Layers that are being filled. */
struct filling {
	struct as_layer *dots, *warm, *border;
	size_t n, most, n_dots, n_warm, last;
};

static void put_point(struct as_layer *l, size_t *used, double x, double y)
{
	l->x[*used] = x;
	l->y[(*used)++] = y;
}

static void draw_one(void *context, size_t execution, size_t place, double value, bool warm)
{
	struct filling *f = context;

	if (f->border && execution && execution != f->last)
		f->border->x[execution - 1] = (double)place + 0.5;
	f->last = execution;
	if (place && place * f->most / f->n == (place - 1) * f->most / f->n)
		return;
	put_point(warm ? f->warm : f->dots, warm ? &f->n_warm : &f->n_dots, (double)(place + 1),
		value);
}

static enum as_status span(const struct as_experiment *x, size_t metric, struct course_walk *w,
	struct as_frame *f, struct as_err *err)
{
	double *all = malloc(w->n * sizeof *all);

	if (!all)
		return as_fail_memory(err);
	each(w, keep_value, all);
	as_sort(all, w->n);
	f->x = (struct as_chart_axis){.from = 0.5,
		.to = (double)w->n + 0.5,
		.whole = true,
		.words = {.id = AS_CHARTED_RUNNING}};
	f->y = as_axis_of(x, metric, 0, 1);
	as_axis_span(&f->y, all, w->n, as_metric_is_amount(&x->metrics[metric]));
	free(all);
	return AS_OK;
}

static enum as_status draw(const struct as_experiment *x, size_t metric, struct course_walk *w,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 1, 1);
	struct filling in = {.n = w->n, .most = w->n < DOTS_MAX ? w->n : DOTS_MAX};
	enum as_status st = f ? span(x, metric, w, f, err) : as_fail_memory(err);

	if (st)
		return st;
	const bool borders = w->executions > 1 && w->executions <= BORDERS_MAX;
	if (borders)
		in.border = as_frame_add(p, f, AS_MARK_AT, AS_TONE_REF, w->executions - 1);
	in.warm = as_frame_add(p, f, AS_MARK_DOTS, AS_TONE_MUTE, in.most + 1);
	in.dots = as_frame_add(p, f, AS_MARK_DOTS, AS_TONE_INK, in.most + 1);
	if ((borders && !in.border) || !in.warm || !in.dots)
		return as_fail_memory(err);
	each(w, draw_one, &in);
	in.warm->n = in.n_warm;
	in.dots->n = in.n_dots;
	in.warm->series = 1;
	in.warm->thin = in.dots->thin = in.most > 300;
	if (borders)
		as_chart_note(p, (struct as_charted_words){.id = AS_CHARTED_BORDERS});
	if (in.n_warm)
		as_chart_note(p, (struct as_charted_words){.id = AS_CHARTED_LEFT_OUT});
	if (in.most < w->n)
		as_chart_note(p, AS_CHART_SAYS(THINNED, {.n = in.most}, {.n = w->n}));
	return AS_OK;
}

enum as_status as_chart_course(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct course_walk w = {.s = &x->subjects[r->subject]};

	(void)a;
	w.column = as_subject_column(w.s, AS_LEVEL_ITERATION, r->metric);
	if (w.column)
		each(&w, NULL, NULL);
	p->observed = w.executions;
	if (w.n < LEAST)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw the course of '%.200s': it reports no iterations, or one in "
			"all; "
			"see docs/reporter.md for how a program reports them",
			w.s->name);
	return draw(x, r->metric, &w, p, err);
}
