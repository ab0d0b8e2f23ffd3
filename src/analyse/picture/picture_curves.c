/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The density of each execution, or build, over the others: two clusters of curves are two modes
 * between them (methods.md 9.5). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "analyse/picture/chart_make.h"
#include "stat/core/density.h"
#include "stat/core/quantile.h"

enum { CURVES_MAX = 8 }; /* more than that nobody tells apart */

/* Units of a level, with the values at the bottom that lie below each. */
struct groups {
	const struct as_view *v;
	size_t level; /* of the tree */
	size_t n;
	const char *word; /* for one of them */
};

/* The level of the tree, n_levels: it is none of its own, or has nothing below it. */
static size_t level_of(const struct as_view *v, enum as_level_index level)
{
	for (size_t i = 1; i < v->tree.n_levels; i++)
		if (v->level[i] == level)
			return i;
	return v->tree.n_levels;
}

/* Values of a unit: from .. to - 1. */
static void values_of(const struct groups *g, size_t unit, size_t *from, size_t *to)
{
	*from = unit;
	*to = unit + 1;
	for (size_t l = g->level; l; l--) {
		*from = g->v->tree.first[l][*from];
		*to = g->v->tree.first[l][*to];
	}
}

/* The density of one unit's values but those far out, with what it is called; the highest of all
 * curves so far in *most. */
static enum as_status add_curve(
	const struct groups *g, size_t unit, struct as_picture *p, double *most, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	const size_t series = f->n_layers;
	struct as_layer *l = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_REF, AS_DENSITY_POINTS);
	struct as_density *d = malloc(sizeof *d);
	char name[64];
	size_t from = 0, to = 0;

	values_of(g, unit, &from, &to);
	double *sorted = malloc((to - from + 1) * sizeof *sorted);
	snprintf(name, sizeof name, "%s %zu", g->word, unit + 1);
	const char *label = as_arena_strdup(&p->arena, name);
	const bool made = l && d && sorted && label;
	if (made) {
		memcpy(sorted, g->v->tree.values + from, (to - from) * sizeof *sorted);
		as_sort(sorted, to - from);
		const struct as_spanned in = as_spanned_of(sorted, to - from);
		as_density(sorted + in.first, in.last + 1 - in.first, d);
		for (size_t i = 0; i < l->n; i++) {
			l->x[i] = d->from + (double)i * d->step;
			l->y[i] = d->f[i];
			*most = fmax(*most, d->f[i]);
		}
		l->label = AS_CHART_SAYS(NAME, {.s = label});
		l->series = series;
		l->shaded = true;
		p->observed += to - from;
	}
	free(sorted);
	free(d);
	return made ? AS_OK : as_fail_memory(err);
}

/* How many values lie beyond the axis, and the farthest of them. */
static void note_beyond(
	const struct as_chart_axis *a, const double *sorted, size_t n, struct as_picture *p)
{
	const double low = a->from - sorted[0], high = sorted[n - 1] - a->to;
	struct as_charted_words words =
		AS_CHART_SAYS(BEYOND, {0}, {.x = low > high ? sorted[0] : sorted[n - 1]});

	words.metric = a->metric;
	for (size_t i = 0; i < n; i++)
		words.v[0].n += sorted[i] < a->from || sorted[i] > a->to;
	if (words.v[0].n)
		as_chart_note(p, words);
}

/* The axis: what the values of all curves span, so that one wide curve flattens no other. */
static enum as_status span(const struct groups *g, const struct as_experiment *x,
	struct as_picture *p, size_t n, struct as_err *err)
{
	struct as_chart_axis *a = &p->chart->frame->x;
	double *all = malloc(p->observed * sizeof *all);
	size_t used = 0;

	if (!all)
		return as_fail_memory(err);
	for (size_t k = 0; k < n; k++) {
		size_t from = 0, to = 0;
		values_of(g, k * g->n / n, &from, &to);
		memcpy(all + used, g->v->tree.values + from, (to - from) * sizeof *all);
		used += to - from;
	}
	as_sort(all, used);
	*a = as_axis_of(x, p->metric, 0, 1);
	as_axis_span(a, all, used, as_metric_is_amount(a->metric));
	note_beyond(a, all, used, p);
	free(all);
	return AS_OK;
}

/* Evenly spread over all units where they are many. */
static enum as_status add_curves(const struct groups *g, const struct as_experiment *x,
	struct as_picture *p, struct as_err *err)
{
	const size_t n = g->n < CURVES_MAX ? g->n : CURVES_MAX;
	struct as_frame *f = as_chart_frames(p, 1, 1);
	double most = 0;
	enum as_status st = f && as_chart_bare(p, f) ? AS_OK : as_fail_memory(err);

	if (st)
		return st;
	f->y.lines += (double)n; /* for their names */
	for (size_t k = 0; k < n && !st; k++)
		st = add_curve(g, k * g->n / n, p, &most, err);
	for (size_t k = 0; k < f->n_layers; k++)
		for (size_t i = 0; i < f->layer[k].n; i++)
			f->layer[k].y[i] /= most;
	if (n < g->n)
		as_chart_note(p, AS_CHART_SAYS(SOME_CURVES, {.n = n}, {.n = g->n}));
	return st ? st : span(g, x, p, n, err);
}

enum as_status as_chart_curves(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	const bool builds = p->kind == AS_PICTURE_BY_BUILD;
	const enum as_level_index level = builds ? AS_LEVEL_BUILD : AS_LEVEL_EXECUTION;
	struct as_view v = {0};
	enum as_status st = as_view_open(x, r->subject, r->metric, AS_ROLE_MEASURED, &v, err);

	(void)a;
	p->unit = "value";
	st = as_view_whole(x, r->subject, st, "draw densities", &v, err);
	if (st)
		return st;
	struct groups g = {.v = &v, .level = level_of(&v, level), .word = as_level_names[level]};
	g.n = g.level < v.tree.n_levels ? v.tree.count[g.level] : 0;
	if (g.n < 2)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw the densities of '%.200s' %s: it %s; %s",
			x->subjects[p->subject].name, as_pictures[p->kind].name,
			builds ? "has no builds of which each has values"
			       : "reports no iterations, or was executed once",
			builds ? "measure several (--builds)"
			       : "see docs/reporter.md for how a program reports them");
	else
		st = add_curves(&g, x, p, err);
	as_view_close(&v);
	return st;
}
