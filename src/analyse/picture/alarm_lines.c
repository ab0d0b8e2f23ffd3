/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often two groups of one command are called different, by how many units are in each (methods.md
 * 10; figure 2 of the paper of 2006). One unit a side is judged by what lies below it, which is another
 * procedure: points apart, never joined to a line. */
#include <math.h>

#include "analyse/picture/chart_make.h"
#include "analyse/study/false_alarms.h"

enum { RESAMPLES = 2000 };

static const double least_top = 0.2;

/* Rates of a detector from `first` group on. */
static enum as_status add_rates(const struct as_alarms *s, size_t detector, size_t first,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	struct as_layer *l = as_frame_add(
		p, f, AS_MARK_LINE, detector ? AS_TONE_REF : AS_TONE_INK, s->n_groups - first);
	double last = (double)NAN;

	if (!l)
		return as_fail_memory(err);
	l->series = detector;
	for (size_t i = first; i < s->n_groups; i++) {
		l->x[i - first] = (double)s->group[i];
		l->y[i - first] = last = s->rate[i][0][detector].rate;
		if (isfinite(last))
			f->y.to = fmax(f->y.to, 1.15 * last);
	}
	if (isfinite(last))
		l->label = AS_CHART_SAYS(TITLE, {.s = s->detector[detector].title});
	return AS_OK;
}

static enum as_status add_single(const struct as_alarms *s, struct as_picture *p,
	struct as_err *err)
{
	struct as_layer *l = as_frame_add(
		p, p->chart->frame, AS_MARK_DOTS, AS_TONE_INK, s->n_detectors);

	if (!l)
		return as_fail_memory(err);
	l->series = 1;
	for (size_t d = 0; d < s->n_detectors; d++) {
		l->x[d] = 1;
		l->y[d] = s->rate[0][0][d].rate;
	}
	as_chart_note(p, AS_CHART_SAYS(ONE_UNIT, {.s = s->unit}, {.s = s->below}));
	return AS_OK;
}

static enum as_status draw(const struct as_alarms *s, struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 1, 1);
	const size_t first = s->group[0] == 1;
	double error = 0;
	enum as_status st = AS_OK;

	if (!f)
		return as_fail_memory(err);
	f->x = (struct as_chart_axis){.from = 0.85,
		.to = 1.15 * (double)s->group[s->n_groups - 1],
		.log = true,
		.words = AS_CHART_SAYS(ON_EACH_SIDE, {.s = s->unit})};
	f->y = (struct as_chart_axis){
		.to = least_top, .share = true, .words = {.id = AS_CHARTED_CALLED_DIFFERENT}};
	for (size_t d = s->n_detectors; d-- && !st;) /* the default last, above the others */
		st = add_rates(s, d, first, p, err);
	if (!st && first)
		st = add_single(s, p, err);
	struct as_layer *level = as_frame_add_named(p, f, AS_MARK_LEVEL, AS_TONE_MUTE, 1);
	if (!level)
		return as_fail_memory(err);
	level->y[0] = 1 - s->confidence;
	for (size_t i = 0; i < s->n_groups; i++)
		for (size_t d = 0; d < s->n_detectors; d++)
			error = fmax(error, s->rate[i][0][d].error);
	as_chart_note(p, AS_CHART_SAYS(DRAWN, {.n = s->resamples}, {.x = error}));
	return st;
}

enum as_status as_chart_alarms(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	static const double none = 0; /* it draws only where nothing was changed */
	const struct as_alarms_request asked = {.subject = r->subject,
		.metric = r->metric,
		.shifts = &none,
		.resamples = RESAMPLES,
		.confidence = x->plan.confidence,
		.seed = x->plan.seed};
	struct as_alarms s;
	enum as_status st = as_alarms_of(x, &asked, &s, err);

	(void)a;
	if (st)
		return st;
	p->observed = s.units;
	p->unit = s.unit;
	return draw(&s, p, err);
}
