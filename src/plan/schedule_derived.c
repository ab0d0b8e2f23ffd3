/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/reduced.h"
#include "plan/schedule_state.h"
#include "stat/dist/tail.h"

/* By the first executions that tell how many iterations they have. */
static struct as_reduced_need need_of(const struct as_experiment *x, const struct as_derived *d)
{
	static const enum as_role roles[] = {AS_ROLE_MEASURED, AS_ROLE_DIMENSIONING,
		AS_ROLE_WARMUP};
	struct as_reduced_need need = {0};

	for (size_t i = 0; i < sizeof roles / sizeof roles[0] && !need.n; i++)
		need = as_reduced_need(x, d, roles[i]);
	return need;
}

static enum as_status refuse(const struct as_metric *m, const struct as_metric *base,
	const struct as_reduced_need *need, size_t runs, size_t least, struct as_err *err)
{
	const char *name = as_statistic_name(m->name);
	const size_t wanted = least * need->rounds;

	if (need->alone)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %.60s as a criterion: of %zu iteration%s an execution the "
			"minimum falls with the number of executions; report iterations (assay "
			"help reporter), or take p10",
			m->name, need->n, need->n == 1 ? "" : "s");
	if (base->level != AS_LEVEL_ITERATION)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %.60s as a criterion: %s needs %zu executions put together, "
			"%zu times, and there are to be %zu; --runs %zu gives them, and so do %zu "
			"iterations in an execution (assay help reporter)",
			m->name, name, need->least, least, runs, wanted, need->least);
	return as_fail(err, AS_ERR_USAGE,
		"cannot take %.60s as a criterion: %s needs %zu iterations in an execution, or as "
		"many put together: %zu rounds of %zu are %zu, and %zu times %zu are needed; give "
		"--iterations %zu, or --runs %zu",
		m->name, name, need->least, runs, need->n, runs * need->n, least, need->least,
		need->least, wanted);
}

enum as_status as_schedule_check_derived(const struct as_schedule *s, size_t metric,
	struct as_err *err)
{
	const struct as_experiment *x = s->x;
	const size_t runs = s->rule.amount.runs;
	const size_t least = as_experiment_n_compared(x) > 1 ? AS_BATCHES_COMPARE
							     : AS_BATCHES_SINGLE;
	struct as_derived d;

	if (!as_experiment_derived(x, metric, &d) || s->building.differ)
		return AS_OK;
	const struct as_reduced_need need = need_of(x, &d);
	if (need.rounds < 2 || (!need.alone && runs / need.rounds >= least))
		return AS_OK;
	return refuse(&x->metrics[metric], &x->metrics[d.base], &need, runs, least, err);
}
