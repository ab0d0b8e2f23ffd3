/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/compare/detecting.h"
#include "cli/compare/early_stop.h"
#include "cli/compare/gate_options.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/measure.h"
#include "cli/results/export_write.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/suite/suite_request.h"
#include "cli/suite/suite_verb.h"
#include "clock/clock.h"
#include "format/suite/suite_file.h"
#include "probe/probe.h"
#include "report/suite_screen.h"
#include "run/interrupt.h"

struct suite_running {
	struct as_cli *cli;
	struct as_campaign c;
	const struct as_suite_benchmark *now; /* that is measured */
	const struct as_suite_guest *guest;   /* NULL: nobody wants the results */
};

static enum as_status complain(void *context, struct as_text *t, struct as_err *err)
{
	const struct suite_running *run = context;

	if (!run->c.json && !run->cli->out->silent)
		return as_hand_print(context, t, err);
	as_out_complain(as_text_str(t), t->len);
	return AS_OK;
}

static enum as_status foresee(void *context, size_t benchmark, struct as_share_need *need,
	struct as_err *err)
{
	const struct suite_running *run = context;

	return as_suite_foresee(run->cli, &run->c, benchmark, need, err);
}

static enum as_status review(void *context, struct as_campaign *c, struct as_err *err)
{
	const struct suite_running *run = context;

	return run->guest->review(run->guest->context, c, err);
}

/* All of it, where there is no table. */
static enum as_status show(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	struct suite_running *run = context;
	struct as_text t = {0};

	if (run->c.table || (run->guest && run->c.json))
		return AS_OK;
	if (run->c.ended.done && !run->c.json)
		as_text_char(&t, '\n');
	enum as_status st = as_hand_print(run, &t, err);
	as_text_release(&t);
	return st ? st : as_result_show(cli, r, err);
}

static enum as_status announce(struct suite_running *run, struct as_err *err)
{
	struct as_text t = {0};

	if (!run->c.dry_run || run->c.json)
		return AS_OK;
	as_text_add_neutral(&t, run->now->name, strlen(run->now->name), 0);
	as_text_char(&t, '\n');
	enum as_status st = as_hand_print(run, &t, err);
	as_text_release(&t);
	return st;
}

/* The options, with the gates of the suite for this benchmark where they name none, and without any
 * where it has one command, or is compared with others: there is nothing to be judged. */
static enum as_status choose_gates(const struct suite_running *run, const struct as_args *args,
	struct as_arena *a, struct as_args *out, struct as_err *err)
{
	const struct as_suite_benchmark *b = run->now;
	bool own = b->variants > 1 && !as_gates_given(args) && !run->guest;
	struct as_arg *given = as_arena_array(a, args->n_given + as_gates_of_suite(&b->set),
		sizeof *given);
	struct as_gate_said said;

	if (!given)
		return as_fail_memory(err);
	*out = *args;
	out->given = given;
	out->n_given = 0;
	for (size_t i = 0; i < args->n_given; i++)
		if (!as_gate_is_option(args->given[i].id) || b->variants > 1)
			given[out->n_given++] = args->given[i];
	for (size_t i = 0; own && as_gate_of_suite(&b->set, i, &said); i++)
		given[out->n_given++] = (struct as_arg){.id = said.by, .values = {said.text}};
	return AS_OK;
}

/* Gates may end it where it has several commands. */
static enum as_status settle(const struct as_cli *cli, struct as_request *r, struct as_err *err)
{
	struct as_args args = *cli->args;
	struct as_early_gates gates = {.n_compared = r->what.n_commands};
	struct as_gate *v = NULL;
	enum as_status st = as_gates_read(&args, cli->arena, &v, &gates.n, err);

	gates.v = v;
	args.n_given = 0; /* --early is for those benchmarks that have gates */
	return st ? st : as_early_settle(&args, r, &gates, err);
}

static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct suite_running *run = context;
	struct as_cli *cli = run->cli, own = *cli;
	const int64_t share = piece->share_ns, limit = piece->benchmark->set.v[AS_SUITE_BUDGET].ns;
	const struct as_shower shower = {.show = show, .context = run, .out = out,
		.histories = true};
	struct as_extending e = {0}; /* nothing is extended */
	struct as_args args;

	run->now = piece->benchmark;
	enum as_status st = as_suite_request(cli->args, run->c.suite, run->now, piece->arena,
		&e.request, err);
	e.request.amount.dry_run = e.request.amount.dry_run || run->c.dry_run;
	if (!st && share && (!limit || share < limit))
		e.request.amount.budget_ns = share;
	e.request.amount.budget_given = e.request.amount.budget_given || share;
	if (!st)
		st = as_benchmarks_expand_suite(cli->args, &e.request, &e.with, piece->arena, err);
	if (!st)
		st = announce(run, err);
	if (!st && run->c.store && !run->c.dry_run)
		st = as_measure_begin(cli, run->c.store, piece->name, &e, err);
	if (!st)
		st = choose_gates(run, cli->args, piece->arena, &args, err);
	own.args = &args;
	if (!st)
		st = settle(&own, &e.request, err);
	if (!st)
		st = as_measure_for(&own, &e, run->c.store, &shower, err);
	as_cli_raise(cli, own.exit);
	if (st && run->guest)
		run->guest->fail(run->guest->context, &run->c, piece, &e.request, err);
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

/* Those of one benchmark, each by itself and all together. */
static enum as_status check_gates(const struct as_cli *cli, const struct as_suite *s,
	const struct as_suite_benchmark *b, struct as_err *err)
{
	const size_t n = as_gates_of_suite(&b->set);
	struct as_gate *v = as_arena_array(cli->arena, n, sizeof *v);
	const struct as_suite_place *last = NULL;
	struct as_gate_said said;
	struct as_err why = {0};

	if (!v)
		return as_fail_memory(err);
	for (size_t k = 0; as_gate_of_suite(&b->set, k, &said); k++) {
		if (as_gate_read(&said, cli->arena, &v[k], &why))
			return as_suite_fail(s, said.at, err, "%s", why.msg);
		last = said.at;
	}
	if (last && as_gates_agree(v, n, b->set.v[AS_SUITE_CRITERION].text, &why))
		return as_suite_fail(s, last, err, "%s", why.msg);
	return AS_OK;
}

enum as_status as_suite_check_gates(struct as_cli *cli, const struct as_suite *s, size_t most,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < s->n && !st; i++) {
		most = s->v[i].variants > most ? s->v[i].variants : most;
		st = check_gates(cli, s, &s->v[i], err);
	}
	if (!st)
		st = as_detect_refuse(cli->args, err);
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

static enum as_status divide(struct suite_running *run, int64_t *shares, struct as_err *err)
{
	struct as_campaign *c = &run->c;
	const int64_t begun = as_clock_now();
	int64_t budget = 0;
	enum as_status st = as_suite_budget(run->cli->args, c->suite, &budget, err);

	if (st || !budget)
		return st;
	st = as_campaign_divide(c, budget, shares, err);
	c->budget = (struct as_campaign_budget){.shares = shares, .n = c->suite->n,
		.until_ns = c->dry_run ? 0 : begun + budget - as_campaign_spent(run->cli)};
	return st;
}

static enum as_status conduct(struct suite_running *run, const struct as_campaign_kind *kind,
	struct as_err *err)
{
	const struct as_hands hands = {.context = run, .measure = measure, .foresee = foresee,
		.print = as_hand_print,
		.raise = as_hand_raise, .complain = complain, .review = review};
	struct as_campaign *c = &run->c;
	int64_t *shares = calloc(c->suite->n, sizeof *shares);
	struct as_text t = {0};
	enum as_status st = shares ? AS_OK : as_fail_memory(err);

	/* cppcheck-suppress autoVariables ; taken back below */
	c->hands = &hands;
	c->columns = as_suite_name_columns(&c->style, as_suite_longest_name(c->suite));
	as_interrupt_catch();
	if (!st && !run->c.json) {
		as_report_suite_head(&t, &c->style, c->suite);
		st = as_hand_print(run, &t, err);
		as_text_release(&t);
	}
	if (!st)
		st = divide(run, shares, err);
	if (!st)
		st = as_campaign_conduct(kind, c, err);
	c->hands = NULL;
	free(shares);
	return st;
}

enum as_status as_suite_run(struct as_cli *cli, bool plan, struct as_err *err)
{
	return as_suite_run_as(cli, plan, &as_kind_suite, NULL, err);
}

enum as_status as_suite_same_files(struct as_cli *cli, const struct as_suite *s,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < s->n_files && !st; i++) {
		char hex[AS_HASH_HEX];
		const char *fact = as_arena_printf(cli->arena, "file %s", s->files[i]);
		st = fact ? as_probe_file_hash(s->files[i], hex, err) : as_fail_memory(err);
		if (!st)
			st = as_campaign_same(cli, fact, hex, s->files[i], err);
	}
	return st;
}

enum as_status as_suite_run_as(struct as_cli *cli, bool plan, const struct as_campaign_kind *kind,
	const struct as_suite_guest *guest, struct as_err *err)
{
	struct as_suite *s = NULL;
	const bool json = as_args_has(cli->args, AS_OPT_JSON);
	struct suite_running run = {.cli = cli, .guest = guest,
		.c = {.arena = cli->arena, .style = as_screen_style(cli), .json = json,
			.dry_run = plan || as_args_has(cli->args, AS_OPT_DRY_RUN)}};
	enum as_status st = as_suite_request_check(cli->args, err);

	run.c.table = !run.c.dry_run && !run.c.style.verbose && !json;
	if (!st)
		st = as_suite_open(cli->args, &s, err);
	if (!st)
		st = as_suite_check_exports(cli->args, s->n, err);
	if (!st)
		st = as_suite_check_gates(cli, s, 1, err);
	if (!st && guest)
		st = guest->begin(guest->context, s, err);
	if (!st)
		st = as_measure_place(cli, run.c.dry_run, &run.c.store, err);
	if (!st && !run.c.dry_run)
		st = as_campaign_begin(cli, cli->args, err);
	if (!st && !run.c.dry_run)
		st = as_suite_same_files(cli, s, err);
	run.c.suite = s;
	if (!st)
		st = conduct(&run, kind, err);
	as_store_close(run.c.store);
	as_suite_free(s);
	if (!guest) /* else it is a part of another */
		as_campaign_end(cli, st);
	return st;
}
