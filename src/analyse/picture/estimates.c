/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much each estimate varies that is taken of k executions, by k (methods.md 8). */
#include <math.h>

#include "analyse/picture/chart_make.h"
#include "analyse/study/study_make.h"

/* One line over the sizes, as far as there are groups that share nothing. */
static enum as_status add_line(const struct as_study *s, const double *rel_sd,
	struct as_charted_words label, size_t series, struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	struct as_layer *l = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_INK, s->sound);

	if (!l)
		return as_fail_memory(err);
	l->label = label;
	l->series = series;
	for (size_t i = 0; i < s->sound; i++) {
		l->x[i] = (double)s->size[i];
		l->y[i] = rel_sd[i];
		f->y.to = fmax(f->y.to, rel_sd[i]);
	}
	return AS_OK;
}

static enum as_status draw(const struct as_study *s, struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	enum as_status st = AS_OK;

	f->x = (struct as_chart_axis){.from = 0.5,
		.to = (double)s->size[s->sound - 1] + 0.5,
		.whole = true,
		.words = {.id = AS_CHARTED_EXECUTIONS_EACH}};
	f->y = (struct as_chart_axis){.share = true, .words = {.id = AS_CHARTED_RELATIVE_SD}};
	for (size_t i = 0; i < s->n_rows && !st; i++)
		st = add_line(s, s->row[i].rel_sd, AS_CHART_SAYS(TITLE, {.s = s->row[i].title}), i,
			p, err);
	if (!(f->y.to > 0))
		return st ? st
			  : as_fail(err, AS_ERR_DATA,
				    "cannot draw estimates over their number: all values are "
				    "equal");
	f->y.to *= 1.05;
	as_chart_note(p, AS_CHART_SAYS(GROUPS, {.n = s->n}));
	if (s->clustered)
		as_chart_note(p, AS_CHART_SAYS(CLUSTERED, {.n = s->clustered}));
	return st;
}

enum as_status as_chart_estimates(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	const struct as_study_asked asked = {.subject = r->subject, .metric = r->metric};
	struct as_study s;
	enum as_status st = as_study_of(x, &asked, &s, err);

	(void)a;
	if (st)
		return st;
	p->observed = s.n;
	if (s.sound < 2)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw estimates over their number from %zu executions of '%.200s': "
			"measure at least 15",
			s.n, x->subjects[r->subject].name);
	return as_chart_frames(p, 1, 1) ? draw(&s, p, err) : as_fail_memory(err);
}
