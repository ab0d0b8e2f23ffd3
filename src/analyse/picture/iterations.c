/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an execution does from its first iteration to its last: each execution, their median and
 * middle half, and what is warm-up. */
#include <math.h>
#include <stdlib.h>

#include "analyse/diagnose/steady_state.h"
#include "analyse/estimate/view/view.h"
#include "analyse/picture/chart_make.h"
#include "stat/core/quantile.h"

enum { THREADS = 60, COLUMNS = 400, NEEDED = 2 };

/* Iterations of all executions, in columns of `step` of them. */
struct inside {
	const struct as_view *v;
	size_t longest, step, columns;
	double *room; /* values of one column */
};

/* The values of a column, sorted, into room. */
static size_t collect_values(const struct inside *s, size_t column)
{
	const struct as_view *v = s->v;
	size_t n = 0;

	for (size_t e = 0; e < v->n_units; e++) {
		const size_t from = v->tree.first[1][e], to = v->tree.first[1][e + 1];
		for (size_t i = column * s->step; i < (column + 1) * s->step && from + i < to; i++)
			s->room[n++] = v->tree.values[from + i];
	}
	as_sort(s->room, n);
	return n;
}

static double middle_of(const struct inside *s, size_t column)
{
	return (double)(column * s->step) + 1 + ((double)s->step - 1) / 2;
}

/* Some of the executions, evenly spread, each a line. */
static enum as_status add_threads(
	const struct inside *s, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	const struct as_view *v = s->v;
	const size_t most = v->n_units < THREADS ? v->n_units : THREADS;
	struct as_layer *l = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_REF, most * (s->columns + 1));

	if (!l)
		return as_fail_memory(err);
	l->thin = true;
	for (size_t k = 0; k < most; k++) {
		const size_t e = k * v->n_units / most, from = v->tree.first[1][e],
			     to = v->tree.first[1][e + 1];
		for (size_t c = 0; c < s->columns && from + c * s->step < to; c++) {
			double sum = 0;
			size_t n = 0;
			for (size_t i = from + c * s->step; i < to && n < s->step; i++, n++)
				sum += v->tree.values[i];
			l->x[k * (s->columns + 1) + c] = middle_of(s, c);
			l->y[k * (s->columns + 1) + c] = sum / (double)n;
		}
	}
	return AS_OK;
}

static enum as_status add_middle(
	const struct inside *s, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	struct as_layer *half = as_frame_add(p, f, AS_MARK_BAND, AS_TONE_REF, s->columns);
	struct as_layer *median = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_INK, s->columns);
	enum as_status st = half && median ? AS_OK : as_fail_memory(err);

	for (size_t c = 0; c < s->columns && !st; c++) {
		const size_t n = collect_values(s, c);
		half->x[c] = median->x[c] = middle_of(s, c);
		median->y[c] = as_median(s->room, n);
		st = as_quantile(s->room, n, 0.25, &half->lo[c]);
		if (!st)
			st = as_quantile(s->room, n, 0.75, &half->hi[c]);
	}
	return st;
}

static enum as_status add_warmup(const struct as_experiment *x, const struct as_picture_request *r,
	const struct as_analysis *a, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	struct as_summary y = a->summaries[r->subject];
	enum as_status st = as_look_at_time(x, &y, err);
	const size_t n = y.steadiness.state.warmup;

	if (st || !n)
		return st;
	struct as_layer *l = as_frame_add(p, f, AS_MARK_ZONE, AS_TONE_MUTE, 1);
	if (!l)
		return as_fail_memory(err);
	l->lo[0] = 0.5;
	l->hi[0] = (double)n + 0.5;
	l->label = AS_CHART_SAYS(WARM_UP, {.n = n});
	return AS_OK;
}

static enum as_status draw_inside(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct inside *s, struct as_picture *p,
	struct as_err *err)
{
	const bool amount = as_metric_is_amount(&x->metrics[r->metric]);
	const struct as_view *v = s->v;
	struct as_frame *f = as_chart_frames(p, 1, 1);
	double *sorted = malloc(v->tree.count[0] * sizeof *sorted);
	enum as_status st = f && sorted ? AS_OK : as_fail_memory(err);

	if (!st) {
		for (size_t i = 0; i < v->tree.count[0]; i++)
			sorted[i] = v->tree.values[i];
		as_sort(sorted, v->tree.count[0]);
		f->x = (struct as_chart_axis){.from = 0.5,
			.to = (double)s->longest + 0.5,
			.whole = true,
			.words = {.id = AS_CHARTED_ITERATION}};
		f->y = as_axis_of(x, r->metric, 0, 1);
		as_axis_span(&f->y, sorted, v->tree.count[0], amount);
		st = add_warmup(x, r, a, p, f, err);
	}
	if (!st)
		st = add_threads(s, p, f, err);
	if (!st)
		st = add_middle(s, p, f, err);
	if (!st)
		as_chart_note(p,
			AS_CHART_SAYS(INSIDE, {.n = s->step > 1 ? s->step : 0}));
	free(sorted);
	return st;
}

enum as_status as_chart_iterations(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_view v = {0};
	struct inside s = {.v = &v};
	enum as_status st = as_view_open(x, r->subject, r->metric, AS_ROLE_MEASURED, &v, err);

	st = as_view_whole(x, r->subject, st, "draw iterations", &v, err);
	if (st)
		return st;
	for (size_t e = 0; v.bottom == AS_LEVEL_ITERATION && e < v.n_units; e++) {
		const size_t n = as_tree_unit_size(&v.tree, e);
		s.longest = n > s.longest ? n : s.longest;
	}
	if (s.longest < NEEDED)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw the iterations of '%.200s': it reports none, or one an "
			"execution; see docs/reporter.md for how a program reports them",
			x->subjects[r->subject].name);
	if (!st) {
		s.step = (s.longest + COLUMNS - 1) / COLUMNS;
		s.columns = (s.longest + s.step - 1) / s.step;
		s.room = malloc(s.step * v.n_units * sizeof *s.room);
		p->observed = v.n_units;
		st = s.room ? draw_inside(x, a, r, &s, p, err) : as_fail_memory(err);
	}
	free(s.room);
	as_view_close(&v);
	return st;
}
