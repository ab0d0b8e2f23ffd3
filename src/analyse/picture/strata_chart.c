/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many executions there are of each size, by the load they were under: figures 2 to 5 of
 * Haveraaen and Hundvebakke. One axis for all. */
#include <math.h>

#include "analyse/diagnose/divide.h"
#include "analyse/picture/chart_make.h"
#include "stat/core/histogram.h"
#include "stat/core/quantile.h"

enum { BARS = 30, COLUMNS = 2 };

static struct as_charted_words name_of(const struct as_divided *d, size_t i, size_t n,
	const struct as_metric *by)
{
	if (isfinite(d->from[i]) && isfinite(d->to[i]))
		return AS_CHART_SAYS(STRATUM_BETWEEN, {.x = d->from[i]}, {.x = d->to[i]}, {.n = n});
	return isfinite(d->to[i])
		? AS_CHART_SAYS(STRATUM_BELOW, {.m = by}, {.x = d->to[i]}, {.n = n})
		: AS_CHART_SAYS(STRATUM_FROM, {.m = by}, {.x = d->from[i]}, {.n = n});
}

/* Columns of one stratum over the range of all; values beyond it are counted and said. */
static enum as_status add_columns(const struct as_observed *o, const double range[2],
	struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	struct as_layer *l = as_frame_add(p, f, AS_MARK_COLUMN, AS_TONE_REF, BARS);
	const double wide = (range[1] - range[0]) / BARS;
	size_t count[BARS], most = 1;
	enum as_status st = l ? as_histogram(o->sorted, o->n, range, count, BARS)
			      : as_fail_memory(err);

	for (size_t i = 0; i < BARS && !st; i++) {
		l->x[i] = range[0] + ((double)i + 0.5) * wide;
		l->y[i] = (double)count[i];
		most = count[i] > most ? count[i] : most;
	}
	if (l)
		l->half = wide / 2;
	f->y = (struct as_chart_axis){.to = (double)most, .whole = true};
	return st;
}

static enum as_status draw(struct as_course *c, const struct as_divided *d, size_t by,
	struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, d->n, COLUMNS);
	double *sorted = as_arena_array(&c->room, c->n, sizeof *sorted);
	enum as_status st = f && sorted ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < c->n && !st; i++)
		sorted[i] = c->y[i];
	if (st)
		return st;
	as_sort(sorted, c->n);
	const struct as_spanned in = as_spanned_of(sorted, c->n);
	const double range[2] = {sorted[in.first], sorted[in.last]};
	size_t unknown = c->n;
	for (size_t i = 0; i < d->n && !st; i++) {
		struct as_observed o = {0};
		st = as_divided_part(c, d, i, &o, err);
		unknown -= o.n < unknown ? o.n : unknown;
		f[i].title = name_of(d, i, o.n, &c->x->metrics[by]);
		f[i].x = as_axis_of(c->x, c->metric, range[0], range[1]);
		if (!st)
			st = add_columns(&o, range, p, &f[i], err);
	}
	if (unknown)
		as_chart_note(p, AS_CHART_SAYS(UNKNOWN, {.n = unknown}));
	const size_t beyond = in.first + (c->n - 1 - in.last);
	if (beyond) {
		struct as_charted_words words = AS_CHART_SAYS(BEYOND, {.n = beyond},
			{.x = in.last + 1 < c->n ? sorted[c->n - 1] : sorted[0]});
		words.metric = &c->x->metrics[c->metric];
		as_chart_note(p, words);
	}
	return st;
}

/* As it is asked for; else by the load, or where that did not vary by what others used. */
static enum as_status divide(struct as_course *c, const struct as_picture_request *r,
	struct as_strata_asked *by, struct as_divided *d, struct as_err *err)
{
	static const char *const usual[] = {"load", "others_cpu"};
	enum as_status st = AS_ERR_DATA;

	*by = r->strata;
	if (by->asked)
		return as_divide(c, by, d, err);
	for (size_t i = 0; i < sizeof usual / sizeof usual[0] && st == AS_ERR_DATA; i++) {
		by->by = as_experiment_find_metric(c->x, usual[i]);
		if (by->by < c->x->n_metrics && as_experiment_has_values(c->x, by->by))
			st = as_divide(c, by, d, NULL);
	}
	return st == AS_ERR_DATA ? as_fail(err, AS_ERR_DATA,
		"cannot draw '%.200s' by load: the load is not known, or did not vary, over its "
		"executions", c->x->subjects[c->subject].name)
	       : st ? as_fail_memory(err) : AS_OK;
}

enum as_status as_chart_strata(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_strata_asked by;
	struct as_course c = {.n = 0};
	struct as_divided d;
	enum as_status st = as_course_open(x, r->subject, r->metric, &c, err);

	(void)a;
	if (st)
		return st;
	st = divide(&c, r, &by, &d, err);
	p->observed = c.n;
	if (!st)
		st = draw(&c, &d, by.by, p, err);
	as_course_close(&c);
	return st;
}
