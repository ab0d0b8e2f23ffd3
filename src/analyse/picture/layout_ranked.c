/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds ranked by their means, each of a layout that was drawn, and among them the build as it is without
 * drawing, which no estimate has. Nothing is estimated. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "analyse/picture/chart_make.h"
#include "stat/core/quantile.h"

enum { DOTS_EACH = 60, LEAST = 2 };

/* A build: its executions in the view are from .. to - 1. */
struct ranked_layout {
	double mean;
	size_t from, to;
	bool original;
};

struct layout_ranking {
	const struct as_view *drawn, *original;
	struct ranked_layout *v;
	size_t n;
	size_t below; /* drawn ones below the original */
};

static int by_mean(const void *a, const void *b)
{
	const struct ranked_layout *p = a, *q = b;

	if (p->mean < q->mean || p->mean > q->mean)
		return p->mean < q->mean ? -1 : 1;
	return (p->from > q->from) - (p->from < q->from);
}

static void rank(struct layout_ranking *k)
{
	const size_t *first = k->drawn->first[AS_LEVEL_BUILD];
	double mean = 0;

	for (size_t i = 0; i < k->drawn->n_builds; i++)
		k->v[k->n++] =
			(struct ranked_layout){k->drawn->top[i], first[i], first[i + 1], false};
	for (size_t i = 0; i < k->original->n_units; i++)
		mean += k->original->means[i] / (double)k->original->n_units;
	for (size_t i = 0; k->original->n_units && i < k->n; i++)
		k->below += k->v[i].mean < mean;
	if (k->original->n_units)
		k->v[k->n++] = (struct ranked_layout){mean, 0, k->original->n_units, true};
	qsort(k->v, k->n, sizeof *k->v, by_mean);
}

static const double *values_of(const struct layout_ranking *k, const struct ranked_layout *one)
{
	return (one->original ? k->original : k->drawn)->means + one->from;
}

static size_t shown_of(const struct ranked_layout *one)
{
	const size_t n = one->to - one->from;

	return n < DOTS_EACH ? n : DOTS_EACH;
}

/* The columns of drawn builds, or that of the original. */
static enum as_status add_columns(const struct layout_ranking *k, bool original,
	struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	size_t n = 0, dots = 0, used = 0;

	for (size_t i = 0; i < k->n; i++)
		if (k->v[i].original == original) {
			n++;
			dots += shown_of(&k->v[i]);
		}
	struct as_layer *d =
		as_frame_add(p, f, AS_MARK_DOTS, original ? AS_TONE_INK : AS_TONE_REF, dots);
	struct as_layer *t = as_frame_add(p, f, AS_MARK_TICK, AS_TONE_INK, n);
	if (!d || !t)
		return as_fail_memory(err);
	d->thin = dots > 300;
	d->series = original;
	t->half = 0.36;
	n = 0;
	for (size_t i = 0; i < k->n; i++) {
		const size_t each = shown_of(&k->v[i]), all = k->v[i].to - k->v[i].from;
		if (k->v[i].original != original)
			continue;
		t->x[n] = (double)(i + 1);
		t->y[n++] = k->v[i].mean;
		for (size_t e = 0; e < each; e++, used++) {
			d->x[used] = (double)(i + 1);
			d->y[used] = values_of(k, &k->v[i])[e * all / each];
		}
	}
	return AS_OK;
}

static enum as_status add_place(const struct layout_ranking *k, struct as_picture *p,
	struct as_frame *f, struct as_err *err)
{
	struct as_layer *l = as_frame_add(p, f, AS_MARK_ZONE, AS_TONE_MUTE, 1);

	if (!l)
		return as_fail_memory(err);
	for (size_t i = 0; i < k->n; i++)
		if (k->v[i].original) {
			l->lo[0] = (double)i + 0.55;
			l->hi[0] = (double)i + 1.45;
		}
	l->label.id = AS_CHARTED_ORIGINAL;
	return AS_OK;
}

static enum as_status span(const struct as_experiment *x, const struct layout_ranking *k,
	size_t metric, struct as_frame *f, struct as_err *err)
{
	double *all = malloc((k->drawn->n_units + k->original->n_units) * sizeof *all);

	if (!all)
		return as_fail_memory(err);
	memcpy(all, k->drawn->means, k->drawn->n_units * sizeof *all);
	if (k->original->n_units)
		memcpy(all + k->drawn->n_units, k->original->means,
			k->original->n_units * sizeof *all);
	as_sort(all, k->drawn->n_units + k->original->n_units);
	f->y = as_axis_of(x, metric, 0, 1);
	as_axis_span(&f->y, all, k->drawn->n_units + k->original->n_units,
		as_metric_is_amount(&x->metrics[metric]));
	for (size_t i = 0; i < k->n; i++)
		as_axis_reach(&f->y, k->v[i].mean);
	f->x = (struct as_chart_axis){.from = 0.3,
		.to = (double)k->n + 0.7,
		.whole = true,
		.words = AS_CHART_SAYS(RANKED, {.s = "build"})};
	free(all);
	return AS_OK;
}

/* What was built without drawing is one of those that were drawn: it was not built anew. */
static bool is_drawn_one(const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_BUILD];

	for (size_t i = 0; i < s->n_builds; i++)
		for (size_t k = 0; as_unit_role(l, i) == AS_ROLE_ORIGINAL && k < s->n_builds; k++)
			if (k != i && as_unit_ending(l, k) == AS_ENDED_OK &&
				as_build_same(&s->builds[i], &s->builds[k]))
				return true;
	return false;
}

static enum as_status draw(const struct as_experiment *x, struct layout_ranking *k,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 1, 1);
	const bool measured = k->original->n_units > 0;

	k->v = as_arena_array(&p->arena, k->drawn->n_builds + 1, sizeof *k->v);
	if (!f || !k->v)
		return as_fail_memory(err);
	rank(k);
	enum as_status st = span(x, k, p->metric, f, err);
	st = st || !measured ? st : add_place(k, p, f, err);
	st = st ? st : add_columns(k, false, p, f, err);
	st = st || !measured ? st : add_columns(k, true, p, f, err);
	p->observed = k->drawn->n_builds;
	p->unit = as_level_names[AS_LEVEL_BUILD];
	as_chart_note(p,
		measured ? AS_CHART_SAYS(BELOW_ORIGINAL, {.n = k->below}, {.n = k->drawn->n_builds})
			 : (struct as_charted_words){.id = AS_CHARTED_NO_ORIGINAL});
	return st;
}

enum as_status as_chart_layout(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	const struct as_subject *s = &x->subjects[r->subject];
	const bool shown = !is_drawn_one(s);
	struct as_view drawn = {0}, original = {0};
	struct layout_ranking k = {.drawn = &drawn, .original = &original};
	enum as_status st = as_view_open(x, r->subject, r->metric, AS_ROLE_MEASURED, &drawn, err);

	(void)a;
	if (!st && shown)
		st = as_view_open(x, r->subject, r->metric, AS_ROLE_ORIGINAL, &original, err);
	if (!st && (drawn.n_builds < LEAST || drawn.n_sessions ||
			   !(x->plan.randomize & AS_RANDOMIZE_LAYOUT)))
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw the layouts of '%.200s': there are no builds of one session "
			"whose layout was drawn; measure some by assay run --builds 12 --randomize "
			"layout --original --build 'make -B'",
			s->name);
	st = st ? st : draw(x, &k, p, err);
	if (!st && !shown)
		p->chart->note[0].id = AS_CHARTED_ORIGINAL_DRAWN;
	as_view_close(&drawn);
	as_view_close(&original);
	return st;
}
