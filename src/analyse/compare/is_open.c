/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "analyse/gates/gate_judge.h"
#include "analyse/gates/looks.h"
#include "analyse/result/analyse.h"

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
