/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/derived.h"

static enum as_status add_derived(struct as_experiment *x, size_t base, const char *statistic,
	size_t *out, struct as_err *err)
{
	struct as_metric m = x->metrics[base];

	m.name = as_arena_printf(&x->arena, "%s:%s", m.name, statistic);
	m.level = AS_LEVEL_EXECUTION;
	m.describe = as_arena_printf(&x->arena, "%s of the %s of an execution", statistic,
		x->metrics[base].name);
	if (!m.name || !m.describe)
		return as_fail_memory(err);
	return as_experiment_metric(x, &m, out, err);
}

enum as_status as_experiment_ask_metric(struct as_experiment *x, const char *name, size_t *out,
	struct as_err *err)
{
	const size_t m = as_experiment_find_metric(x, name), n = as_statistic_base_length(name);

	if (m < x->n_metrics || !name[n]) {
		*out = m;
		return AS_OK;
	}
	char *start = as_arena_printf(&x->arena, "%.*s", (int)(n < 1000 ? n : 1000), name);
	enum as_status st = as_statistic_check(name, err);
	if (st)
		return st;
	if (!start)
		return as_fail_memory(err);
	const size_t base = as_experiment_find_metric(x, start);
	if (base == x->n_metrics || x->metrics[base].level > AS_LEVEL_EXECUTION ||
		!as_statistic_is(name + n + 1, NULL)) {
		*out = x->n_metrics;
		return AS_OK;
	}
	return add_derived(x, base, name + n + 1, out, err);
}
