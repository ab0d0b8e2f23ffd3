/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/gate_options.h"

#include <string.h>

#include "analyse/result/analyse.h"
#include "analyse/compare/early_gates.h"
#include "analyse/compare/gate_judge.h"
#include "analyse/compare/looks.h"
#include "base/num.h"
#include "base/slip.h"
#include "campaign/review/reviewing.h"
#include "model/kept/derived.h"

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

static enum as_status refuse(const struct as_gate_said *said, const char *expected,
	const struct words *w, struct as_err *err)
{
	struct as_text t = {0};

	as_text_add(&t, expected);
	if (said->by == AS_OPT_FAIL_IF)
		add_meant(&t, w);
	enum as_status st = as_args_bad(said->by, said->text, as_text_str(&t), err);
	as_text_release(&t);
	return st;
}

/* The words of --fail-unless without their "not", which stands behind a metric. */
static bool take_not(struct words *w, size_t at)
{
	if (w->n <= at || strcmp(w->v[at], "not") != 0)
		return false;
	memmove(w->v + at, w->v + at + 1, (--w->n - at) * sizeof w->v[0]);
	return true;
}

static enum as_status check_limit(const struct as_gate_said *said, const struct as_gate *g,
	struct as_err *err)
{
	if (!g->more && g->limit >= 1)
		return as_args_bad(said->by, said->text,
			"less than 100%, since nothing can be less by more "
			"than that",
			err);
	if (g->unless && !(g->limit > 0))
		return as_args_bad(said->by, said->text,
			"a margin above 0%, such as 'not slower by 1%': that two equal programs "
			"differ by nothing at all cannot be shown",
			err);
	return AS_OK;
}

enum as_status as_gate_read(const struct as_gate_said *said, struct as_arena *a,
	struct as_gate *out, struct as_err *err)
{
	const bool unless = said->by == AS_OPT_FAIL_UNLESS;
	struct words w;
	double limit = 0;

	split(said->text, &w);
	const bool negated = take_not(&w, 0) || take_not(&w, 1);
	size_t at = w.n == 4;
	const struct direction *d = w.n == 3 + at && !w.too_much ? direction_of(w.v[at]) : NULL;
	if (negated != unless || !d || strcmp(w.v[at + 1], "by") != 0 ||
		!as_parse_percent(w.v[at + 2], &limit))
		return refuse(said, unless
			? "[METRIC] not slower, faster, more or less, then by and a "
			  "percentage, such as 'not slower by 1%' or 'peak_memory not more by 10%'"
			: "[METRIC] slower, faster, more or less, then by and a percentage, "
			  "such as 'slower by 3%' or 'peak_memory more by 10%'",
			&w, err);
	struct as_gate g = {.of_time = d->of_time, .more = d->more, .unless = unless,
		.limit = limit};
	enum as_status st = check_limit(said, &g, err);
	if (!st && at)
		st = as_statistic_check(w.v[0], err);
	if (st)
		return st;
	g.text = as_arena_strdup(a, said->text);
	g.metric = at ? as_arena_strdup(a, w.v[0]) : NULL;
	if (!g.text || (at && !g.metric))
		return as_fail_memory(err);
	*out = g;
	return AS_OK;
}

static bool is_alike(const struct as_gate *a, const struct as_gate *b, const char *criterion)
{
	const char *of_a = a->metric ? a->metric : criterion;
	const char *of_b = b->metric ? b->metric : criterion;

	return a->more == b->more && !strcmp(of_a, of_b);
}

enum as_status as_gates_agree(const struct as_gate *v, size_t n, const char *criterion,
	struct as_err *err)
{
	criterion = criterion ? criterion : "time";
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (!v[i].unless && v[k].unless && v[i].limit < v[k].limit &&
				is_alike(&v[i], &v[k], criterion))
				return as_fail(err, AS_ERR_USAGE,
					"cannot use '%.100s' for --fail-if beside '%.100s' for "
					"--fail-unless: what lies between their limits would fail "
					"the one and be shown for the other; leave one out",
					v[i].text, v[k].text);
	return AS_OK;
}

static const enum as_option_id gate_options[] = {AS_OPT_FAIL_IF, AS_OPT_FAIL_UNLESS};

bool as_gate_is_option(enum as_option_id id)
{
	return id == AS_OPT_FAIL_IF || id == AS_OPT_FAIL_UNLESS;
}

size_t as_gates_given(const struct as_args *args)
{
	return as_args_times(args, AS_OPT_FAIL_IF) + as_args_times(args, AS_OPT_FAIL_UNLESS);
}

const char *as_gates_option(const struct as_args *args)
{
	return as_args_has(args, AS_OPT_FAIL_IF) ? "--fail-if" : "--fail-unless";
}

bool as_gate_given(const struct as_args *args, size_t i, struct as_gate_said *out)
{
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
		st = as_gates_agree(v, n, as_args_value(args, AS_OPT_CRITERION), err);
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
		st = judge(r, &gates[i], v, &all.n, err);
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
