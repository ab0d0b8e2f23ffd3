/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantiles of all commands, and by how much each differs from the reference: lines with bands,
 * from the median to what the data allow. */
#include <math.h>

#include "analyse/picture/chart_make.h"
#include "model/kept/derived.h"

enum { COMMANDS_MAX = AS_LAYERS_MAX / 2 - 1 };

/* The quantiles stand beside each other, at 0, 1, ... */
static bool open_across(const struct as_experiment *x, const struct as_quantiles *q,
	struct as_picture *p, struct as_frame *f)
{
	const char **name = as_arena_array(&p->arena, q->n, sizeof *name);

	for (size_t i = 0; name && i < q->n; i++)
		name[i] = as_statistic_name(x->metrics[q->v[i].metric].name);
	f->x = (struct as_chart_axis){
		.from = -0.3, .to = (double)q->n - 0.7, .name = name, .n_names = q->n};
	return name;
}

/* A line with its band, to be filled. */
struct banded {
	struct as_layer *line;
	struct as_layer *band;
};

static bool open_banded(struct as_picture *p, struct as_frame *f, struct as_charted_words label,
	size_t n,
	struct banded *out)
{
	const size_t series = f->n_layers / 2;

	out->band = as_frame_add(p, f, AS_MARK_BAND, AS_TONE_MUTE, n);
	/* one alone is no line */
	out->line = as_frame_add(p, f, n > 1 ? AS_MARK_LINE : AS_MARK_RISE, AS_TONE_INK, n);
	if (!out->band || !out->line)
		return false;
	out->line->label = label;
	out->line->series = out->band->series = series;
	return true;
}

static void set(struct banded *b, size_t i, double value, double lo, double hi)
{
	b->line->x[i] = b->band->x[i] = (double)i;
	b->line->y[i] = value;
	b->band->lo[i] = b->line->lo[i] = lo;
	b->band->hi[i] = b->line->hi[i] = hi;
}

static void span(struct as_frame *f, double lo, double hi)
{
	if (isfinite(lo))
		f->y.from = fmin(f->y.from, lo);
	if (isfinite(hi))
		f->y.to = fmax(f->y.to, hi);
}

/* Room at both ends, and some height in any case. */
static void widen(struct as_chart_axis *y)
{
	const double room = y->to > y->from ? 0.05 * (y->to - y->from) : 0.01;

	y->from -= room;
	y->to += room;
}

static bool add_values(const struct as_experiment *x, const struct as_quantiles *q,
	struct as_picture *p, struct as_frame *f)
{
	const size_t all = q->v[0].a.n_subjects, n = all < COMMANDS_MAX ? all : COMMANDS_MAX;

	f->y = as_axis_of(x, q->base, (double)INFINITY, -(double)INFINITY);
	for (size_t k = 0; k < n; k++) {
		struct banded b;
		if (!open_banded(p, f, AS_CHART_SAYS(NAME, {.s = x->subjects[k].name}), q->n, &b))
			return false;
		for (size_t i = 0; i < q->n; i++) {
			const struct as_summary *y = &q->v[i].a.summaries[k];
			const bool has = y->method != AS_INTERVAL_NONE;
			if (!y->n_top)
				continue;
			set(&b, i, y->mean, has ? y->lo : (double)NAN, has ? y->hi : (double)NAN);
			span(f, has ? y->lo : y->mean, has ? y->hi : y->mean);
		}
	}
	f->y.log = f->y.from > 0 && f->y.to > 3 * f->y.from;
	if (f->y.log) {
		f->y.from /= 1.05;
		f->y.to *= 1.05;
	} else {
		widen(&f->y);
	}
	return true;
}

static bool has_interval(const struct as_comparison *c)
{
	return c->method != AS_COMPARE_NONE && isfinite(c->lo) && isfinite(c->hi);
}

/* Whether of any quantile is known by how much it differs. */
static bool differ(const struct as_quantiles *q)
{
	for (size_t i = 0; i < q->n; i++)
		for (size_t k = 0; k < q->v[i].a.n_comparisons; k++)
			if (has_interval(&q->v[i].a.comparisons[k]))
				return true;
	return false;
}

static bool add_difference(const struct as_experiment *x, const struct as_quantiles *q, size_t k,
	struct as_picture *p, struct as_frame *f)
{
	const struct as_comparison *first = &q->v[0].a.comparisons[k];
	const struct as_charted_words label =
		AS_CHART_SAYS(NAME_AGAINST, {.s = x->subjects[first->subject].name},
			{.s = x->subjects[first->reference].name});
	struct banded b;

	if (!open_banded(p, f, label, q->n, &b))
		return false;
	for (size_t i = 0; i < q->n; i++) {
		const struct as_comparison *c = &q->v[i].a.comparisons[k];
		if (!has_interval(c))
			continue;
		set(&b, i, c->ratio - 1, c->lo - 1, c->hi - 1);
		span(f, c->lo - 1, c->hi - 1);
	}
	return true;
}

static bool add_differences(const struct as_experiment *x, const struct as_quantiles *q,
	struct as_picture *p, struct as_frame *f)
{
	const size_t all = q->v[0].a.n_comparisons, n = all < COMMANDS_MAX ? all : COMMANDS_MAX;

	f->y = (struct as_chart_axis){.share = true, .words = {.id = AS_CHARTED_DIFFERENCE}};
	for (size_t k = 0; k < n; k++)
		if (!add_difference(x, q, k, p, f))
			return false;
	widen(&f->y);
	struct as_layer *same = as_frame_add_named(p, f, AS_MARK_LEVEL, AS_TONE_MUTE, 1);
	if (!same)
		return false;
	same->y[0] = 0;
	return true;
}

enum as_status as_chart_quantiles(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	const struct as_quantiles *q = r->quantiles;
	const bool several = q && differ(q);
	struct as_frame *f = as_chart_frames(p, several ? 2 : 1, 1);

	(void)a;
	if (!q)
		return as_fail(err, AS_ERR_DATA, "cannot draw quantiles: there are none");
	p->metric = q->base;
	p->observed = q->v[0].a.n_subjects;
	if (!f || !open_across(x, q, p, f) || !add_values(x, q, p, f) ||
		(several && (!open_across(x, q, p, f + 1) || !add_differences(x, q, p, f + 1))))
		return as_fail_memory(err);
	as_chart_note(p, AS_CHART_SAYS(BANDS, {.x = q->confidence}, {.n = several ? q->n : 0}));
	return AS_OK;
}
