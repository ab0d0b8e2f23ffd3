/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/gate_options.h"

#include <string.h>

#include "analyse/result/analyse.h"
#include "analyse/gates/early_gates.h"
#include "analyse/gates/gate_judge.h"
#include "analyse/gates/looks.h"
#include "campaign/review/reviewing.h"
#include "model/kept/derived.h"
#include "run/request/request.h"

static const enum as_option_id gate_options[] = {AS_OPT_FAIL_IF, AS_OPT_FAIL_UNLESS};

bool as_gate_is_option(enum as_option_id id)
{
	return id == AS_OPT_FAIL_IF || id == AS_OPT_FAIL_UNLESS;
}

/* Those that were given with another assay; 0: they have their texts. */
static size_t kept_gates(const struct as_args *args)
{
	return as_args_kept(args, AS_OPT_FAIL_IF) || as_args_kept(args, AS_OPT_FAIL_UNLESS)
		? args->settings->aim.n_gates : 0;
}

size_t as_gates_given(const struct as_args *args)
{
	const size_t kept = kept_gates(args);

	return kept ? kept
		: as_args_times(args, AS_OPT_FAIL_IF) + as_args_times(args, AS_OPT_FAIL_UNLESS);
}

const char *as_gates_option(const struct as_args *args)
{
	return as_args_has(args, AS_OPT_FAIL_IF) ? "--fail-if" : "--fail-unless";
}

bool as_gate_given(const struct as_args *args, size_t i, struct as_gate_said *out)
{
	const size_t kept = kept_gates(args);

	if (i < kept) {
		const struct as_gate *g = &args->settings->aim.gates[i];
		*out = (struct as_gate_said){.text = g->text, .kept = g,
			.by = g->unless ? AS_OPT_FAIL_UNLESS : AS_OPT_FAIL_IF};
	}
	if (kept)
		return i < kept;
	for (size_t k = 0; k < sizeof gate_options / sizeof gate_options[0]; k++) {
		const size_t n = as_args_times(args, gate_options[k]);
		if (i < n) {
			*out = (struct as_gate_said){.by = gate_options[k],
				.text = as_args_nth(args, gate_options[k], i)->values[0]};
			return true;
		}
		i -= n;
	}
	return false;
}

bool as_gate_of_suite(const struct as_suite_settings *s, size_t i, struct as_gate_said *out)
{
	static const size_t keys[] = {AS_SUITE_FAIL_IF, AS_SUITE_FAIL_UNLESS};

	for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
		const struct as_suite_list *list = &s->v[keys[k]].list;
		if (i < list->n) {
			*out = (struct as_gate_said){
				.by = gate_options[k], .text = list->v[i], .at = &list->at[i]};
			return true;
		}
		i -= list->n;
	}
	return false;
}

size_t as_gates_of_suite(const struct as_suite_settings *s)
{
	return s->v[AS_SUITE_FAIL_IF].list.n + s->v[AS_SUITE_FAIL_UNLESS].list.n;
}

enum as_status as_gates_ask(const struct as_args *args, struct as_arena *a,
	struct as_experiment *x, struct as_err *err)
{
	struct as_gate *v = NULL;
	size_t n = 0, m = 0;
	enum as_status st = as_gates_read(args, a, &v, &n, err);

	for (size_t i = 0; i < n && !st; i++)
		if (v[i].metric)
			st = as_experiment_ask_metric(x, v[i].metric, &m, err);
	return st;
}

enum as_status as_gates_read(const struct as_args *args, struct as_arena *a, struct as_gate **out,
	size_t *n_out, struct as_err *err)
{
	size_t n = as_gates_given(args);
	struct as_gate *v = as_arena_array(a, n, sizeof *v);
	enum as_status st = v ? AS_OK : as_fail_memory(err);
	struct as_gate_said said;

	if (n > AS_GATES_MAX)
		return as_fail(err, AS_ERR_USAGE, "cannot use %s %zu times: at most %d",
			as_gates_option(args), n, (int)AS_GATES_MAX);
	for (size_t i = 0; !st && as_gate_given(args, i, &said); i++)
		st = as_gate_read(&said, a, &v[i], err);
	if (!st)
		st = as_gates_agree(v, n, as_args_criterion(args), err);
	if (!st) {
		*out = v;
		*n_out = n;
	}
	return st;
}

static enum as_status need_two(const struct as_args *args, size_t n_commands, struct as_err *err)
{
	if (n_commands > 1 || !as_gates_given(args))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot use %s with one command: a gate compares commands, "
		"so give two or more",
		as_gates_option(args));
}

enum as_status as_gates_check(const struct as_args *args, size_t n_commands, struct as_arena *a,
	struct as_err *err)
{
	const char *criterion = as_args_criterion(args);
	struct as_gate *v = NULL;
	size_t n = 0;
	enum as_status st = as_gates_read(args, a, &v, &n, err);

	for (size_t i = 0; i < n && !st; i++) {
		const char *name = v[i].metric ? v[i].metric : criterion;
		const struct as_metric *m = name ? as_metric_find(name) : NULL;
		st = m ? as_gate_check_time(&v[i], m, err) : AS_OK;
	}
	return st ? st : need_two(args, n_commands, err);
}

/* None of its comparisons is by another metric. */
static bool is_of_one(const struct as_analysis *a)
{
	size_t i = 0;

	while (i < a->n_comparisons && a->comparisons[i].metric == a->metric)
		i++;
	return i == a->n_comparisons;
}

/* One gate on all comparisons with the reference, into out, which has room for them. */
static enum as_status judge_pair(const struct as_result *r, const struct as_gate *g,
	const struct as_comparison *c, struct as_arena *arena, struct as_gated *out,
	struct as_err *err)
{
	const struct as_metric *m = &r->x->metrics[c->metric];
	const bool of_criterion = g->metric || c->metric == r->x->criterion;
	const enum as_status st = as_gate_for(g, m, of_criterion, arena, &g, err);

	if (!st)
		*out = as_gate_judge(g, m, c);
	return st;
}

static enum as_status judge(const struct as_result *r, const struct as_gate *g,
	struct as_arena *arena, struct as_gated *out, size_t *n, struct as_err *err)
{
	const struct as_experiment *x = r->x;
	size_t m = g->metric ? as_experiment_find_metric(x, g->metric) : x->criterion;
	struct as_analysis own = {0};
	const struct as_analysis *a = &own;

	if (m >= x->n_metrics || !as_experiment_has_values(x, m))
		return as_gate_no_metric(x, NULL, g, err);
	enum as_status st = AS_OK;
	for (size_t i = 0; i < r->n; i++)
		if (r->analyses[i].n_subjects && r->analyses[i].metric == m &&
			(!g->metric || is_of_one(&r->analyses[i])))
			a = &r->analyses[i];
	if (!st && a == &own)
		st = as_analyse(x, m, &own, err);
	for (size_t i = 0; i < a->n_comparisons && !st; i++)
		if (a->comparisons[i].reference ==
			as_experiment_reference_of(x, a->comparisons[i].subject))
			st = judge_pair(r, g, &a->comparisons[i], arena, &out[(*n)++], err);
	as_analysis_release(&own);
	return st;
}

/* Where a gate is what is asked, and --early was not. */
static bool says_savings(const struct as_cli *cli)
{
	return !strcmp(cli->verb, "check") || !strcmp(cli->verb, "diff");
}

enum as_status as_gates_judge(const struct as_cli *cli, struct as_result *r, struct as_err *err)
{
	struct as_gate *gates = NULL;
	size_t n = 0, most = as_experiment_n_compared(r->x);
	enum as_status st = as_gates_read(cli->args, cli->arena, &gates, &n, err);

	if (!st)
		st = need_two(cli->args, most, err);
	if (!st)
		st = as_gates_ask(cli->args, cli->arena, r->x, err);
	if (st || !n)
		return st;
	struct as_gated *v = as_arena_array(cli->arena, n * most, sizeof *v);
	if (!v)
		return as_fail_memory(err);
	const struct as_gates_among among = {.alpha = 1 - as_look_confidence(&r->x->plan)};
	struct as_gates all = {.v = v};
	for (size_t i = 0; i < n && !st; i++)
		st = judge(r, &gates[i], cli->arena, v, &all.n, err);
	if (!st && says_savings(cli))
		as_early_would(v, all.n, &among, &all.early);
	if (!st && all.n)
		st = as_gates_together(&v, 1, &all.n, &among, &all.joint, err);
	if (!st)
		r->gates = all;
	return st;
}

void as_gates_raise(struct as_cli *cli, const struct as_gates *gates, const struct as_comparison *c,
	size_t n)
{
	bool undecided = false;

	for (size_t i = 0; i < gates->n; i++) {
		if (gates->v[i].state == AS_GATE_FAILED)
			as_cli_raise(cli, AS_EXIT_REGRESSION);
		undecided = undecided || gates->v[i].state == AS_GATE_UNDECIDED;
	}
	for (size_t i = 0; i < n && !gates->n; i++)
		undecided = undecided || c[i].verdict == AS_VERDICT_NONE ||
			c[i].verdict == AS_VERDICT_UNDECIDED;
	if (as_gates_are_unshown(gates) ||
		(undecided && as_args_has(cli->args, AS_OPT_REQUIRE_DECISION)))
		as_cli_raise(cli, AS_EXIT_UNDECIDED);
}
