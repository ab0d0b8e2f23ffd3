/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/cost.h"

#include <math.h>
#include <stdlib.h>

#include "stat/core/quantile.h"

/* Median of n numbers, which are sorted; 0 of none. */
static double median_of(double *x, size_t n)
{
	double m = 0;

	as_sort(x, n);
	return n && !as_quantile(x, n, 0.5, &m) ? m : 0;
}

static double unit_cost(const struct as_subject *s, enum as_level_index level, enum as_role role,
	double *x)
{
	const struct as_level *l = &s->levels[level];
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if ((level == AS_LEVEL_BUILD || as_unit_role(l, i) == role) &&
			isfinite(as_unit_cost_s(l, i)))
			x[n++] = as_unit_cost_s(l, i);
	return median_of(x, n);
}

/* The time that iterations report, where nobody knows what executions took. */
static double reported_cost(const struct as_subject *s, enum as_role role, double *x)
{
	const struct as_column *time = as_subject_column(s, AS_LEVEL_ITERATION, AS_METRIC_TIME);
	const struct as_level *executions = &s->levels[AS_LEVEL_EXECUTION];
	size_t n = 0;

	for (size_t e = 0; time && e < executions->n; e++) {
		const struct as_range range = as_iterations_of(s, e);
		if (as_unit_role(executions, e) != role)
			continue;
		for (size_t i = range.from; i < range.to; i++)
			if (isfinite(as_column_at(time, i)) &&
				as_iteration_role(s, i) == AS_ROLE_MEASURED)
				x[n++] = as_column_at(time, i) / 1e9;
	}
	return median_of(x, n);
}

/* What an execution took beyond its own cost, shared out among the iterations that count: also
 * where a program times several operations together and reports the time of one. */
static double iteration_cost(const struct as_subject *s, enum as_role role, double *x)
{
	const struct as_column *wall = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	const struct as_level *executions = &s->levels[AS_LEVEL_EXECUTION];
	size_t n = 0;

	if (!wall)
		return reported_cost(s, role, x);
	for (size_t e = 0; e < executions->n; e++) {
		const struct as_range range = as_iterations_of(s, e);
		size_t counted = 0;

		for (size_t i = range.from; i < range.to; i++)
			counted += as_iteration_role(s, i) == AS_ROLE_MEASURED;
		double cost = as_column_at(wall, e) / 1e9 - as_unit_cost_s(executions, e);
		if (as_unit_role(executions, e) == role && counted && isfinite(cost))
			x[n++] = fmax(cost, 0) / (double)counted;
	}
	return median_of(x, n);
}

enum as_status as_view_costs(const struct as_subject *s, const struct as_view *v, enum as_role role,
	double *cost_s, struct as_err *err)
{
	size_t most = s->levels[AS_LEVEL_ITERATION].n + s->levels[AS_LEVEL_EXECUTION].n +
		s->levels[AS_LEVEL_BUILD].n;
	double *x = malloc((most + 1) * sizeof *x);

	if (!x)
		return as_fail_memory(err);
	for (size_t i = 0; i < v->tree.n_levels; i++) {
		enum as_level_index level = (enum as_level_index)((size_t)v->bottom + i);

		if (level == AS_LEVEL_ITERATION && v->thinned)
			cost_s[i] = v->thinned->whole[role == AS_ROLE_MEASURED ? AS_WHOLE_COST
								       : AS_WHOLE_COST_PILOT];
		else
			cost_s[i] = level == AS_LEVEL_ITERATION ? iteration_cost(s, role, x)
								: unit_cost(s, level, role, x);
	}
	free(x);
	return AS_OK;
}
