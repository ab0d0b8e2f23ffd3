/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/estimate/reduced.h"
#include "base/text.h"
#include "model/kept/derived.h"
#include "model/kept/duet_rounds.h"
#include "plan/schedule_state.h"
#include "stat/dist/interval.h"
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

size_t as_schedule_least_iterations(const struct as_schedule *s)
{
	struct as_derived d;

	return as_experiment_derived(s->x, s->x->criterion, &d) ? need_of(s->x, &d).least : 1;
}

uint32_t as_schedule_batch(const struct as_schedule *s)
{
	struct as_derived d;

	if (as_schedule_is_duet(s))
		return AS_DUET_ROUNDS;
	if (!as_experiment_derived(s->x, s->x->criterion, &d) || s->building.differ)
		return 1;
	return (uint32_t)need_of(s->x, &d).rounds;
}

/* As many as are to be measured, or, where no number is given, as the time pays for: what one takes is known
 * after the first. */
static size_t rounds_to_be(struct as_schedule *s)
{
	if (s->rule.amount.runs || s->rule.amount.dry_run)
		return s->rule.amount.runs;
	return !(s->rounds.round_s > 0) ? SIZE_MAX
		: s->rounds.attempts + (size_t)as_schedule_affordable(s, 1);
}

/* Of one command's executions, a value each, two hold the quantile between them (1.8). */
static bool has_order(const struct as_experiment *x, const struct as_derived *d, size_t need_n,
	size_t runs)
{
	struct as_ranks r;

	return as_experiment_n_compared(x) == 1 && need_n == 1 && runs < SIZE_MAX &&
		d->statistic == AS_STATISTIC_QUANTILE && runs &&
		!as_interval_order(runs, d->p, x->plan.confidence, &r);
}

static enum as_status check_derived(struct as_schedule *s, size_t metric,
	struct as_err *err)
{
	const struct as_experiment *x = s->x;
	const size_t least = as_experiment_n_compared(x) > 1 ? AS_BATCHES_COMPARE
							     : AS_BATCHES_SINGLE;
	struct as_derived d;

	if (!as_experiment_derived(x, metric, &d) || s->building.differ)
		return AS_OK;
	const struct as_reduced_need need = need_of(x, &d);
	const size_t runs = need.rounds < 2 ? 0 : rounds_to_be(s);
	if (need.rounds < 2 || (!need.alone && runs / need.rounds >= least) ||
		(s->rule.amount.runs && has_order(x, &d, need.n, runs)))
		return AS_OK;
	return refuse(&x->metrics[metric], &x->metrics[d.base], &need, runs, least, err);
}

/* Gates may be of metrics that are made of others. */
static enum as_status settle_gates(struct as_schedule *s, enum as_status st, struct as_err *err)
{
	for (size_t i = 0; i < s->rule.n_gates && !st; i++) {
		const char *name = s->rule.gates[i].metric;
		size_t m = s->x->n_metrics;

		if (name)
			st = as_experiment_ask_metric(s->x, name, &m, err);
		if (!st && m < s->x->n_metrics)
			st = check_derived(s, m, err);
	}
	return st;
}

enum as_status as_schedule_settle(struct as_schedule *s, struct as_err *err)
{
	struct as_experiment *x = s->x;
	const char *name = s->rule.criterion ? s->rule.criterion : "time";
	size_t i = 0;
	struct as_text known = {0};
	enum as_status st = as_experiment_ask_metric(x, name, &i, err);

	if (st)
		return st;
	if (i < x->n_metrics) {
		x->criterion = i;
		return settle_gates(s, check_derived(s, i, err), err);
	}
	for (i = 0; i < x->n_metrics; i++)
		as_text_addf(&known, "%s%s", i ? ", " : "", x->metrics[i].name);
	st = as_fail(err, AS_ERR_USAGE,
		"cannot use '%s' as the criterion: no such metric is read or reported; there are "
		"%s",
		name, as_text_str(&known));
	as_text_release(&known);
	return st;
}
