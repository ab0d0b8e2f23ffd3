/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/view.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"

void as_view_close(struct as_view *v)
{
	free(v->units);
	free(v->means);
	free(v->builds);
	free(v->build_first);
	free(v->top);
	free(v->values);
	free(v->first);
	*v = (struct as_view){0};
}

/* Copy the measured iterations of execution e to values; how many there were. */
static size_t take_iterations(const struct as_subject *s, const struct as_column *col, size_t e,
	double *values)
{
	size_t n = 0;

	for (size_t i = s->iterations.first[e]; i < s->iterations.first[e + 1]; i++)
		if (s->iterations.role[i] == AS_ROLE_MEASURED && !isnan(col->values[i]))
			values[n++] = col->values[i];
	return n;
}

/* All of it at once: executions, builds and values, and one more for the ends of ranges. */
static bool make_room(struct as_view *v, const struct as_subject *s, size_t n_values)
{
	size_t n = s->levels[AS_LEVEL_EXECUTION].n + 1, k = s->levels[AS_LEVEL_BUILD].n + 1;

	v->units = calloc(n, sizeof *v->units);
	v->means = calloc(n, sizeof *v->means);
	v->first = calloc(n, sizeof *v->first);
	v->values = calloc(n_values + 1, sizeof *v->values);
	v->builds = calloc(k, sizeof *v->builds);
	v->build_first = calloc(k + 1, sizeof *v->build_first);
	v->top = calloc(n > k ? n : k, sizeof *v->top);
	return v->units && v->means && v->first && v->values && v->builds && v->build_first && v->top;
}

static void take_execution(const struct as_subject *s, const struct as_column *col, size_t e,
	struct as_view *v, size_t *n_values)
{
	const struct as_unit *u = &s->levels[AS_LEVEL_EXECUTION].units[e];
	size_t taken = 0;

	if (u->ending == AS_ENDED_OK && v->bottom == AS_LEVEL_ITERATION) {
		taken = take_iterations(s, col, e, v->values + *n_values);
	} else if (u->ending == AS_ENDED_OK && !isnan(col->values[e])) {
		v->values[*n_values] = col->values[e];
		taken = 1;
	}
	if (!taken) {
		v->n_excluded++;
		return;
	}
	v->units[v->n_units++] = e;
	*n_values += taken;
	v->first[v->n_units] = *n_values;
}

/* Executions of one build after those of the other, each in the order of time. Without builds all
 * executions have the parent 0. */
static size_t collect(const struct as_subject *s, const struct as_column *col, enum as_role role,
	struct as_view *v)
{
	const struct as_level *executions = &s->levels[AS_LEVEL_EXECUTION];
	size_t n_builds = s->levels[AS_LEVEL_BUILD].n, n_values = 0;

	for (size_t k = 0; k < (n_builds ? n_builds : 1); k++) {
		size_t before = v->n_units;

		for (size_t e = 0; e < executions->n; e++)
			if (executions->units[e].role == role && executions->units[e].parent == k)
				take_execution(s, col, e, v, &n_values);
		if (v->n_units > before) {
			v->builds[v->n_builds++] = k;
			v->build_first[v->n_builds] = v->n_units;
		}
	}
	if (v->n_builds < 2)
		v->n_builds = 0;
	return n_values;
}

static void make_tree(struct as_view *v, size_t n_values)
{
	struct as_tree *t = &v->tree;

	*t = (struct as_tree){.n_levels = 1, .values = v->values, .count = {n_values}};
	if (v->bottom == AS_LEVEL_ITERATION) {
		t->count[t->n_levels] = v->n_units;
		t->first[t->n_levels++] = v->first;
	}
	if (v->n_builds) {
		t->count[t->n_levels] = v->n_builds;
		t->first[t->n_levels++] = v->build_first;
	}
}

enum as_status as_view_open(const struct as_experiment *x, size_t subject, size_t metric,
	enum as_role role, struct as_view *out, struct as_err *err)
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
	if (col && m->level <= AS_LEVEL_EXECUTION)
		make_tree(&v, collect(s, col, role, &v));
	if (v.n_units) {
		st = as_tree_check(&v.tree, as_metric_is_time(m), NULL, err);
		if (st)
			goto out;
		as_tree_means(&v.tree, v.bottom == AS_LEVEL_ITERATION ? 2 : 1, v.means);
		as_tree_means(&v.tree, v.tree.n_levels, v.top);
		v.n_top = v.n_builds ? v.n_builds : v.n_units;
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

/* Rounds of the view in ascending order, without those in which nothing ended well. */
static size_t used_rounds(const struct as_unit *units, const struct as_view *v, size_t n,
	size_t *place)
{
	size_t used = 0;

	for (size_t u = 0; u < v->n_units; u++)
		if (units[v->units[u]].round < n)
			place[units[v->units[u]].round] = 1;
	for (size_t r = 0; r < n; r++)
		if (place[r])
			place[r] = ++used;
	return used;
}

enum as_status as_view_matrix(const struct as_experiment *x, size_t subject,
	const struct as_view *v, double **out, size_t *rounds, struct as_err *err)
{
	const struct as_unit *units = x->subjects[subject].levels[AS_LEVEL_EXECUTION].units;
	size_t n = as_rounds(x), *place = calloc(n + 1, sizeof *place);
	size_t used = place ? used_rounds(units, v, n, place) : 0;
	double *y = place ? malloc((v->n_builds * used + 1) * sizeof *y) : NULL;

	if (!y) {
		free(place);
		return as_fail_memory(err);
	}
	for (size_t i = 0; i < v->n_builds * used; i++)
		y[i] = (double)NAN;
	for (size_t k = 0; k < v->n_builds; k++)
		for (size_t u = v->build_first[k]; u < v->build_first[k + 1]; u++)
			if (units[v->units[u]].round < n)
				y[k * used + place[units[v->units[u]].round] - 1] = v->means[u];
	free(place);
	*out = y;
	*rounds = used;
	return AS_OK;
}
