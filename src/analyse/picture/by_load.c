/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each estimate says under little load and under much, and how far the values spread: quarters
 * of the executions (methods.md 8; Haveraaen and Hundvebakke, figures 2 to 5). */
#include <math.h>
#include <stdlib.h>

#include "analyse/diagnose/factors/factor_effects.h"
#include "analyse/picture/chart_make.h"

/* Quarters stand beside each other, called by what they span. */
static enum as_status name_quarters(const struct as_factors *s, struct as_picture *p,
	struct as_frame *f, struct as_err *err)
{
	const char **name = as_arena_array(&p->arena, s->n_strata, sizeof *name);

	for (size_t i = 0; name && i < s->n_strata; i++) {
		const struct as_stratum *q = &s->stratum[i];
		name[i] = q->most > q->least
				  ? as_arena_printf(&p->arena, "%.3g … %.3g", q->least, q->most)
				  : as_arena_printf(&p->arena, "%.3g", q->least);
		if (!name[i])
			return as_fail_memory(err);
	}
	if (!name)
		return as_fail_memory(err);
	f->x = (struct as_chart_axis){.from = -0.4,
		.to = (double)s->n_strata - 0.6,
		.name = name,
		.n_names = s->n_strata};
	return AS_OK;
}

static double number_of(const struct as_stratum *q, enum as_charted said)
{
	return said == AS_CHARTED_MEAN               ? q->mean
	       : said == AS_CHARTED_MEDIAN         ? q->median
	       : said == AS_CHARTED_LOWER_QUARTILE ? q->quartile
	       : said == AS_CHARTED_MINIMUM        ? q->min
						     : q->relative_sd;
}

/* A line over the quarters of the number that is called so. */
static struct as_layer *add_line(const struct as_factors *s, enum as_charted said,
	struct as_picture *p, struct as_frame *f)
{
	struct as_layer *l = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_INK, s->n_strata);

	for (size_t i = 0; l && i < s->n_strata; i++) {
		l->x[i] = (double)i;
		l->y[i] = number_of(&s->stratum[i], said);
		if (isfinite(l->y[i])) {
			f->y.from = fmin(f->y.from, l->y[i]);
			f->y.to = fmax(f->y.to, l->y[i]);
		}
	}
	return l;
}

static enum as_status add_estimates(const struct as_factors *s, struct as_picture *p,
	struct as_frame *f, struct as_err *err)
{
	static const enum as_charted lines[] = {AS_CHARTED_MEAN, AS_CHARTED_MEDIAN,
		AS_CHARTED_LOWER_QUARTILE, AS_CHARTED_MINIMUM};
	struct as_layer *band = as_frame_add(p, f, AS_MARK_BAND, AS_TONE_REF, s->n_strata);

	if (!band)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n_strata; i++) {
		band->x[i] = (double)i;
		band->lo[i] = s->stratum[i].lo;
		band->hi[i] = s->stratum[i].hi;
		if (!isfinite(band->lo[i]))
			continue;
		f->y.from = fmin(f->y.from, band->lo[i]);
		f->y.to = fmax(f->y.to, band->hi[i]);
	}
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		struct as_layer *l = add_line(s, lines[i], p, f);
		if (!l)
			return as_fail_memory(err);
		l->series = i;
		l->label.id = lines[i];
	}
	return AS_OK;
}

static void widen(struct as_chart_axis *a, bool from_zero)
{
	const double room = a->to > a->from ? 0.06 * (a->to - a->from) : fabs(a->to) / 100 + 1e-9;

	a->from = from_zero ? 0 : a->from - room;
	a->to += room;
}

static enum as_status draw(const struct as_experiment *x, const struct as_factors *s,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 2, 1);

	if (!f)
		return as_fail_memory(err);
	f[0].y = as_axis_of(x, s->metric, (double)INFINITY, -(double)INFINITY);
	f[1].y = (struct as_chart_axis){.from = (double)INFINITY,
		.to = -(double)INFINITY,
		.share = true,
		.words = {.id = AS_CHARTED_RELATIVE_SD}};
	for (size_t i = 0; i < 2; i++)
		if (name_quarters(s, p, &f[i], err))
			return AS_ERR_MEM;
	enum as_status st = add_estimates(s, p, &f[0], err);
	if (!st && !add_line(s, AS_CHARTED_RELATIVE_SD, p, &f[1]))
		st = as_fail_memory(err);
	widen(&f[0].y, false);
	widen(&f[1].y, true);
	as_chart_note(p, AS_CHART_SAYS(BY_QUARTERS, {.m = &x->metrics[s->strata_metric]}));
	as_chart_note(p, AS_CHART_SAYS(BAND_OF_MEAN, {.x = x->plan.confidence}));
	p->observed = s->n;
	return st;
}

enum as_status as_chart_by_load(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_factors *s = calloc(1, sizeof *s);
	struct as_surrounds around = {0};
	enum as_status st = s ? as_surrounds_open(x, &around, err) : as_fail_memory(err);

	if (!st)
		st = as_analyse_factors(&around, &a->summaries[r->subject], s, err);
	as_surrounds_close(&around);
	if (!st && !s->n_strata)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw '%.200s' by load: the load is not known, or did not vary, "
			"over its executions",
			x->subjects[r->subject].name);
	if (!st)
		st = draw(x, s, p, err);
	free(s);
	return st;
}
