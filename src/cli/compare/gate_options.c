/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/gate_options.h"

#include <string.h>

#include "analyse/result/analyse.h"
#include "analyse/compare/gate_judge.h"
#include "base/num.h"
#include "base/slip.h"
#include "campaign/reviewing.h"
#include "model/derived.h"

enum { WORDS = 6, WORD_BYTES = 64 };

static const struct direction {
	const char *word;
	bool of_time, more;
} directions[] = {
	{"slower", true, true},
	{"faster", true, false},
	{"more", false, true},
	{"less", false, false},
};
enum { DIRECTIONS = sizeof directions / sizeof directions[0] };

/* The words of a gate. */
struct words {
	char v[WORDS][WORD_BYTES];
	size_t n;
	bool too_much; /* more words, or longer ones */
};

static void split(const char *text, struct words *out)
{
	*out = (struct words){.n = 0};
	for (const char *s = text + strspn(text, " \t"); *s; s += strspn(s, " \t")) {
		size_t n = strcspn(s, " \t");
		if (out->n == WORDS || n >= WORD_BYTES) {
			out->too_much = true;
			return;
		}
		memcpy(out->v[out->n], s, n);
		out->v[out->n++][n] = '\0';
		s += n;
	}
	if (out->n < 2 || strcmp(out->v[out->n - 1], "%") != 0)
		return;
	char *number = out->v[out->n - 2]; /* "3 %" is one word */
	size_t n = strlen(number);
	if (n + 2 <= WORD_BYTES) {
		memcpy(number + n, "%", 2);
		out->n--;
	}
}

static const struct direction *direction_of(const char *word)
{
	for (size_t i = 0; i < DIRECTIONS; i++)
		if (!strcmp(directions[i].word, word))
			return &directions[i];
	return NULL;
}

static const struct direction *nearest(const char *word)
{
	for (size_t i = 0; i < DIRECTIONS; i++)
		if (as_is_slip(word, directions[i].word))
			return &directions[i];
	return NULL;
}

static bool is_share(const char *word, double *out)
{
	char with_sign[WORD_BYTES + 2];
	size_t n = strlen(word);

	memcpy(with_sign, word, n + 1);
	if (n && word[n - 1] != '%')
		memcpy(with_sign + n, "%", 2);
	return as_parse_percent(with_sign, out);
}

/* What was probably meant: a direction and a number that are there, the first word where it is a
 * metric. */
static void add_meant(struct as_text *t, const struct words *w)
{
	const struct direction *d = NULL;
	const char *metric = NULL;
	double share = -1, x = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct direction *near = nearest(w->v[i]);
		if (near)
			d = near;
		else if (is_share(w->v[i], &x))
			share = x;
		else if (!i && as_metric_find(w->v[i]))
			metric = w->v[i];
	}
	if ((!d && share < 0) || w->too_much)
		return;
	as_text_addf(t, "; did you mean '%s%s%s by %.10g%%'?", metric ? metric : "",
		metric ? " " : "",
		d        ? d->word
		: metric ? "more"
			 : "slower",
		share < 0 ? 3 : 100 * share);
}

static enum as_status refuse(const char *text, const char *expected, const struct words *w,
	struct as_err *err)
{
	struct as_text t = {0};

	as_text_add(&t, expected);
	add_meant(&t, w);
	enum as_status st = as_args_bad(AS_OPT_FAIL_IF, text, as_text_str(&t), err);
	as_text_release(&t);
	return st;
}

enum as_status as_gate_read(const char *text, struct as_arena *a, struct as_gate *out,
	struct as_err *err)
{
	struct words w;
	double limit = 0;

	split(text, &w);
	size_t at = w.n == 4;
	const struct direction *d = w.n == 3 + at && !w.too_much ? direction_of(w.v[at]) : NULL;
	if (!d || strcmp(w.v[at + 1], "by") != 0 || !as_parse_percent(w.v[at + 2], &limit))
		return refuse(text,
			"[METRIC] slower, faster, more or less, then by and a percentage, such as "
			"'slower by 3%' or 'peak_memory more by 10%'",
			&w, err);
	if (!d->more && limit >= 1)
		return as_args_bad(AS_OPT_FAIL_IF, text,
			"less than 100%, since nothing can be less by more "
			"than that",
			err);
	enum as_status st = at ? as_statistic_check(w.v[0], err) : AS_OK;
	if (st)
		return st;
	struct as_gate g = {.text = as_arena_strdup(a, text),
		.of_time = d->of_time,
		.more = d->more,
		.limit = limit,
		.metric = at ? as_arena_strdup(a, w.v[0]) : NULL};
	if (!g.text || (at && !g.metric))
		return as_fail_memory(err);
	*out = g;
	return AS_OK;
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
	size_t n = as_args_times(args, AS_OPT_FAIL_IF);
	struct as_gate *v = as_arena_array(a, n, sizeof *v);
	enum as_status st = v ? AS_OK : as_fail_memory(err);

	if (n > AS_GATES_MAX)
		return as_fail(err, AS_ERR_USAGE, "cannot use --fail-if %zu times: at most %d", n,
			(int)AS_GATES_MAX);
	for (size_t i = 0; i < n && !st; i++)
		st = as_gate_read(as_args_nth(args, AS_OPT_FAIL_IF, i)->values[0], a, &v[i], err);
	if (!st) {
		*out = v;
		*n_out = n;
	}
	return st;
}

static enum as_status need_two(const struct as_args *args, size_t n_commands, struct as_err *err)
{
	if (n_commands > 1 || !as_args_has(args, AS_OPT_FAIL_IF))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot use --fail-if with one command: a gate compares commands, "
		"so give two or more");
}

enum as_status as_gates_check(const struct as_args *args, size_t n_commands, struct as_arena *a,
	struct as_err *err)
{
	const char *criterion = as_args_value(args, AS_OPT_CRITERION);
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

/* One gate on all comparisons with the reference, into out, which has room for them. */
static enum as_status judge(const struct as_result *r, const struct as_gate *g,
	struct as_gated *out, size_t *n, struct as_err *err)
{
	const struct as_experiment *x = r->x;
	size_t m = g->metric ? as_experiment_find_metric(x, g->metric) : x->criterion;
	struct as_analysis own = {0};
	const struct as_analysis *a = &own;

	if (m >= x->n_metrics || !as_experiment_has_values(x, m))
		return as_gate_no_metric(x, NULL, g, err);
	enum as_status st = as_gate_check_time(g, &x->metrics[m], err);
	for (size_t i = 0; i < r->n; i++)
		if (r->analyses[i].n_subjects && r->analyses[i].summaries[0].metric == m)
			a = &r->analyses[i];
	if (!st && a == &own)
		st = as_analyse(x, m, &own, err);
	for (size_t i = 0; i < a->n_comparisons && !st; i++)
		if (a->comparisons[i].reference ==
			as_experiment_reference_of(x, a->comparisons[i].subject))
			out[(*n)++] = as_gate_judge(g, &x->metrics[m], &a->comparisons[i]);
	as_analysis_release(&own);
	return st;
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
	struct as_gates all = {.v = v};
	for (size_t i = 0; i < n && !st; i++)
		st = judge(r, &gates[i], v, &all.n, err);
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
	if (undecided && as_args_has(cli->args, AS_OPT_REQUIRE_DECISION))
		as_cli_raise(cli, AS_EXIT_UNDECIDED);
}
