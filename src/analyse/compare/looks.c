/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/compare/looks.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/result/analyse.h"
#include "analyse/compare/gate_judge.h"
#include "analyse/result/two_stage.h"

static const double first_level = 0.005, last_level = 0.048; /* methods.md 6.7 */

double as_look_confidence(const struct as_plan *p)
{
	switch (as_plan_look(p)) {
	case AS_LOOK_FIRST:
		return 1 - first_level;
	case AS_LOOK_LAST:
		return 1 - last_level;
	case AS_LOOK_ONLY:
		break;
	}
	return p->confidence;
}

static bool is_gate_open(const struct as_gate *gate, const struct as_metric *m,
	const struct as_comparison *c)
{
	return (!gate->metric || !strcmp(gate->metric, m->name)) &&
		as_gate_judge(gate, m, c).state == AS_GATE_UNDECIDED;
}

enum as_status as_is_open(const struct as_experiment *x, size_t metric, const struct as_gate *gates,
	size_t n_gates, bool *out, struct as_err *err)
{
	size_t n = as_experiment_pairs(x);
	struct as_comparison *c = calloc(n + 1, sizeof *c);
	enum as_status st = c ? as_compare_subjects(x, metric, c, err) : as_fail_memory(err);
	bool open = false;

	for (size_t i = 0; i < n && !st; i++) {
		open = open || c[i].verdict == AS_VERDICT_UNDECIDED;
		for (size_t k = 0; k < n_gates; k++)
			open = open || is_gate_open(&gates[k], &x->metrics[metric], &c[i]);
	}
	free(c);
	if (!st)
		*out = open;
	return st;
}

size_t as_rounds_to_decide(const struct as_experiment *x, size_t metric)
{
	const struct as_look look = {.metric = metric, .to = x->n_subjects, .last = true,
		.ratio = true, .precision = x->plan.tolerance / 2, .confidence = 1 - last_level};
	size_t twice = 2 * (size_t)x->plan.first_look, wanted = 0;

	if (!(x->plan.tolerance > 0) || x->by_difference)
		return SIZE_MAX;
	if (as_rounds_wanted(x, &look, &wanted, NULL))
		return twice;
	return wanted > twice ? wanted : twice;
}
