/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/view/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/typical_view.h"
#include "base/vec.h"

enum { SUMS_OF_VIEW = AS_FOLD_SQUARES + 1 }; /* of each execution, in place of its values */

/* Copy the measured iterations of execution e to values, or only that of the number `same`; how
 * many there were. */
static size_t take_iterations(const struct as_subject *s, const struct as_column *col, size_t e,
	size_t same, double *values)
{
	const struct as_range range = as_iterations_of(s, e);
	size_t n = 0, number = 0;

	if (!same)
		return as_take_iterations(s, col, e, SIZE_MAX, values);
	for (size_t i = range.from; i < range.to; i++)
		if (as_iteration_counts(s, col, i) && ++number == same)
			values[n++] = as_column_at(col, i);
	return n;
}

/* The number of the iteration that is to be taken of each execution, which all that count must
 * have. */
static enum as_status find_same(const struct as_experiment *x, const struct as_subject *s,
	const struct as_column *col, size_t *out, struct as_err *err)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	size_t shortest = SIZE_MAX;

	for (size_t e = 0; e < l->n; e++) {
		const struct as_range range = as_iterations_of(s, e);
		size_t n = 0;
		if (as_unit_role(l, e) != AS_ROLE_MEASURED || as_unit_ending(l, e) != AS_ENDED_OK)
			continue;
		for (size_t i = range.from; i < range.to; i++)
			n += as_iteration_counts(s, col, i);
		shortest = n && n < shortest ? n : shortest;
	}
	if (x->same_iteration != AS_SAME_LAST && x->same_iteration > shortest)
		return as_fail(err, AS_ERR_DATA,
			"cannot take iteration %zu of each execution of '%.100s': one of them has "
			"only %zu that count; take a lower one, or the last that all have "
			"(--same-iteration last)",
			x->same_iteration, s->name, shortest);
	*out = x->same_iteration < shortest ? x->same_iteration : shortest;
	return AS_OK;
}

/* The level has ranges of units below it. */
static bool has_ranges(const struct as_view *v, const struct as_subject *s, size_t level)
{
	return s->levels[level].n && level > (size_t)v->bottom;
}

/* Its iterations were thinned, or are not copied. */
static bool has_sums(const struct as_view *v)
{
	return v->thinned || v->fold;
}

/* All of it at once: units and values, and one more of each for the ends of ranges. */
static bool make_room(struct as_view *v, const struct as_subject *s)
{
	size_t n = s->levels[AS_LEVEL_EXECUTION].n + 1, all = 1;

	for (size_t l = AS_LEVEL_EXECUTION; l < AS_TREE_LEVELS; l++)
		all += has_ranges(v, s, l) ? s->levels[l].n + 1 : 0;
	v->offsets = calloc(all, sizeof *v->offsets);
	for (size_t l = AS_TREE_LEVELS; l-- > AS_LEVEL_EXECUTION && v->offsets;)
		if (has_ranges(v, s, l)) {
			all -= s->levels[l].n + 1;
			v->first[l] = v->offsets + all;
		}
	v->units = calloc(n, sizeof *v->units);
	v->means = calloc(n, sizeof *v->means);
	n = has_sums(v) ? SUMS_OF_VIEW * n : s->levels[v->bottom].n + 1;
	v->values = v->bottom == AS_LEVEL_EXECUTION ? v->means : calloc(n, sizeof *v->values);
	return v->offsets && v->units && v->means && v->values;
}

/* The value that an execution has itself, NaN if it has none. */
static double own_value(const struct as_view *v, const struct as_column *col, size_t e)
{
	return v->is_reduced ? v->reduced.value[e] : as_column_at(col, e);
}

/* The sums of execution e go to the place of the next one; how many iterations it had. */
static size_t take_sums(const struct as_subject *s, size_t e, struct as_view *v)
{
	const size_t all = s->levels[AS_LEVEL_EXECUTION].n + 1;
	double sums[SUMS_OF_VIEW];
	size_t n = 0;

	if (v->fold) {
		n = as_fold_add(v->fold, e, sums);
	} else {
		sums[0] = as_thinned_at(v->thinned, AS_SUM_FIRST, e);
		sums[1] = as_thinned_at(v->thinned, AS_SUM_OFFSET, e);
		sums[2] = as_thinned_at(v->thinned, AS_SUM_SQUARES, e);
		n = (size_t)as_thinned_at(v->thinned, AS_SUM_COUNT, e);
	}
	for (size_t k = 0; k < SUMS_OF_VIEW && n; k++)
		v->values[v->n_units + k * all] = sums[k];
	return n;
}

static void take_execution(const struct as_subject *s, const struct as_column *col, size_t e,
	struct as_view *v, size_t *n_values)
{
	bool ok = as_unit_ending(&s->levels[AS_LEVEL_EXECUTION], e) == AS_ENDED_OK;
	size_t taken = 0;

	if (ok && has_sums(v)) {
		taken = take_sums(s, e, v);
	} else if (ok && v->bottom == AS_LEVEL_ITERATION) {
		taken = take_iterations(s, col, e, v->same, v->values + *n_values);
	} else if (ok && !isnan(own_value(v, col, e))) {
		v->values[*n_values] = own_value(v, col, e);
		taken = 1;
	}
	if (!taken) {
		v->n_excluded++;
		return;
	}
	v->units[v->n_units++] = (uint32_t)e;
	*n_values += taken;
	if (v->first[AS_LEVEL_EXECUTION])
		v->first[AS_LEVEL_EXECUTION][v->n_units] = *n_values;
}

static bool has_parents(const struct as_subject *s)
{
	size_t l = AS_LEVEL_EXECUTION + 1;

	while (l < AS_TREE_LEVELS && !s->levels[l].n)
		l++;
	return l < AS_TREE_LEVELS;
}

static enum as_status collect_units(const struct as_subject *s, const struct as_column *col,
	enum as_role role, struct as_view *v, struct as_err *err)
{
	const struct as_level *executions = &s->levels[AS_LEVEL_EXECUTION];
	uint32_t *order = NULL; /* that of time */
	size_t n_values = 0;

	if (has_parents(s)) {
		order = calloc(executions->n + 1, sizeof *order);
		if (!order || !as_view_order(s, order)) {
			free(order);
			return as_fail_memory(err);
		}
	}
	for (size_t i = 0; i < executions->n; i++) {
		size_t e = order ? order[i] : i;
		if (as_unit_role(executions, e) == role)
			take_execution(s, col, e, v, &n_values);
	}
	free(order);
	v->n_excluded -= v->reduced.pooled;
	v->tree = (struct as_tree){.n_levels = 1, .values = v->values, .count = {n_values}};
	if (has_sums(v)) {
		v->tree.reader = v->fold ? &v->fold->reader : NULL;
		v->tree.values = NULL;
		v->tree.firsts = v->values;
		v->tree.offsets = v->values + executions->n + 1;
		v->tree.squares = v->values + 2 * (executions->n + 1);
	}
	return AS_OK;
}

static void add_level(struct as_view *v, size_t level, size_t n)
{
	struct as_tree *t = &v->tree;

	v->level[t->n_levels] = (enum as_level_index)level;
	t->count[t->n_levels] = n;
	t->first[t->n_levels++] = v->first[level];
}

/* The units of `level` to which n units of the level below belong; their numbers replace these in
 * ids, where units of one parent stand together. */
static size_t gather_parents(const struct as_level *below, size_t n, uint32_t *ids, size_t *first)
{
	size_t parents = 0;
	uint32_t last = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t parent = as_unit_parent(below, ids[i]);
		if (!parents || parent != last)
			ids[parents++] = last = parent;
		first[parents] = i + 1;
	}
	return parents;
}

/* Levels above the executions. */
static enum as_status add_parents(const struct as_experiment *x, const struct as_subject *s,
	struct as_view *v, struct as_err *err)
{
	const struct as_level *below = &s->levels[AS_LEVEL_EXECUTION];
	size_t n = v->n_units;
	uint32_t *ids = malloc((n + 1) * sizeof *ids);

	if (!ids)
		return as_fail_memory(err);
	memcpy(ids, v->units, n * sizeof *ids);
	for (size_t l = AS_LEVEL_BUILD; l < AS_TREE_LEVELS; l++) {
		if (!s->levels[l].n)
			continue;
		n = gather_parents(below, n, ids, v->first[l]);
		below = &s->levels[l];
		if (n < 2 && !x->table)
			break;
		add_level(v, l, n);
		if (l == AS_LEVEL_BUILD)
			v->n_builds = n;
		else if (l == AS_LEVEL_SESSION && !x->table)
			v->n_sessions = n;
	}
	if (v->n_sessions)
		v->top_units = ids;
	else
		free(ids);
	return AS_OK;
}

/* Builds of the view that took part in a pilot of this experiment. A plan that was made from an
 * earlier one knew nothing of these builds. */
static enum as_status count_pilot(const struct as_subject *s, struct as_view *v,
	struct as_err *err)
{
	const struct as_level *executions = &s->levels[AS_LEVEL_EXECUTION];
	const size_t *first = v->first[AS_LEVEL_BUILD];
	bool *is_pilot = calloc(s->levels[AS_LEVEL_BUILD].n + 1, sizeof *is_pilot);
	size_t n = 0;

	if (!is_pilot)
		return as_fail_memory(err);
	for (size_t e = 0; e < executions->n; e++)
		if (as_unit_role(executions, e) == AS_ROLE_DIMENSIONING)
			is_pilot[as_unit_parent(executions, e)] = true;
	while (n < v->n_builds && is_pilot[as_unit_parent(executions, v->units[first[n]])])
		n++;
	v->n_pilot = n < v->n_builds ? n : 0;
	free(is_pilot);
	return AS_OK;
}

/* Of statistics of executions the mean of a build is that of their logarithms. */
static enum as_status take_geometric(struct as_view *v, struct as_err *err)
{
	double *logs = malloc((v->n_units + 1) * sizeof *logs);
	struct as_tree t = v->tree;

	if (!logs)
		return as_fail_memory(err);
	for (size_t i = 0; i < v->n_units; i++)
		logs[i] = log(v->means[i]);
	t.values = logs;
	as_tree_means(&t, t.n_levels, v->top);
	for (size_t i = 0; i < v->n_top; i++)
		v->top[i] = exp(v->top[i]);
	free(logs);
	return AS_OK;
}

/* Levels from the executions up, and the means of executions and of what is at the top. */
static enum as_status make_tree(const struct as_experiment *x, const struct as_subject *s,
	bool of_time, struct as_view *v, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (v->bottom == AS_LEVEL_ITERATION)
		add_level(v, AS_LEVEL_EXECUTION, v->n_units);
	if (has_parents(s))
		st = add_parents(x, s, v, err);
	if (!st && v->n_builds && !v->n_sessions && x->plan.builds_state == AS_BUILDS_DIFFER)
		st = count_pilot(s, v, err);
	if (!st)
		st = as_tree_check(&v->tree, of_time, NULL, err);
	if (st)
		return st;
	if (v->bottom == AS_LEVEL_ITERATION)
		as_tree_means(&v->tree, 2, v->means);
	v->n_top = v->tree.count[v->tree.n_levels - 1];
	v->top = v->means;
	if (v->level[v->tree.n_levels - 1] != AS_LEVEL_EXECUTION) {
		v->top = malloc((v->n_top + 1) * sizeof *v->top);
		if (!v->top)
			return as_fail_memory(err);
		as_tree_means(&v->tree, v->tree.n_levels, v->top);
		if (v->is_reduced && v->reduced.positive)
			st = take_geometric(v, err);
	}
	return st;
}

/* The number of the metric whose columns it is of, and what of it where it is derived. */
static enum as_status find_source(const struct as_reduced_of *of, size_t *metric,
	struct as_view *v, struct as_err *err)
{
	const struct as_experiment *x = of->x;
	const size_t asked = *metric;
	struct as_derived d;

	if (!as_experiment_derived(x, asked, &d))
		return AS_OK;
	*metric = d.base;
	if (as_subject_thinned(&x->subjects[of->subject], d.base))
		return as_thinned_refuse(&x->subjects[of->subject], err, "tell %.60s",
			x->metrics[asked].name);
	if (!as_subject_column(&x->subjects[of->subject], x->metrics[d.base].level, d.base))
		return AS_OK;
	v->is_reduced = true;
	return as_reduced_open(of, &d, &v->reduced, err);
}

/* What is left after --subtract may be less than nothing. */
static bool is_time(const struct as_metric *m)
{
	return as_metric_is_time(m) && strcmp(m->name, AS_METRIC_NET) != 0;
}

/* Of a metric that has a column, or what is left of one. */
static enum as_status fill_view(const struct as_reduced_of *of, const struct as_metric *m,
	const struct as_column *col, struct as_view *out, struct as_err *err)
{
	const struct as_experiment *x = of->x;
	const struct as_subject *s = &x->subjects[of->subject];
	const bool same = x->same_iteration && of->role == AS_ROLE_MEASURED;
	struct as_err why = {0};

	if (out->thinned && same)
		return as_thinned_refuse(s, err, "take one iteration of each execution");
	enum as_status st = make_room(out, s) ? AS_OK : as_fail_memory(err);
	if (out->fold)
		out->fold->units = out->units;
	if (!st && same && m->level == AS_LEVEL_ITERATION)
		st = find_same(x, s, col, &out->same, err);
	if (!st)
		st = collect_units(s, col, of->role, out, err);
	if (!st && out->n_units)
		st = make_tree(x, s, is_time(m), out, &why);
	if (st == AS_ERR_DATA && *why.msg)
		as_fail(err, st, "cannot analyse %.60s of '%.100s': %s", m->name, s->name, why.msg);
	else if (*why.msg && err)
		*err = why;
	return st;
}

static enum as_status open_view(const struct as_reduced_of *of, size_t metric, bool light,
	struct as_view *out, struct as_err *err)
{
	const struct as_experiment *x = of->x;
	const struct as_subject *s = &x->subjects[of->subject];
	const struct as_metric *m = &x->metrics[metric];

	*out = (struct as_view){.bottom = m->level, .level = {m->level}, .stretch = 1};
	enum as_status st = find_source(of, &metric, out, err);
	const struct as_column *col = as_subject_column(s, x->metrics[metric].level, metric);
	out->thinned = st || col ? NULL : as_subject_thinned(s, metric);
	if (st || m->level > AS_LEVEL_EXECUTION || (!col && !out->thinned))
		return st;
	if (light && col && m->level == AS_LEVEL_ITERATION && !x->same_iteration &&
		as_fold_open(s, col, &out->fold))
		st = as_fail_memory(err);
	if (!st)
		st = fill_view(of, m, col, out, err);
	if (!st && out->fold && as_fold_is_bad(out->fold, is_time(m))) {
		as_view_close(out); /* what it says tells which value it is */
		return open_view(of, metric, false, out, err);
	}
	if (!st && !out->is_reduced && as_experiment_is_typical(x, metric))
		st = as_view_make_typical(out, err);
	if (st)
		as_view_close(out);
	return st;
}

enum as_status as_view_open(const struct as_experiment *x, size_t subject, size_t metric,
	enum as_role role, struct as_view *out, struct as_err *err)
{
	return open_view(
		&(struct as_reduced_of){x, subject, subject, role}, metric, false, out, err);
}

enum as_status as_view_open_light(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_view *out, struct as_err *err)
{
	return open_view(&(struct as_reduced_of){x, subject, subject, AS_ROLE_MEASURED}, metric,
		true, out, err);
}

enum as_status as_view_open_beside(const struct as_experiment *x, size_t subject, size_t other,
	size_t metric, struct as_view *out, struct as_err *err)
{
	return open_view(&(struct as_reduced_of){x, subject, other, AS_ROLE_MEASURED}, metric, true,
		out, err);
}
