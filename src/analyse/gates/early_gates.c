/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/gates/early_gates.h"

#include "analyse/gates/gate_judge.h"
#include "analyse/result/analyse.h"
#include "base/arena.h"

/* Each that is to fail is decided; and what is to be shown is, together, or one of all is worse. */
static bool are_settled(const struct as_gated *v, size_t n, const struct as_joint *joint)
{
	bool decided = true, worse = false, shown = true;

	for (size_t i = 0; i < n; i++) {
		const bool is_open = v[i].state == AS_GATE_UNDECIDED;
		worse = worse || v[i].state == AS_GATE_FAILED;
		decided = decided && (v[i].gate->unless || !is_open);
		shown = shown && !(v[i].gate->unless && is_open);
	}
	if (joint->n > 1)
		shown = joint->shown;
	return n && decided && (shown || worse);
}

/* One gate on all comparisons with the reference. */
static enum as_status judge(const struct as_experiment *x, const struct as_gate *gate,
	struct as_comparison *c, struct as_gated *out, size_t *n, struct as_err *err)
{
	const size_t pairs = as_experiment_pairs(x);
	const size_t m = gate->metric ? as_experiment_find_metric(x, gate->metric) : x->criterion;
	const bool is_known = m < x->n_metrics && as_experiment_has_values(x, m);
	enum as_status st = is_known ? as_compare_subjects(x, m, c, err) : AS_OK;

	if (!is_known)
		out[(*n)++] = (struct as_gated){.gate = gate, .state = AS_GATE_UNDECIDED};
	for (size_t i = 0; i < pairs && is_known && !st; i++)
		if (c[i].reference == as_experiment_reference_of(x, c[i].subject))
			out[(*n)++] = as_gate_judge(gate, &x->metrics[m], &c[i]);
	return st;
}

enum as_status as_early_settled(const struct as_experiment *x, const struct as_gate *gates,
	size_t n, size_t among, bool *out, struct as_err *err)
{
	const size_t pairs = as_experiment_pairs(x);
	const struct as_gates_among all = {.alpha = 1 - x->plan.confidence, .n = among};
	struct as_arena a = {0};
	struct as_comparison *c = as_arena_array(&a, pairs, sizeof *c);
	struct as_gated *v = as_arena_array(&a, n * pairs, sizeof *v);
	struct as_joint joint = {0};
	enum as_status st = c && v ? AS_OK : as_fail_memory(err);
	size_t judged = 0;

	for (size_t i = 0; i < n && !st; i++)
		st = judge(x, &gates[i], c, v, &judged, err);
	if (!st && judged)
		st = as_gates_together(&v, 1, &judged, &all, &joint, err);
	if (!st)
		*out = are_settled(v, judged, &joint);
	as_arena_release(&a);
	return st;
}

/* As if they had come to the first looks alone. */
static void as_of(const struct as_gated *v, size_t n, size_t looks, struct as_gated *out)
{
	for (size_t i = 0; i < n; i++) {
		out[i] = v[i];
		out[i].c.stages.early.is = true;
		out[i].c.stages.early.n = looks;
		as_gate_judge_looks(&out[i], 1 - v[i].c.confidence);
	}
}

static bool had_looks(const struct as_gated *v, size_t n)
{
	const struct as_comparison_early *first = n ? &v->c.stages.early : NULL;

	for (size_t i = 0; i < n; i++) {
		const struct as_comparison_early *e = &v[i].c.stages.early;
		if (e->is || e->n < 2 || e->n != e->n_at || e->most != first->most || v[i].by ||
			v[i].c.verdict == AS_VERDICT_NONE)
			return false;
	}
	return n > 0;
}

void as_early_would(const struct as_gated *v, size_t n, const struct as_gates_among *among,
	struct as_early_saving *out)
{
	struct as_arena a = {0};
	struct as_gated *then = as_arena_array(&a, n, sizeof *then);
	const bool can = then && had_looks(v, n);
	struct as_joint joint = {0};
	bool settled = false;
	size_t after = 0;

	for (size_t k = 0; can && !settled && k < v->c.stages.early.n; k++) {
		as_of(v, n, k + 1, then);
		settled = !as_gates_together(&then, 1, &n, among, &joint, NULL) &&
			are_settled(then, n, &joint);
		after = v->c.stages.early.at[k];
	}
	if (can) {
		out->would += after;
		out->of += v->c.stages.early.most;
	}
	as_arena_release(&a);
}
