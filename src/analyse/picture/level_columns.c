/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the variation comes from: the share of each level, and the units at the top, ranked, each
 * with what lies in it. */
#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/view/view.h"
#include "analyse/picture/chart_make.h"
#include "stat/core/quantile.h"

enum { COLUMNS_MAX = 80, DOTS_EACH = 60 };

/* A unit of a level, and its mean. */
struct by_size {
	size_t unit;
	double mean;
};

static int by_mean(const void *a, const void *b)
{
	const struct by_size *p = a, *q = b;

	if (p->mean < q->mean || p->mean > q->mean)
		return p->mean < q->mean ? -1 : 1;
	return (p->unit > q->unit) - (p->unit < q->unit);
}

/* The levels of the tree from the top, each with its share. */
static enum as_status add_shares(
	const struct as_summary *y, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	const size_t n = y->tree.n + (isfinite(y->tree.share_of_time) ? 1 : 0);
	struct as_layer *l = as_frame_add_named(p, f, AS_MARK_BAR, AS_TONE_REF, n);
	const char **name = as_arena_array(&p->arena, n, sizeof *name);

	if (!l || !name)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const bool time = i == y->tree.n;
		l->x[i] = time ? y->tree.share_of_time : y->tree.v[i].share;
		l->y[i] = (double)i;
		l->text[i] = as_arena_printf(&p->arena, "%.0f %%", 100 * l->x[i]);
		name[i] = time ? "time" : as_summary_level_name(&y->tree.v[i]);
	}
	f->x = (struct as_chart_axis){
		.from = 0, .to = 1, .share = true, .words = {.id = AS_CHARTED_VARIATION}};
	f->wide = 0.7;
	f->y = (struct as_chart_axis){
		.from = -0.6, .to = (double)n - 0.4, .name = name, .n_names = n, .lines = 1.4};
	return AS_OK;
}

/* The mean with its interval, over all columns. */
static enum as_status add_mean(
	const struct as_summary *y, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	struct as_layer *band = as_frame_add(p, f, AS_MARK_BAND, AS_TONE_MUTE, 2);
	struct as_layer *mean = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_MUTE, 2);

	if (!band || !mean)
		return as_fail_memory(err);
	for (size_t i = 0; i < 2; i++) {
		band->x[i] = mean->x[i] = i ? f->x.to : f->x.from;
		mean->y[i] = y->mean;
		band->lo[i] = y->method == AS_INTERVAL_NONE ? y->mean : y->lo;
		band->hi[i] = y->method == AS_INTERVAL_NONE ? y->mean : y->hi;
	}
	mean->label.id = AS_CHARTED_MEAN;
	as_axis_reach(&f->y, band->lo[0]);
	as_axis_reach(&f->y, band->hi[0]);
	return AS_OK;
}

/* Units of the top, and the means of what is below them. */
struct shown_units {
	const struct as_view *v;
	const struct by_size *at;
	size_t n;
	const double *below;
};

/* One column for each of `n` units: those below it as dots, and its mean. */
static enum as_status add_columns(
	const struct shown_units *c, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	const struct as_view *v = c->v;
	const struct by_size *at = c->at;
	const size_t n = c->n;
	const size_t level = v->tree.n_levels - 1;
	size_t dots = 0, used = 0;

	for (size_t i = 0; i < n; i++) {
		const size_t each = level ? v->tree.first[level][at[i].unit + 1] -
						    v->tree.first[level][at[i].unit]
					  : 0;
		dots += each < DOTS_EACH ? each : DOTS_EACH;
	}
	struct as_layer *d = as_frame_add(p, f, AS_MARK_DOTS, AS_TONE_REF, dots);
	struct as_layer *t = as_frame_add(p, f, AS_MARK_TICK, AS_TONE_INK, n);
	if (!d || !t)
		return as_fail_memory(err);
	d->thin = dots > 300;
	t->half = 0.36;
	for (size_t i = 0; i < n; i++) {
		t->x[i] = (double)(i + 1);
		t->y[i] = at[i].mean;
		if (!level)
			continue;
		const size_t from = v->tree.first[level][at[i].unit],
			     all = v->tree.first[level][at[i].unit + 1] - from,
			     each = all < DOTS_EACH ? all : DOTS_EACH;
		for (size_t k = 0; k < each; k++, used++) {
			d->x[used] = (double)(i + 1);
			d->y[used] = c->below[from + k * all / each];
		}
	}
	return AS_OK;
}

/* What the columns show of: all that lies below the top, and how many. */
static enum as_status span_columns(const struct as_experiment *x, const double *below, size_t n,
	size_t metric, struct as_frame *f, struct as_err *err)
{
	double *sorted = malloc(n * sizeof *sorted);

	if (!sorted)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		sorted[i] = below[i];
	as_sort(sorted, n);
	f->y = as_axis_of(x, metric, 0, 1);
	as_axis_span(&f->y, sorted, n, as_metric_is_amount(&x->metrics[metric]));
	free(sorted);
	return AS_OK;
}

static enum as_status draw_levels(const struct as_experiment *x, const struct as_view *v,
	const struct as_summary *y, struct as_picture *p, struct as_err *err)
{
	const size_t level = v->tree.n_levels - 1, n = v->tree.count[level],
		     shown = n < COLUMNS_MAX ? n : COLUMNS_MAX,
		     n_below = v->tree.count[level ? level - 1 : 0];
	struct as_frame *f = as_chart_frames(p, 2, 2);
	struct by_size *at = as_arena_array(&p->arena, n, sizeof *at);
	double *mean = as_arena_array(&p->arena, n, sizeof *mean),
	       *below = as_arena_array(&p->arena, n_below, sizeof *below);
	enum as_status st =
		f && at && mean && below ? add_shares(y, p, &f[0], err) : as_fail_memory(err);

	if (st)
		return st;
	as_tree_means(&v->tree, level + 1, mean);
	as_tree_means(&v->tree, level ? level : 1, below);
	for (size_t i = 0; i < n; i++)
		at[i] = (struct by_size){i, mean[i]};
	qsort(at, n, sizeof *at, by_mean);
	for (size_t i = 0; i < shown; i++)
		at[i] = at[i * n / shown];
	f[1].x = (struct as_chart_axis){.from = 0.3,
		.to = (double)shown + 0.7,
		.whole = true,
		.words = AS_CHART_SAYS(RANKED,
			{.s = as_summary_level_name(&y->tree.v[y->tree.n - 1])},
			{.n = shown < n})};
	st = span_columns(x, below, n_below, p->metric, &f[1], err);
	if (!st)
		st = add_mean(y, p, &f[1], err);
	p->observed = n;
	p->unit = as_summary_level_name(&y->tree.v[y->tree.n - 1]);
	return st ? st : add_columns(&(struct shown_units){v, at, shown, below}, p, &f[1], err);
}

enum as_status as_chart_levels(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	const struct as_summary *y = &a->summaries[r->subject];
	struct as_view v = {0};
	enum as_status st = as_view_open(x, r->subject, r->metric, AS_ROLE_MEASURED, &v, err);

	st = as_view_whole(x, r->subject, st, "draw the variation of each level", &v, err);
	if (st)
		return st;
	if (v.n_top < 2 || !y->tree.n)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw the variation of '%.200s' from %zu %s%s: measure at least 2",
			x->subjects[r->subject].name, v.n_top, v.n_builds ? "build" : "execution",
			v.n_top == 1 ? "" : "s");
	else
		st = draw_levels(x, &v, y, p, err);
	as_view_close(&v);
	return st;
}
