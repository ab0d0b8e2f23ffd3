/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/subtract.h"

#include <math.h>
#include <stdlib.h>

#include "analyse/estimate/view/view.h"

const struct as_metric as_net_metric = {.name = AS_METRIC_NET,
	.unit = "ns",
	.better = AS_BETTER_LESS,
	.level = AS_LEVEL_EXECUTION,
	.describe = "wall time without that of the command of --subtract, round by round"};

/* The wall time of an execution that counts, NaN of another. */
static double wall_of(const struct as_level *l, const struct as_column *wall, size_t e)
{
	if (!wall || as_unit_role(l, e) != AS_ROLE_MEASURED ||
		as_unit_ending(l, e) != AS_ENDED_OK || as_unit_round(l, e) == AS_NO_ROUND)
		return (double)NAN;
	return as_column_at(wall, e);
}

static enum as_status subtract_from(struct as_subject *s, const double *less, size_t metric,
	struct as_err *err)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	enum as_status st = AS_OK;

	for (size_t e = 0; e < l->n && !st; e++) {
		/* The columns may move when one is added. */
		const struct as_column *wall = as_subject_column(s, AS_LEVEL_EXECUTION,
			AS_METRIC_WALL);
		double own = wall_of(l, wall, e);
		double net = isnan(own) ? own : own - less[as_unit_round(l, e)];

		if (!isnan(net))
			st = as_subject_set(s, AS_LEVEL_EXECUTION, e, metric, net, err);
	}
	return st;
}

enum as_status as_subtract(struct as_experiment *x, struct as_err *err)
{
	const size_t n = as_experiment_n_compared(x), rounds = as_rounds(x);
	size_t metric = 0;

	if (n == x->n_subjects)
		return AS_OK;
	enum as_status st = as_experiment_metric(x, &as_net_metric, &metric, err);
	if (st)
		return st;
	double *less = calloc(rounds + 1, sizeof *less);
	if (!less)
		return as_fail_memory(err);
	const struct as_level *l = &x->subjects[n].levels[AS_LEVEL_EXECUTION];
	const struct as_column *wall = as_subject_column(&x->subjects[n], AS_LEVEL_EXECUTION,
		AS_METRIC_WALL);
	for (size_t i = 0; i < rounds; i++)
		less[i] = (double)NAN;
	for (size_t e = 0; e < l->n; e++) {
		double own = wall_of(l, wall, e);
		if (!isnan(own))
			less[as_unit_round(l, e)] = own;
	}
	for (size_t i = 0; i < n && !st; i++)
		st = subtract_from(&x->subjects[i], less, metric, err);
	free(less);
	return st;
}
