/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executions of each command, ranked, over their median: which share of them is slow, and by how
 * much (methods-repairs.md 9). */
#include <math.h>

#include "analyse/picture/chart_make.h"
#include "analyse/estimate/observed.h"
#include "stat/core/quantile.h"

enum { COMMANDS_MAX = AS_LAYERS_MAX - 1, POINTS = 500 };

static const double slow = 1.5; /* times the median */

/* One command's line; one whose median is not positive has none. */
static enum as_status add_command(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = p->chart->frame;
	struct as_observed o = {0};
	size_t above = 0;
	enum as_status st = as_observed_open(x, subject, metric, 0, &o, err);
	const double median = st || !o.n ? 0 : as_median(o.sorted, o.n);

	if (!st && median > 0) {
		const size_t n = o.n < POINTS ? o.n : POINTS;
		struct as_layer *l = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_INK, n);
		for (size_t i = 0; i < o.n; i++)
			above += o.sorted[i] > slow * median;
		for (size_t i = 0; l && i < n; i++) {
			/* the largest is always there */
			const size_t at = n > 1 ? i * (o.n - 1) / (n - 1) : 0;
			l->x[i] = ((double)at + 0.5) / (double)o.n;
			l->y[i] = o.sorted[at] / median;
			f->y.from = fmin(f->y.from, l->y[i]);
			f->y.to = fmax(f->y.to, l->y[i]);
		}
		if (l) {
			l->series = f->n_layers - 1;
			l->label = AS_CHART_SAYS(SLOW_RUNS, {.s = x->subjects[subject].name},
				{.n = above}, {.n = o.n});
		}
		p->observed += o.n;
		st = l ? AS_OK : as_fail_memory(err);
	}
	as_observed_close(&o);
	return st;
}

static bool add_limit(struct as_picture *p, struct as_frame *f)
{
	struct as_layer *l = as_frame_add(p, f, AS_MARK_LEVEL, AS_TONE_MUTE, 1);

	if (!l)
		return false;
	l->y[0] = slow;
	return true;
}

enum as_status as_chart_slow(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	const size_t all = as_experiment_n_compared(x), n = all < COMMANDS_MAX ? all : COMMANDS_MAX;
	struct as_frame *f = as_chart_frames(p, 1, 1);
	enum as_status st = f ? AS_OK : as_fail_memory(err);

	(void)a;
	if (st)
		return st;
	f->x = (struct as_chart_axis){
		.from = 0, .to = 1, .share = true, .words = {.id = AS_CHARTED_SLOW_SHARE}};
	f->y = (struct as_chart_axis){
		.from = 1, .to = slow, .words = {.id = AS_CHARTED_OVER_MEDIAN}};
	for (size_t i = 0; i < n && !st; i++)
		st = add_command(x, i, r->metric, p, err);
	if (!st && p->observed < 2)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw which executions are slow: measure at least 2 whose median is "
			"above 0");
	f->y.log = f->y.from > 0 && f->y.to > 4;
	f->y.to *= 1.05;
	f->y.from *= 0.95;
	if (!st && !add_limit(p, f))
		st = as_fail_memory(err);
	if (!st)
		as_chart_note(p, (struct as_charted_words){.id = AS_CHARTED_SLOW_LIMIT});
	return st;
}
