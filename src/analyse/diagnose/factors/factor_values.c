/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/factors/factor_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat/dist/random.h"

/* Any execution of any subject. */
struct step {
	uint32_t order, round, subject;
	bool measured;
};

static int by_order(const void *a, const void *b)
{
	const struct step *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* All of them in the order in which they ran; on the heap. */
static struct step *collect_steps(const struct as_experiment *x, size_t *n_out)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		n += x->subjects[i].levels[AS_LEVEL_EXECUTION].n;
	struct step *v = malloc((n + 1) * sizeof *v);
	*n_out = n;
	n = 0;
	for (size_t i = 0; v && i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			v[n++] = (struct step){as_unit_order(l, e), as_unit_round(l, e),
				(uint32_t)i, as_unit_role(l, e) == AS_ROLE_MEASURED};
	}
	if (v)
		qsort(v, n, sizeof *v, by_order);
	return v;
}

/* Which one of its round it was, from 1. Executions outside of rounds have none. */
static double place_in_round(const struct step *v, size_t k)
{
	size_t place = 1;

	if (!v[k].measured || v[k].round == AS_NO_ROUND)
		return (double)NAN;
	for (; place <= k && v[k - place].measured && v[k - place].round == v[k].round; place++)
		;
	return (double)place;
}

static enum as_status from_order(const struct as_course *s, enum as_factor_id id, double *out,
	struct as_err *err)
{
	size_t n = 0, k = 0;
	struct step *v = collect_steps(s->x, &n);

	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n; i++) {
		while (k < n && v[k].order < s->order[i])
			k++;
		if (k == n)
			break;
		if (id == AS_FACTOR_POSITION)
			out[i] = place_in_round(v, k);
		else if (k)
			out[i] = v[k - 1].subject;
	}
	free(v);
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
