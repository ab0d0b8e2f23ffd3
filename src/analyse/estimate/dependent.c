/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/dependent.h"

#include <math.h>
#include <stdlib.h>

#include "stat/dist/typical.h"

static const double noticed = 1.1; /* times t's half-width */

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

enum as_holds as_lasting_holds(const struct as_lasting *l)
{
	if (as_lasts_as_long(l->slow))
		return AS_HOLDS_BELOW;
	return as_lasting_tells(l->n) ? AS_HOLDS_YES : AS_HOLDS_IF_INDEPENDENT;
}

enum as_status as_take_lasting(
	const struct as_experiment *x, const struct as_view *v, struct as_summary *y,
	double *stretch)
{
	struct as_lasting l;

	/* What follows what is not known of a table without an order. */
	y->lasting.holds = is_of_executions(v) && !as_experiment_in_time(x)
		? AS_HOLDS_IF_INDEPENDENT
		: AS_HOLDS_YES;
	y->lasting.effective_n = y->lasting.slow = (double)NAN;
	if (!as_view_is_in_time(x, v))
		return AS_OK;
	enum as_status st = as_view_lasting(x, y->subject, v, y->confidence, &l);
	if (st)
		return st;
	y->lasting.holds = as_lasting_holds(&l);
	y->lasting.effective_n = l.effective_n;
	y->lasting.slow = l.slow;
	y->lasting.is_slow = as_lasts_as_long(l.slow);
	y->lasting.lasts = !y->lasting.is_slow && as_lasting_tells(l.n) &&
		l.half_width > noticed * l.half_width_t;
	if (stretch) {
		*stretch = l.half_width_t > 0 ? fmax(1, l.half_width / l.half_width_t) : 1;
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
