/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/compare/gate_options.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/going_on.h"
#include "cli/measure/measure.h"
#include "cli/result.h"
#include "cli/results/export_write.h"
#include "cli/screen_out.h"
#include "cli/suite/suite_verb.h"
#include "cli/suite/suite_request.h"
#include "clock/clock.h"
#include "format/suite/suite_file.h"
#include "report/suite_screen.h"
#include "run/interrupt.h"

struct running {
	const struct as_suite *suite;
	const struct as_suite_benchmark *now; /* that is measured */
	const struct as_suite_taker *taker; /* NULL: nobody wants the results */
	struct as_store *store;
	int64_t *shares;  /* of the budget for all; NULL: there is none */
	int64_t until_ns; /* CLOCK_MONOTONIC: the budget ends; 0: not while only planning */
	struct as_style style;
	bool table, dry_run;
	size_t columns; /* of names */
	struct as_suite_end end;
};

/* Write a piece of the screen. */
static enum as_status put(struct as_cli *cli, struct as_text *t, struct as_err *err)
{
	enum as_status st = as_text_finish(t, err);

	if (!st)
		as_out_show(cli->out, t);
	as_text_release(t);
	return st;
}

/* What became of the gates, below the commands that they are about. */
static void add_gates(struct as_cli *cli, const struct running *run, const struct as_result *r,
	struct as_text *t)
{
	const char **names = as_arena_array(cli->arena, r->x->n_subjects, sizeof *names);
	struct as_text gates = {0};

	for (size_t i = 0; names && i < r->x->n_subjects; i++)
		names[i] = r->x->subjects[i].name;
	if (names && r->gates.n)
		as_report_gates(&gates, &run->style, &r->gates, names, r->x->n_subjects);
	const char *s = as_text_str(&gates);
	as_text_add(t, s + (*s == '\n')); /* no empty line inside of the table */
	t->failed = t->failed || gates.failed || !names;
	as_text_release(&gates);
}

static size_t longest_of(const struct as_experiment *x)
{
	size_t longest = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const size_t w = as_text_width(x->subjects[i].name);
		longest = w > longest ? w : longest;
	}
	return longest;
}

static enum as_status show(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	struct running *run = context;
	const size_t columns = as_suite_name_columns(&run->style, longest_of(r->x));

	/* Names of a program's own benchmarks are known only now. */
	run->columns = columns > run->columns ? columns : run->columns;
	const struct as_suite_result line = {.x = r->x, .a = r->analyses, .n = r->n,
		.metrics = &run->now->set.v[AS_SUITE_METRICS].list, .columns = run->columns};
	struct as_text t = {0};

	if (r->x->id && !run->end.first_id)
		run->end.first_id = r->x->id;
	if (r->x->id)
		run->end.last_id = r->x->id;
	if (run->taker && as_args_has(cli->args, AS_OPT_JSON))
		return AS_OK;
	if (!run->table) {
		if (run->end.done && !as_args_has(cli->args, AS_OPT_JSON))
			as_text_char(&t, '\n');
		enum as_status st = put(cli, &t, err);
		return st ? st : as_result_show(cli, r, err);
	}
	as_report_suite_result(&t, &run->style, &line);
	add_gates(cli, run, r, &t);
	return put(cli, &t, err);
}

static void take(void *context, struct as_result *r)
{
	struct running *run = context;

	if (run->taker)
		run->taker->take(run->taker->context, run->now, r);
}

/* What went wrong with one is said in its place; the others go on. */
static enum as_status tell(struct as_cli *cli, struct running *run, const struct as_err *why,
	struct as_err *err)
{
	struct as_text t = {0};

	run->end.failed++;
	as_cli_raise(cli, as_exit_of(why->code));
	as_report_suite_failed(&t, &run->style, run->now->name, run->columns, why);
	if (!as_args_has(cli->args, AS_OPT_JSON) && !cli->out->silent)
		return put(cli, &t, err);
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
	return AS_OK;
}

static enum as_status announce(struct as_cli *cli, struct running *run, struct as_err *err)
{
	struct as_text t = {0};

	if (!run->dry_run || as_args_has(cli->args, AS_OPT_JSON))
		return AS_OK;
	as_text_add_neutral(&t, run->now->name, strlen(run->now->name), 0);
	as_text_char(&t, '\n');
	return put(cli, &t, err);
}

/* The share of the benchmark that is next: of the time that is left now, in the proportions
 * planned. What others have left over, or taken too much, says nothing about the results to come.
 * */
static int64_t share_of(const struct running *run, size_t i)
{
	double left = (double)(run->until_ns - as_clock_now()), sum = 0;

	if (!run->shares || !run->until_ns)
		return run->shares ? run->shares[i] : 0;
	for (size_t k = i; k < run->suite->n; k++)
		sum += (double)run->shares[k];
	double share = left * (double)run->shares[i] / sum;
	return share > 1 ? (int64_t)share : 1;
}

/* The options, with the gates of the suite for this benchmark where they name none, and without any
 * where it has one command, or is compared with others: there is nothing to be judged. */
static enum as_status choose_gates(const struct running *run, const struct as_args *args,
	struct as_arena *a, struct as_args *out, struct as_err *err)
{
	const struct as_suite_benchmark *b = run->now;
	const struct as_suite_list *gates = &b->set.v[AS_SUITE_FAIL_IF].list;
	bool own = b->variants > 1 && !as_args_has(args, AS_OPT_FAIL_IF) && !run->taker;
	struct as_arg *given = as_arena_array(a, args->n_given + gates->n, sizeof *given);

	if (!given)
		return as_fail_memory(err);
	*out = *args;
	out->given = given;
	out->n_given = 0;
	for (size_t i = 0; i < args->n_given; i++)
		if (args->given[i].id != AS_OPT_FAIL_IF || b->variants > 1)
			given[out->n_given++] = args->given[i];
	for (size_t i = 0; own && i < gates->n; i++)
		given[out->n_given++] = (struct as_arg){
			.id = AS_OPT_FAIL_IF, .values = {gates->v[i]}};
	return AS_OK;
}

static enum as_status measure(struct as_cli *cli, struct running *run, struct as_err *err)
{
	const int64_t share = share_of(run, (size_t)(run->now - run->suite->v));
	const struct as_shower shower = {.show = show, .take = take, .context = run,
		.histories = true};
	struct as_arena a = {0};
	struct as_extending e = {0}; /* nothing is extended */
	enum as_status st = as_suite_request(cli, cli->args, run->suite, run->now, &a, &e.request,
		err);

	e.request.amount.dry_run = e.request.amount.dry_run || run->dry_run;
	const int64_t limit = run->now->set.v[AS_SUITE_BUDGET].ns;
	if (!st && share && (!limit || share < limit))
		e.request.amount.budget_ns = share;
	e.request.amount.budget_given = e.request.amount.budget_given || share;
	if (!st)
		st = as_benchmarks_expand_suite(cli->args, &e.request, &e.with, &a, err);
	if (!st)
		st = announce(cli, run, err);
	if (!st && run->store && !run->dry_run)
		st = as_measure_begin(cli, run->store, run->now->name, &e, err);
	struct as_cli own = *cli;
	struct as_args args;
	if (!st)
		st = choose_gates(run, cli->args, &a, &args, err);
	own.args = &args;
	if (!st)
		st = as_measure_for(&own, &e, run->store, &shower, err);
	as_cli_raise(cli, own.exit);
	if (st && run->taker)
		run->taker->fail(run->taker->context, run->now, &e.request, err);
	as_arena_release(&a);
	return st;
}

static enum as_status measure_all(struct as_cli *cli, struct running *run, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < run->suite->n && !st; i++) {
		struct as_err why = {0};

		run->now = &run->suite->v[i];
		run->end.left = run->suite->n - i;
		if (as_interrupt_count())
			break;
		enum as_status how = measure(cli, run, &why);
		run->end.left--;
		run->end.done += !how;
		if (how == AS_ERR_BENCH || how == AS_ERR_USAGE || how == AS_ERR_DATA) {
			st = tell(cli, run, &why, err);
		} else if (how) {
			st = how;
			if (err)
				*err = why;
		}
	}
	return st;
}

enum as_status as_suite_check_exports(const struct as_args *args, size_t n, struct as_err *err)
{
	char name[32];

	for (size_t i = 0; i < args->n_given && n > 1; i++) {
		enum as_option_id id = args->given[i].id;
		if (id != AS_OPT_EXPORT && as_options[id].group != AS_GROUP_EXPORT)
			continue;
		as_option_spell(id, name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot write %zu results into the file of %s: choose one "
			"benchmark with --only, or export from the store afterwards",
			n, name);
	}
	return as_exports_check(args, err);
}

enum as_status as_suite_check_gates(struct as_cli *cli, const struct as_suite *s, size_t most,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < s->n && !st; i++) {
		const struct as_suite_list *gates = &s->v[i].set.v[AS_SUITE_FAIL_IF].list;
		most = s->v[i].variants > most ? s->v[i].variants : most;
		for (size_t k = 0; k < gates->n && !st; k++) {
			struct as_err why = {0};
			struct as_gate g;
			if (as_gate_read(gates->v[k], cli->arena, &g, &why))
				st = as_suite_fail(s, &gates->at[k], err, "%s", why.msg);
		}
	}
	return st ? st : as_gates_check(cli->args, most, cli->arena, err);
}

size_t as_suite_longest_name(const struct as_suite *s)
{
	size_t longest = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct as_suite_benchmark *b = &s->v[i];
		size_t n = as_text_width(b->name);
		for (size_t k = 0; k < as_suite_parameters(&b->set.parameters); k++) {
			const struct as_suite_axis *axis = &b->set.parameters.v[0].v[k];
			size_t value = 0;
			for (size_t j = 0; j < axis->values.n; j++) {
				size_t w = as_text_width(axis->values.v[j]);
				value = w > value ? w : value;
			}
			/* " (n = v" and so on, and ")" */
			n += as_text_width(axis->name) + value + 5 + !k;
		}
		longest = n > longest ? n : longest;
	}
	return longest;
}

/* The budget of the command line is for all, as is that of the suite. */
static enum as_status divide(struct as_cli *cli, struct running *run, int64_t *shares,
	struct as_err *err)
{
	int64_t budget = run->suite->budget_ns;
	const int64_t begun = as_clock_now();
	enum as_status st = as_args_duration(cli->args, AS_OPT_BUDGET, &budget, err);

	if (st || !budget)
		return st;
	st = as_suite_shares(cli, run->suite, run->store, budget, run->dry_run, shares,
		err);
	run->shares = shares;
	run->until_ns = run->dry_run ? 0 : begun + budget - as_campaign_spent(cli);
	return st;
}

static enum as_status conduct(struct as_cli *cli, struct running *run, struct as_err *err)
{
	const int64_t begun = as_clock_now();
	int64_t *shares = calloc(run->suite->n, sizeof *shares);
	struct as_text t = {0};
	enum as_status st = shares ? AS_OK : as_fail_memory(err);

	as_interrupt_catch();
	if (!st && !as_args_has(cli->args, AS_OPT_JSON)) {
		as_report_suite_head(&t, &run->style, run->suite);
		st = put(cli, &t, err);
	}
	if (!st)
		st = divide(cli, run, shares, err);
	if (!st)
		st = measure_all(cli, run, err);
	run->end.seconds = (double)(as_clock_now() - begun) / 1e9;
	if (!st && run->table) {
		as_report_suite_end(&t, &run->style, &run->end);
		st = put(cli, &t, err);
	}
	free(shares);
	return st;
}

enum as_status as_suite_run(struct as_cli *cli, bool plan, struct as_err *err)
{
	return as_suite_run_for(cli, plan, NULL, err);
}

enum as_status as_suite_run_for(struct as_cli *cli, bool plan, const struct as_suite_taker *taker,
	struct as_err *err)
{
	struct as_suite *s = NULL;
	struct running run = {.style = as_screen_style(cli), .taker = taker,
		.dry_run = plan || as_args_has(cli->args, AS_OPT_DRY_RUN)};
	enum as_status st = as_suite_request_check(cli->args, err);

	run.table = !run.dry_run && !run.style.verbose && !as_args_has(cli->args, AS_OPT_JSON);
	if (!st)
		st = as_suite_open(cli->args, &s, err);
	if (!st)
		st = as_suite_check_exports(cli->args, s->n, err);
	if (!st)
		st = as_suite_check_gates(cli, s, 1, err);
	if (!st && taker)
		st = taker->begin(taker->context, s, err);
	if (!st)
		st = as_measure_place(cli, run.dry_run, &run.store, err);
	if (!st && !run.dry_run)
		st = as_campaign_begin(cli, "run", err);
	if (!st) {
		run.suite = s;
		run.columns = as_suite_name_columns(&run.style, as_suite_longest_name(s));
		st = conduct(cli, &run, err);
	}
	as_store_close(run.store);
	as_suite_free(s);
	if (!taker) /* else it is a part of another */
		as_campaign_end(cli, st);
	return st;
}
