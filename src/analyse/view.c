/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/view.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"

void as_view_close(struct as_view *v)
{
	free(v->units);
	free(v->means);
	free(v->values);
	free(v->first);
	*v = (struct as_view){0};
}

static bool is_measured(const struct as_unit *u)
{
	return u->role == AS_ROLE_MEASURED && u->ending == AS_ENDED_OK;
}

/* Copy the measured iterations of execution e behind *n values; how many there were. */
static size_t take_iterations(const struct as_subject *s, const struct as_column *col, size_t e,
	double *values)
{
	size_t n = 0;

	for (size_t i = s->iterations.first[e]; i < s->iterations.first[e + 1]; i++)
		if (s->iterations.role[i] == AS_ROLE_MEASURED && !isnan(col->values[i]))
			values[n++] = col->values[i];
	return n;
}

static bool make_room(struct as_view *v, const struct as_subject *s, size_t n_values)
{
	size_t n = s->levels[AS_LEVEL_EXECUTION].n + 1;

	v->units = calloc(n, sizeof *v->units);
	v->means = calloc(n, sizeof *v->means);
	v->first = calloc(n, sizeof *v->first);
	v->values = calloc(n_values + 1, sizeof *v->values);
	return v->units && v->means && v->first && v->values;
}

static void collect(const struct as_subject *s, const struct as_column *col, struct as_view *v)
{
	const struct as_level *executions = &s->levels[AS_LEVEL_EXECUTION];
	size_t n_values = 0;

	for (size_t e = 0; e < executions->n; e++) {
		const struct as_unit *u = &executions->units[e];
		size_t taken = 0;

		if (u->role != AS_ROLE_MEASURED)
			continue;
		if (is_measured(u) && v->bottom == AS_LEVEL_ITERATION) {
			taken = take_iterations(s, col, e, v->values + n_values);
		} else if (is_measured(u) && !isnan(col->values[e])) {
			v->values[n_values] = col->values[e];
			taken = 1;
		}
		if (!taken) {
			v->n_excluded++;
			continue;
		}
		v->units[v->n_units++] = e;
		n_values += taken;
		v->first[v->n_units] = n_values;
	}
	v->tree = (struct as_tree){.n_levels = 1, .values = v->values, .count = {n_values}};
	if (v->bottom == AS_LEVEL_ITERATION) {
		v->tree.n_levels = 2;
		v->tree.count[1] = v->n_units;
		v->tree.first[1] = v->first;
	}
}

enum as_status as_view_open(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_view *out, struct as_err *err)
{
	const struct as_subject *s = &x->subjects[subject];
	const struct as_metric *m = &x->metrics[metric];
	const struct as_column *col = as_subject_column(s, m->level, metric);
	struct as_view v = {.bottom = m->level};
	enum as_status st = AS_OK;

	if (!make_room(&v, s, s->levels[m->level].n)) {
		st = as_fail_memory(err);
		goto out;
	}
	if (col)
		collect(s, col, &v);
	if (v.n_units) {
		st = as_tree_check(&v.tree, as_metric_is_time(m), NULL, err);
		if (st)
			goto out;
		as_tree_means(&v.tree, v.tree.n_levels, v.means);
	}
	*out = v;
	v = (struct as_view){0};
out:
	as_view_close(&v);
	return st;
}

size_t as_rounds(const struct as_experiment *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			if (l->units[e].round != AS_NO_ROUND && l->units[e].round >= n)
				n = (size_t)l->units[e].round + 1;
	}
	return n;
}

void as_view_by_round(const struct as_experiment *x, size_t subject, const struct as_view *v,
	size_t n_rounds, double *out)
{
	const struct as_unit *units = x->subjects[subject].levels[AS_LEVEL_EXECUTION].units;

	for (size_t r = 0; r < n_rounds; r++)
		out[r] = (double)NAN;
	for (size_t u = 0; u < v->n_units; u++) {
		uint32_t r = units[v->units[u]].round;
		if (r < n_rounds)
			out[r] = v->means[u];
	}
}
