/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/compare/check_verb.h"
#include "cli/compare/gate_options.h"
#include "cli/measure/again/going_on.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/cmd_run.h"
#include "cli/measure/measure.h"
#include "cli/request/request_options.h"
#include "cli/suite/suite_run.h"
#include "run/interrupt.h"

/* ---- what of the arguments is whose ---- */

enum as_status as_check_args(const struct as_args *args, const struct as_command_entry *verb,
	as_option_groups more, struct as_arena *a, struct as_args *out, struct as_err *err)
{
	const as_option_groups groups = (verb->options & ~AS_GROUP_GATES) | more;
	struct as_arg *given = as_arena_array(a, args->n_given, sizeof *given);

	if (!given)
		return as_fail_memory(err);
	*out = (struct as_args){.given = given, .words = args->words + args->n_before,
		.n_words = args->n_words - args->n_before, .settings = args->settings};
	for (size_t i = 0; i < args->n_given; i++)
		if (as_options[args->given[i].id].group & groups)
			given[out->n_given++] = args->given[i];
	/* One word is a command line, as in assay run. */
	out->n_before = out->n_words == 1 && strpbrk(out->words[0], " \t") ? 1 : 0;
	out->separated = out->n_words > out->n_before;
	return AS_OK;
}

/* ---- a suite ---- */

static enum as_status begin(void *context, const struct as_suite *s, struct as_err *err)
{
	struct as_measured *m = context;
	struct as_arena *a = m->cli->arena;
	struct as_gate_set *sets = as_arena_array(a, s->n, sizeof *sets);
	enum as_status st = AS_OK;

	m->of.name = as_arena_strdup(a, s->name);
	if (!sets || !m->of.name)
		return as_fail_memory(err);
	for (size_t i = 0; i < s->n && !st; i++) {
		const size_t n = as_gates_of_suite(&s->v[i].set);
		struct as_gate *v = as_arena_array(a, n, sizeof *v);
		struct as_gate_said said;
		sets[i] = (struct as_gate_set){as_arena_strdup(a, s->v[i].name), v, n};
		if (!v || !sets[i].benchmark)
			return as_fail_memory(err);
		for (size_t k = 0; !st && as_gate_of_suite(&s->v[i].set, k, &said); k++)
			st = as_gate_read(&said, a, &v[k], err);
	}
	m->of.gates = sets;
	m->of.n_gates = s->n;
	return st;
}

static void fail(void *context, const struct as_campaign *c, const struct as_piece *piece,
	const struct as_request *r, const struct as_err *why)
{
	as_checked_fail(&((struct as_measured *)context)->of, c, piece->name, r, why);
}

static enum as_status review(void *context, struct as_campaign *c, struct as_err *err)
{
	struct as_measured *m = context;
	enum as_status st = as_checked_take(&m->of, c, err);

	return st ? st : m->review(m->context, err);
}

static enum as_status measure_suite(struct as_cli *cli, struct as_measured *m, struct as_err *err)
{
	const struct as_suite_guest guest = {begin, fail, review, m};

	return as_suite_run_as(cli, false, &as_kind_check, &guest, err);
}

/* ---- a command ---- */

static enum as_status show(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	(void)context;
	return as_args_has(cli->args, AS_OPT_VERBOSE) && !as_args_has(cli->args, AS_OPT_JSON)
		? as_result_show(cli, r, err) : AS_OK;
}

/* What the hands work with. */
struct check_desk {
	struct as_cli *cli;
	struct as_measured *m;
	struct as_campaign *c;
	struct as_extending e; /* the request; nothing is extended */
};

static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct check_desk *d = context;
	struct as_cli *cli = d->cli;
	const struct as_shower shower = {.show = show, .out = out};
	enum as_status st = AS_OK;

	if (d->c->store)
		st = as_measure_begin(cli, d->c->store, piece->name, &d->e, err);
	if (st)
		return st;
	as_interrupt_catch();
	st = as_measure_for(cli, &d->e, d->c->store, &shower, err);
	if (st == AS_ERR_BENCH)
		as_checked_fail(&d->m->of, d->c, NULL, &d->e.request, err);
	return st;
}

static enum as_status review_command(void *context, struct as_campaign *c, struct as_err *err)
{
	const struct check_desk *d = context;

	return review(d->m, c, err);
}

static enum as_status measure_command(struct as_cli *cli, struct as_measured *m, struct as_err *err)
{
	struct as_campaign c = {.arena = cli->arena};
	struct check_desk d = {.cli = cli, .m = m, .c = &c};
	const struct as_hands hands = {.context = &d, .measure = measure, .raise = as_hand_raise,
		.review = review_command};
	enum as_status st = as_request_fill(cli->args, cli->arena, &d.e.request,
		err);

	if (!st)
		st = as_benchmarks_expand(cli->args, &d.e.request, &d.e.with, cli->arena, err);
	if (!st)
		st = as_measure_place(cli, false, &c.store, err);
	/* cppcheck-suppress autoVariables ; taken back below */
	c.hands = &hands;
	if (!st)
		st = as_campaign_conduct(&as_kind_check, &c, err);
	c.hands = NULL;
	as_store_close(c.store);
	return st;
}

enum as_status as_check_measure(struct as_cli *cli, struct as_measured *out, struct as_err *err)
{
	out->cli = cli;
	out->of.arena = cli->arena;
	return cli->args->n_words ? measure_command(cli, out, err) : measure_suite(cli, out, err);
}
