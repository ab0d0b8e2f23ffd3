/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/factors/factor_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/dist/random.h"

static enum as_status from_order(struct as_course *s, enum as_factor_id id, double *out,
	struct as_err *err)
{
	const struct as_surrounds *around = as_course_around(s, err);
	size_t n = 0;
	const struct as_turn *v = around ? as_surrounds_steps(around, &n) : NULL;

	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n; i++) {
		size_t k = 0, to = n; /* the first that is not before it */
		while (k < to) {
			const size_t half = k + (to - k) / 2;
			if (v[half].order < s->order[i])
				k = half + 1;
			else
				to = half;
		}
		if (k == n)
			break;
		if (id == AS_FACTOR_POSITION)
			out[i] = v[k].place ? v[k].place : (double)NAN;
		else if (k)
			out[i] = v[k - 1].subject;
	}
	return AS_OK;
}

static void from_units(const struct as_course *s, enum as_factor_id id, double *out)
{
	const struct as_level *l = &s->x->subjects[s->subject].levels[AS_LEVEL_EXECUTION];
	bool padded = s->x->plan.randomize & AS_RANDOMIZE_ENVIRONMENT && !s->x->table;

	for (size_t i = 0; i < s->n; i++) {
		const struct as_unit u = as_unit_at(l, s->unit[i]);
		if (id == AS_FACTOR_TIME && u.started_ns)
			out[i] = (double)(u.started_ns - s->started_ns[0]);
		else if (id == AS_FACTOR_ENVIRONMENT && padded)
			out[i] = as_random_padding(u.seed);
	}
}

/* The metric of the waits of --pause; n_metrics: there are none. */
static size_t pause_of(const struct as_experiment *x)
{
	for (size_t m = 0; m < x->n_metrics; m++)
		if (!strcmp(x->metrics[m].name, "pause") &&
			x->metrics[m].level == AS_LEVEL_EXECUTION && as_experiment_has_values(x, m))
			return m;
	return x->n_metrics;
}

bool as_factor_is_there(const struct as_experiment *x, enum as_factor_id id)
{
	return id != AS_FACTOR_PAUSE || pause_of(x) < x->n_metrics;
}

enum as_status as_factor_values(struct as_course *s, const struct as_factor *f, double *out,
	bool *kinds, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < s->n; i++)
		out[i] = (double)NAN;
	*kinds = f->id == AS_FACTOR_POSITION || f->id == AS_FACTOR_PREDECESSOR;
	if (f->id == AS_FACTOR_AROUND)
		st = as_surroundings_of(s, f->metric, out, err);
	else if (f->id == AS_FACTOR_PAUSE)
		st = as_surroundings_of(s, pause_of(s->x), out, err);
	else if (*kinds)
		st = from_order(s, f->id, out, err);
	else if (f->id != AS_FACTOR_LAYOUT)
		from_units(s, f->id, out);
	return st;
}
