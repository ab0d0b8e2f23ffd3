/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/dependent.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/diagnose/warnings.h"
#include "stat/core/quantile.h"
#include "stat/dist/series/trend.h"
#include "stat/dist/typical.h"

static bool is_of_executions(const struct as_view *v)
{
	return v->tree.n_levels && v->level[v->tree.n_levels - 1] == AS_LEVEL_EXECUTION;
}

bool as_view_is_in_time(const struct as_experiment *x, const struct as_view *v)
{
	return is_of_executions(v) && as_experiment_in_time(x);
}

enum as_status as_view_lasting(const struct as_experiment *x, size_t subject,
	const struct as_view *v, double confidence, struct as_lasting *out)
{
	const size_t n = v->n_units;
	double *means = malloc((4 * n + 1) * sizeof *means);
	enum as_status st = means ? as_view_in_time(x, subject, v, means) : AS_ERR_MEM;

	if (!st && v->is_typical) {
		double *logs = means + n, *room = logs + n;
		for (size_t i = 0; i < n; i++)
			room[i] = logs[i] = log(means[i]);
		const double theta = as_typical_of(room, n, room + n);
		as_typical_scores(logs, n, theta, means, room);
	}
	if (!st)
		st = as_lasting_mean(means, v->n_units, confidence, out);
	free(means);
	return st;
}

enum as_status as_view_stretch(const struct as_experiment *x, size_t subject, double confidence,
	struct as_view *v)
{
	struct as_lasting l;

	if (v->n_top < 2 || !as_view_is_in_time(x, v))
		return AS_OK;
	enum as_status st = as_view_lasting(x, subject, v, confidence, &l);
	if (!st && l.half_width_t > 0)
		v->stretch = l.half_width / l.half_width_t;
	return st;
}

/* Runs below which what is rare is likely not to be met (methods-calm.md 2.7), and below which nothing is said of
 * the machine's speed. */
enum { MET = 30, TOLD = 10 };

/* A weight of slow states that is most of all, and evidence of it. */
static bool is_below(const struct as_lasting *l, size_t among)
{
	const struct as_evidence odds = {
		.p = (1 - l->dependent) / l->dependent, .among = among};

	return l->n >= TOLD && as_lasts_as_long(l->slow) &&
		as_warning_holds(AS_WARNING_SPEED_SLOWLY, &odds);
}

enum as_status as_speed_judge(const double *x, const struct as_lasting *l, size_t among,
	struct as_summary_lasting *out)
{
	double *sorted = malloc((l->n + 1) * sizeof *sorted), rho = 0;

	if (!sorted)
		return AS_ERR_MEM;
	for (size_t i = 0; i < l->n; i++)
		sorted[i] = x[i];
	as_sort(sorted, l->n);
	out->effective_n = l->effective_n;
	out->slow = l->slow;
	out->odds = l->dependent / (1 - l->dependent);
	out->wide = l->half_width_t > 0 ? l->half_width / l->half_width_t : (double)NAN;
	out->trend_p = out->change = (double)NAN;
	if (l->n >= 4 && as_rank_trend(x, sorted, l->n, &rho, &out->trend_p))
		out->trend_p = (double)NAN; /* all are equal */
	free(sorted);
	if (l->n >= 2)
		out->change = as_slope(x, l->n) * (double)(l->n - 1);
	out->is_slow = is_below(l, among);
	out->speed = AS_SPEED_STEADY;
	if (l->n < TOLD || !(l->s > 0))
		return AS_OK;
	const struct as_evidence trend = {.p = out->trend_p, .effect = out->change,
		.half_width = l->half_width, .mean = l->mean, .among = among};
	const struct as_evidence changes = {.p = 1 / out->odds, .effect = l->half_width,
		.half_width = l->half_width_t, .among = among};
	if (isfinite(out->trend_p) && as_warning_holds(AS_WARNING_SPEED_TREND, &trend))
		out->speed = AS_SPEED_TREND;
	else if (out->is_slow)
		out->speed = AS_SPEED_SLOWLY;
	else if (isfinite(out->odds) && as_warning_holds(AS_WARNING_SPEED_CHANGES, &changes))
		out->speed = AS_SPEED_CHANGES;
	return AS_OK;
}

/* A value is far from the median of all: what is rare was met. */
static bool is_far_out(const double *x, size_t n, double *work)
{
	double middle = 0, most = 0;

	for (size_t i = 0; i < n; i++)
		work[i] = x[i];
	as_sort(work, n);
	middle = as_median(work, n);
	for (size_t i = 0; i < n; i++) {
		work[i] = fabs(x[i] - middle);
		most = fmax(most, work[i]);
	}
	as_sort(work, n);
	return most > 5 * 1.4826 * as_median(work, n);
}

enum as_holds as_lasting_holds(
	const struct as_lasting *l, const double *x, double *work, size_t among)
{
	if (is_below(l, among))
		return AS_HOLDS_BELOW;
	if (as_lasting_tells(l->n))
		return AS_HOLDS_YES;
	if (x && among == 1 && l->n < MET && !is_far_out(x, l->n, work))
		return AS_HOLDS_LIKE_THESE;
	return AS_HOLDS_IF_INDEPENDENT;
}

enum as_status as_take_lasting(
	const struct as_experiment *x, const struct as_view *v, struct as_summary *y,
	double *stretch)
{
	const size_t among = as_warned_among(x);
	struct as_lasting l;

	/* What follows what is not known of a table without an order. */
	y->lasting.holds = is_of_executions(v) && !as_experiment_in_time(x)
		? AS_HOLDS_IF_INDEPENDENT
		: AS_HOLDS_YES;
	y->lasting.effective_n = y->lasting.slow = y->lasting.odds = y->lasting.wide =
		y->lasting.trend_p = y->lasting.change = (double)NAN;
	if (!as_view_is_in_time(x, v))
		return AS_OK;
	double *means = malloc(2 * (v->n_units + 1) * sizeof *means);
	enum as_status st = means ? as_view_in_time(x, y->subject, v, means) : AS_ERR_MEM;
	if (!st)
		st = as_lasting_mean(means, v->n_units, y->confidence, &l);
	if (!st)
		st = as_speed_judge(means, &l, among, &y->lasting);
	/* The interval of a typical run, and whether it may be too narrow, follow from the scores of the runs: one
	 * far value neither hides nor feigns dependence there (methods-typical.md 5.1). */
	if (!st && v->is_typical)
		st = as_view_lasting(x, y->subject, v, y->confidence, &l);
	if (!st) {
		y->lasting.effective_n = l.effective_n;
		y->lasting.slow = l.slow;
		y->lasting.holds = as_lasting_holds(&l, means, means + v->n_units + 1, among);
	}
	free(means);
	if (st)
		return st;
	if (stretch) {
		*stretch = as_lasting_widens(&l);
		if (*stretch > 1)
			y->method = AS_INTERVAL_LASTING;
	} else if (l.half_width > y->half_width) {
		y->method = AS_INTERVAL_LASTING;
		y->lo = y->mean - l.half_width;
		y->hi = y->mean + l.half_width;
		y->half_width = l.half_width;
		size_t looked_at = l.n / l.block;
		y->df = (double)(looked_at - 1);
	}
	return AS_OK;
}

double as_lasting_stretch(const struct as_summary *y)
{
	return y->lasting.effective_n > 0 ? sqrt((double)y->n_top / y->lasting.effective_n) : 1;
}
