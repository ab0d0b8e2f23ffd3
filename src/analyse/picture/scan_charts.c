/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands over a parameter: how a metric grows with it, and what of it each one of n takes (figure 2 of
 * Chen and Revels). The power is that of the mean of every round's line of least squares in logarithms,
 * with the t interval of these slopes over the rounds (as methods.md 7.1 has it for slopes of runs). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/picture/chart_make.h"
#include "analyse/picture/scanned.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/interval.h"

enum { FIT_POINTS = 3, FIT_ROUNDS = 3, THREADS = 60, FRAMES = 4, STRAIGHT = 48 };

static const double far_off = 0.1; /* from the line: that is no power */
static const double far_apart = 8; /* from which factor on values stand on a logarithmic axis */

static void span_place(struct as_chart_axis *a, const struct as_scan *s)
{
	*a = (struct as_chart_axis){
		.from = (double)INFINITY, .words = AS_CHART_SAYS(PLACE, {.s = s->parameter})};
	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->series[i].n; k++) {
			a->from = fmin(a->from, s->series[i].point[k].at);
			a->to = fmax(a->to, s->series[i].point[k].at);
		}
	a->log = a->to >= far_apart * a->from;
	const double room = a->log ? pow(a->to / a->from, 0.03) : 0.03 * (a->to - a->from);
	a->from = a->log ? a->from / room : fmax(0, a->from - room);
	a->to = a->log ? a->to * room : a->to + room;
}

static void log_if_far(struct as_chart_axis *a, double least, double most)
{
	a->log = least > 0 && most >= far_apart * least;
	if (!a->log)
		return;
	a->from = least / pow(most / least, 0.05);
	a->to = most * pow(most / least, 0.05);
}

/* ---- how it grows ---- */

/* y = exp(at) x^power, of so many rounds. */
struct power {
	double at, power, lo, hi; /* lo, hi NaN: no interval */
	double off, off_at; /* the farthest of a mean from it, as a ratio, and where */
	double last; /* the power between the last two places */
	size_t rounds;
};

/* The line through n points of logarithms. */
static void line_of(const double *x, const double *y, size_t n, double *at, double *slope)
{
	const double mx = as_mean(x, n), my = as_mean(y, n);

	*slope = as_covariance(x, y, n, mx, my) / as_variance(x, n, mx);
	*at = my - *slope * mx;
}

/* Every round that has all points gives a line. */
static size_t round_lines(const struct as_scan *s, const struct as_scan_series *v, const double *x,
	double *y, double *at, double *slope)
{
	size_t n = 0;

	for (size_t r = 0; r < s->rounds; r++) {
		size_t k = 0;
		for (; k < v->n && v->point[k].round[r] > 0; k++)
			y[k] = log(v->point[k].round[r]);
		if (k < v->n)
			continue;
		line_of(x, y, v->n, &at[n], &slope[n]);
		n++;
	}
	return n;
}

static void look_off(const struct as_scan_series *v, struct power *out)
{
	out->off = 1;
	for (size_t k = 0; k < v->n; k++) {
		const double off =
			v->point[k].mean / exp(out->at + out->power * log(v->point[k].at));
		if (fabs(log(off)) <= fabs(log(out->off)))
			continue;
		out->off = off;
		out->off_at = v->point[k].at;
	}
}

static enum as_status fit(const struct as_scan *s, const struct as_scan_series *v,
	double confidence, struct power *out, struct as_err *err)
{
	double *x = calloc(2 * v->n + 2 * s->rounds + 1, sizeof *x);
	double *y = x ? x + v->n : NULL, *at = x ? y + v->n : NULL,
	       *slope = x ? at + s->rounds : NULL;
	struct as_interval ends;

	*out = (struct power){.lo = (double)NAN, .hi = (double)NAN};
	if (!x)
		return as_fail_memory(err);
	for (size_t k = 0; k < v->n; k++)
		x[k] = log(v->point[k].at);
	out->rounds = round_lines(s, v, x, y, at, slope);
	if (out->rounds) {
		out->power = as_mean(slope, out->rounds);
		out->at = as_mean(at, out->rounds);
	} else {
		for (size_t k = 0; k < v->n; k++)
			y[k] = log(v->point[k].mean);
		line_of(x, y, v->n, &out->at, &out->power);
	}
	if (out->rounds >= FIT_ROUNDS &&
		!as_interval_t(out->power, as_variance(slope, out->rounds, out->power), out->rounds,
			confidence, &ends)) {
		out->lo = ends.lo;
		out->hi = ends.hi;
	}
	free(x);
	look_off(v, out);
	const struct as_scan_point *end = &v->point[v->n - 1];
	out->last = log(end->mean / end[-1].mean) / log(end->at / end[-1].at);
	return AS_OK;
}

static enum as_status add_means(const struct as_analysis *a, const struct as_scan_series *v,
	size_t series, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	struct as_layer *l = as_frame_add(p, f, AS_MARK_RISE, AS_TONE_MUCH, v->n);

	if (!l)
		return as_fail_memory(err);
	l->series = series;
	l->half = 0;
	for (size_t k = 0; k < v->n; k++) {
		const struct as_summary *y = &a->summaries[v->point[k].subject];
		const bool none = y->method == AS_INTERVAL_NONE;
		l->x[k] = v->point[k].at;
		l->y[k] = y->mean;
		l->lo[k] = none ? y->mean : y->lo;
		l->hi[k] = none ? y->mean : y->hi;
	}
	return AS_OK;
}

static enum as_status add_power(const struct as_scan_series *v, const struct power *fit,
	size_t series, bool named, struct as_picture *p, struct as_err *err)
{
	struct as_layer *l =
		as_frame_add(p, p->chart->frame, AS_MARK_LINE, AS_TONE_REF, STRAIGHT + 1);
	const char *name = as_arena_strdup(&p->arena, v->name);
	const double from = log(v->point[0].at), to = log(v->point[v->n - 1].at);

	if (!l || !name)
		return as_fail_memory(err);
	l->series = series + 1;
	for (size_t k = 0; k <= STRAIGHT; k++) {
		const double at = from + (to - from) * (double)k / STRAIGHT;
		l->x[k] = exp(at);
		l->y[k] = exp(fit->at + fit->power * at);
	}
	l->label = named ? AS_CHART_SAYS(POWER_OF, {.s = name}, {.x = fit->power})
			 : AS_CHART_SAYS(POWER, {.x = fit->power});
	return AS_OK;
}

/* What is known of the power, and of where it does not hold. */
static void note_power(
	const struct as_scan *s, const struct power *fit, double confidence, struct as_picture *p)
{
	if (isfinite(fit->lo)) {
		as_chart_note(p, AS_CHART_SAYS(POWER_RANGE, {.x = fit->lo}, {.x = fit->hi},
					 {.x = confidence}));
		as_chart_note(p, AS_CHART_SAYS(POWER_ROUNDS, {.n = fit->rounds}));
	} else {
		as_chart_note(p, AS_CHART_SAYS(POWER_ALONE, {.n = FIT_ROUNDS}));
	}
	struct as_charted_words off = AS_CHART_SAYS(
		POWER_OFF, {.x = fabs(fit->off - 1)}, {.s = s->parameter}, {.x = fit->off_at});
	if (fabs(fit->off - 1) >= far_off)
		off.id = AS_CHARTED_NO_POWER;
	if (fit->off_at > 0)
		as_chart_note(p, off);
	if (off.id == AS_CHARTED_NO_POWER)
		as_chart_note(p, AS_CHART_SAYS(POWER_LAST, {.x = fit->last}));
}

static enum as_status check_positive(
	const struct as_experiment *x, const struct as_scan_series *v, struct as_err *err)
{
	for (size_t k = 0; k < v->n; k++)
		if (!(v->point[k].mean > 0))
			return as_fail(err, AS_ERR_DATA,
				"cannot draw complexity: the mean of '%.200s' is %g, and a power "
				"of n is above 0",
				x->subjects[v->point[k].subject].name, v->point[k].mean);
	return v->n >= FIT_POINTS ? AS_OK
				  : as_fail(err, AS_ERR_DATA,
					    "cannot draw complexity from %zu values of a "
					    "parameter: through two points every "
					    "power goes; measure at least %d",
					    v->n, FIT_POINTS);
}

static enum as_status draw_growth(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_scan *s, struct as_picture *p, struct as_err *err)
{
	struct as_frame *f = as_chart_frames(p, 1, 1);
	double least = (double)INFINITY, most = 0;
	enum as_status st = f ? AS_OK : as_fail_memory(err);

	if (st)
		return st;
	p->chart->title = AS_CHART_SAYS(OVER, {.m = &x->metrics[p->metric]}, {.s = s->parameter});
	span_place(&f->x, s);
	f->y = as_axis_of(x, p->metric, 0, 1);
	for (size_t i = 0; i < s->n && !st; i++) {
		const struct as_scan_series *v = &s->series[i];
		struct power power;
		st = check_positive(x, v, err);
		st = st ? st : fit(s, v, x->plan.confidence, &power, err);
		st = st ? st : add_power(v, &power, i, s->n > 1, p, err);
		st = st ? st : add_means(a, v, i, p, f, err);
		for (size_t k = 0; !st && k < v->n; k++) {
			const double line = exp(power.at + power.power * log(v->point[k].at));
			least = fmin(least, fmin(v->point[k].mean, line));
			most = fmax(most, fmax(v->point[k].mean, line));
		}
		if (!st && s->n == 1)
			note_power(s, &power, x->plan.confidence, p);
	}
	if (st)
		return st;
	f->y.from = 0;
	f->y.to = 1.08 * most;
	log_if_far(&f->y, least, most);
	f->x.log =
		f->x.log && f->y.log; /* a power is a straight line on both, or a curve on none */
	if (s->left_out)
		as_chart_note(p, AS_CHART_SAYS(COMMANDS, {.n = s->n}, {.n = s->n + s->left_out}));
	return AS_OK;
}

static void count_observed(const struct as_scan *s, struct as_picture *p)
{
	for (size_t i = 0; i < s->n; i++)
		p->observed += s->series[i].n;
}

enum as_status as_chart_complexity(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_scan s = {.n = 0};
	enum as_status st = as_scan_open(x, r->metric, "complexity", &s, err);

	if (st)
		return st;
	count_observed(&s, p);
	st = draw_growth(x, a, &s, p, err);
	as_scan_close(&s);
	return st;
}

/* ---- what each one of n takes ---- */

/* Rounds, evenly spread, each a line. */
static enum as_status add_rounds(const struct as_scan *s, const struct as_scan_series *v,
	struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	const size_t most = s->rounds < THREADS ? s->rounds : THREADS;
	struct as_layer *l = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_REF, most * (v->n + 1));

	if (!l)
		return as_fail_memory(err);
	l->thin = true;
	for (size_t i = 0; i < most; i++)
		for (size_t k = 0; k < v->n; k++) {
			const double y = v->point[k].round[i * s->rounds / most];
			l->x[i * (v->n + 1) + k] = v->point[k].at;
			l->y[i * (v->n + 1) + k] = y / v->point[k].at;
		}
	return AS_OK;
}

/* The least of all rounds at each n, or their mean. */
static enum as_status add_over_rounds(const struct as_scan *s, const struct as_scan_series *v,
	bool least, struct as_picture *p, struct as_frame *f, struct as_err *err)
{
	struct as_layer *l = as_frame_add(p, f, AS_MARK_LINE, AS_TONE_INK, v->n);

	if (!l)
		return as_fail_memory(err);
	l->series = !least;
	l->label.id = least ? AS_CHARTED_MINIMUM : AS_CHARTED_MEAN;
	for (size_t k = 0; k < v->n; k++) {
		double y = least ? (double)INFINITY : v->point[k].mean;
		for (size_t r = 0; least && r < s->rounds; r++)
			if (isfinite(v->point[k].round[r]))
				y = fmin(y, v->point[k].round[r]);
		l->x[k] = v->point[k].at;
		l->y[k] = isfinite(y) ? y / v->point[k].at : (double)NAN;
	}
	return AS_OK;
}

/* All values of the frame; what lies far above is at the border. */
static enum as_status span_each(const struct as_experiment *x, const struct as_scan *s,
	const struct as_scan_series *v, struct as_picture *p, struct as_frame *f,
	struct as_err *err)
{
	double *all = malloc((v->n * (s->rounds + 1) + 1) * sizeof *all);
	size_t n = 0;

	if (!all)
		return as_fail_memory(err);
	for (size_t k = 0; k < v->n; k++) {
		all[n++] = v->point[k].mean / v->point[k].at;
		for (size_t r = 0; r < s->rounds; r++)
			if (isfinite(v->point[k].round[r]))
				all[n++] = v->point[k].round[r] / v->point[k].at;
	}
	as_sort(all, n);
	f->y = as_axis_of(x, p->metric, 0, 1);
	f->y.words = AS_CHART_SAYS(FOR_EACH, {.m = &x->metrics[p->metric]}, {.s = s->parameter});
	as_axis_span(&f->y, all, n, as_metric_is_amount(&x->metrics[p->metric]));
	log_if_far(&f->y, all[0], all[n - 1]);
	free(all);
	return AS_OK;
}

static enum as_status draw_each(const struct as_experiment *x, const struct as_scan *s,
	struct as_picture *p, struct as_err *err)
{
	const size_t n = s->n < FRAMES ? s->n : FRAMES;
	struct as_frame *f = as_chart_frames(p, n, n > 1 ? 2 : 1);
	enum as_status st = f ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		const struct as_scan_series *v = &s->series[i];
		const char *name = as_arena_strdup(&p->arena, v->name);
		if (!name)
			return as_fail_memory(err);
		if (n > 1)
			f[i].title = AS_CHART_SAYS(NAME, {.s = name});
		span_place(&f[i].x, s);
		st = span_each(x, s, v, p, &f[i], err);
		st = st ? st : add_rounds(s, v, p, &f[i], err);
		st = st ? st : add_over_rounds(s, v, false, p, &f[i], err);
		st = st ? st : add_over_rounds(s, v, true, p, &f[i], err);
	}
	p->chart->title = AS_CHART_SAYS(OVER, {.m = &x->metrics[p->metric]}, {.s = s->parameter});
	as_chart_note(p, AS_CHART_SAYS(THIN_ROUNDS, {.n = s->rounds}));
	if (s->n + s->left_out > n)
		as_chart_note(p, AS_CHART_SAYS(COMMANDS, {.n = n}, {.n = s->n + s->left_out}));
	return st;
}

enum as_status as_chart_per_n(const struct as_experiment *x, const struct as_analysis *a,
	const struct as_picture_request *r, struct as_picture *p, struct as_err *err)
{
	struct as_scan s = {.n = 0};
	enum as_status st = as_scan_open(x, r->metric, "what each one of n takes", &s, err);

	(void)a;
	if (st)
		return st;
	count_observed(&s, p);
	st = draw_each(x, &s, p, err);
	as_scan_close(&s);
	return st;
}
