/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/benchmarks.h"

#include <fnmatch.h>
#include <string.h>

#include "base/text/slip.h"
#include "cli/compare/gate_options.h"
#include "cli/request/parameters.h"
#include "cli/request/request_options.h"
#include "cli/screen_out.h"
#include "format/foreign/parts/harness.h"
#include "run/request/command.h"

enum { PROGRAMS_SHOWN = 200 };

static const char *words_of(const struct as_command *c)
{
	return c->command ? c->command : c->words[0];
}

/* ---- --only ---- */

/* A name is itself before it is a pattern. */
static bool is_chosen(const char *word, const char *name, bool exact)
{
	return exact ? !strcmp(word, name) : !fnmatch(word, name, 0);
}

static bool has_name(const struct as_benchmarks *b, const char *word)
{
	for (size_t i = 0; i < b->n; i++)
		if (!strcmp(b->name[i], word))
			return true;
	return false;
}

static bool any_chosen(const struct as_benchmarks *b, const char *word)
{
	const bool exact = has_name(b, word);

	for (size_t i = 0; i < b->n; i++)
		if (is_chosen(word, b->name[i], exact))
			return true;
	return false;
}

static const char *nearest(const struct as_benchmarks *b, const char *word)
{
	const char *best = NULL;

	for (size_t i = 0; i < b->n; i++)
		if (as_is_slip(word, b->name[i]) && (!best ||
			as_edit_distance(word, b->name[i]) < as_edit_distance(word, best)))
			best = b->name[i];
	return best;
}

static void choose_benchmarks(const struct as_args *args, struct as_benchmarks *b)
{
	const size_t times = as_args_times(args, AS_OPT_ONLY);
	size_t left = 0;

	for (size_t i = 0; i < b->n && times; i++) {
		bool yes = false;
		for (size_t k = 0; k < times && !yes; k++) {
			const char *word = as_args_nth(args, AS_OPT_ONLY, k)->values[0];
			yes = is_chosen(word, b->name[i], has_name(b, word));
		}
		if (yes)
			b->name[left++] = b->name[i];
	}
	b->n = times ? left : b->n;
}

/* ---- the programs of a request ---- */

/* What is known of a word of --only. */
struct wanted {
	bool any;         /* some program has what it names */
	const char *near; /* a name that is like it; NULL: there is none */
};

/* While programs are asked, those that are built as well. */
struct asked {
	struct as_asking asking;
	const struct as_args *args;
	struct as_arena *a;
	struct as_request *outer;   /* the one that as_conduct has copied; NULL: none */
	const char *first;          /* words of the first command */
	struct wanted *wanted;      /* one for each --only */
	bool alone;                 /* there is one program */
	bool versions;              /* all are versions of one program, under one name */
	bool some;                  /* a program has benchmarks */
};

/* Which of the words name something in b, of which what they name is left. */
static void take_names(struct asked *q, struct as_benchmarks *b)
{
	q->some = q->some || b->n;
	for (size_t k = 0; k < as_args_times(q->args, AS_OPT_ONLY); k++) {
		const char *word = as_args_nth(q->args, AS_OPT_ONLY, k)->values[0];
		struct wanted *w = &q->wanted[k];

		w->any = w->any || any_chosen(b, word);
		w->near = w->near ? w->near : nearest(b, word);
	}
	choose_benchmarks(q->args, b);
}

/* Each word names something in some of the programs. */
static enum as_status finish(void *context, struct as_err *err)
{
	const struct asked *q = context;

	for (size_t k = 0; k < as_args_times(q->args, AS_OPT_ONLY); k++) {
		const char *word = as_args_nth(q->args, AS_OPT_ONLY, k)->values[0],
			   *near = q->wanted[k].near;

		if (q->wanted[k].any)
			continue;
		if (!q->some)
			return as_fail(err, AS_ERR_USAGE,
				"cannot choose '%.200s': '%.*s' tells of no benchmarks of "
				"its own (assay help reporter), and there is no suite beside a "
				"command; leave --only out",
				word, PROGRAMS_SHOWN, q->first);
		return as_fail(err, AS_ERR_USAGE,
			near ? "cannot choose '%.200s': no benchmark of '%.*s' is called "
			       "so; did you mean '%.200s'?"
			     : "cannot choose '%.200s': no benchmark of '%.*s' is called so; "
			       "--list shows them",
			word, PROGRAMS_SHOWN, q->first, near ? near : "");
	}
	return AS_OK;
}

/* Where several commands are measured, or one has a name of its own, that is told, too. */
static const char *name_of(const struct asked *q, const struct as_command *c, const char *name)
{
	const char *command = c->name ? c->name : as_command_words(c, q->a);

	if (!command || ((q->alone || q->versions) && !c->name))
		return as_arena_strdup(q->a, name);
	return as_arena_printf(q->a, "%s of %s", name, command);
}

/* Commands for the benchmarks, in the place of command i. */
static enum as_status replace(const struct asked *q, struct as_request *r, size_t i,
	const struct as_benchmarks *b, struct as_err *err)
{
	const struct as_command from = r->what.commands[i];
	const size_t more = b->n - 1, n = r->what.n_commands + more;
	struct as_command *v = as_arena_array(q->a, n, sizeof *v);

	if (!v)
		return as_fail_memory(err);
	for (size_t k = 0; k < r->what.n_commands; k++) {
		struct as_command *to = &v[k > i ? k + more : k];
		*to = r->what.commands[k];
		to->lead += k > i && to->benchmark ? more : 0;
	}
	for (size_t j = 0; j < b->n; j++) {
		const char *own = as_arena_strdup(q->a, b->name[j]);
		v[i + j] = from;
		v[i + j].name = name_of(q, &from, b->name[j]);
		v[i + j].is_reference = from.is_reference && !j;
		as_benchmark_take(&v[i + j], b->speaks, own, i);
		if (!v[i + j].name || !own)
			return as_fail_memory(err);
	}
	r->what.commands = v;
	r->what.n_commands = n;
	r->aim.precision_each = true;
	if (!r->amount.budget_given)
		r->amount.budget_ns = (int64_t)n * AS_BUDGET_EACH_NS;
	return AS_OK;
}

/* What command i has told. */
static enum as_status take_benchmark(
	void *context, struct as_request *r, size_t i, struct as_benchmarks *b, struct as_err *err)
{
	static const char *const said[] = {[AS_SPEAKS_PROTOCOL] = "assay",
		[AS_SPEAKS_GOOGLE] = "google", [AS_SPEAKS_GO_TEST] = "go", [AS_SPEAKS_GO] = "go"};
	struct asked *q = context;
	const enum as_speaks how = r->what.report;

	if (!b->n && how != AS_SPEAKS_AUTO && how != AS_SPEAKS_NOT)
		return as_fail(err, AS_ERR_BENCH,
			"cannot use '%.*s' as --report %s says: it has told of no benchmark",
			PROGRAMS_SHOWN, words_of(&r->what.commands[i]), said[how]);
	take_names(q, b);
	if (!b->n)
		return AS_OK;
	if (r->what.n_commands + b->n - 1 > AS_COMMANDS_MAX)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure %zu benchmarks at once: the limit is %d; choose "
			"some with --only",
			r->what.n_commands + b->n - 1, AS_COMMANDS_MAX);
	if (q->alone && as_gates_given(q->args))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use %s with the benchmarks of one program, which are not "
			"compared with each other: give another version of it, too, or compare "
			"results with assay check",
			as_gates_option(q->args));
	enum as_status st = replace(q, r, i, b, err);
	if (!st && q->outer && q->outer != r) {
		q->outer->what.commands = r->what.commands;
		q->outer->what.n_commands = r->what.n_commands;
	}
	return st;
}

static void choose_of(void *context, struct as_benchmarks *b)
{
	const struct asked *q = context;

	choose_benchmarks(q->args, b);
}

static bool are_versions(const struct as_request *r)
{
	for (size_t i = 0; i < r->what.n_commands; i++)
		if (!r->what.commands[i].version || r->what.commands[i].name)
			return false;
	return true;
}

static struct asked *asked_new(const struct as_args *args, struct as_request *r, struct as_arena *a)
{
	struct asked *q = as_arena_array(a, 1, sizeof *q);
	struct wanted *w = as_arena_array(a, as_args_times(args, AS_OPT_ONLY) + 1, sizeof *w);
	/* the caller's need not last as long */
	struct as_args *own = as_arena_array(a, 1, sizeof *own);

	if (!q || !w || !own)
		return NULL;
	*own = *args;
	*q = (struct asked){.args = own,
		.a = a,
		.first = words_of(&r->what.commands[0]),
		.wanted = w,
		.alone = r->what.n_commands == 1,
		.versions = are_versions(r),
		.asking = {.context = q,
			.take = take_benchmark,
			.choose = choose_of,
			.finish = finish}};
	return q;
}

void as_benchmarks_follow(struct as_request *r, const struct as_run_context *with)
{
	if (with->asking)
		((struct asked *)with->asking->context)->outer = r;
}

/* ---- asking ---- */

/* later: what is built is asked by way of `with`, when it is there; else it is built now. */
static enum as_status expand(struct asked *q, struct as_request *r, struct as_run_context *with,
	bool later, struct as_err *err)
{
	enum as_status st = AS_OK;
	bool left = false;

	with->google = as_google_rows;
	with->go = as_go_rows;
	for (size_t i = 0, n; i < r->what.n_commands && !st; i += n) {
		struct as_benchmarks b = {0};

		n = 1;
		if (r->what.commands[i].is_subtracted)
			continue;
		if (r->what.commands[i].build && later) {
			left = true;
			continue;
		}
		st = as_ask_benchmarks(r, i, with, q->a, &b, err);
		if (!st)
			st = take_benchmark(q, r, i, &b, err);
		n = b.n ? b.n : 1;
	}
	left = left && r->what.report != AS_SPEAKS_NOT;
	if (left)
		with->asking = &q->asking;
	return st || left ? st : finish(q, err);
}

enum as_status as_benchmarks_expand(const struct as_args *args, struct as_request *r,
	struct as_run_context *with, struct as_arena *a, struct as_err *err)
{
	struct asked *q = asked_new(args, r, a);

	return q ? expand(q, r, with, true, err) : as_fail_memory(err);
}

bool as_benchmarks_in_versions(const struct as_args *args, const struct as_request *r,
	struct as_arena *a)
{
	struct as_resolved words;

	if (r->what.report == AS_SPEAKS_NOT)
		return false;
	if (r->what.commands[0].build || as_args_has(args, AS_OPT_ONLY) ||
		r->what.report != AS_SPEAKS_AUTO)
		return true;
	return !as_command_resolve(r, 0, a, &words, NULL) && !words.shell &&
		as_speaks_of(words.argv, NULL) != AS_SPEAKS_NOT;
}

/* What was found then. */
static void recall_names(struct asked *q, const struct as_request *r)
{
	for (size_t k = 0; k < as_args_times(q->args, AS_OPT_ONLY); k++) {
		const char *word = as_args_nth(q->args, AS_OPT_ONLY, k)->values[0];
		for (size_t i = 0; i < r->what.n_commands; i++) {
			const char *name = r->what.commands[i].benchmark;
			q->wanted[k].any = q->wanted[k].any || (name &&
				(is_chosen(word, name, true) || is_chosen(word, name, false)));
		}
	}
}

enum as_status as_benchmarks_again(const struct as_args *args, struct as_request *r,
	struct as_run_context *with, struct as_arena *a, struct as_err *err)
{
	struct asked *q = asked_new(args, r, a);

	if (!q)
		return as_fail_memory(err);
	recall_names(q, r);
	with->google = as_google_rows;
	with->go = as_go_rows;
	for (size_t i = 0; i < r->what.n_commands; i++)
		if (r->what.commands[i].build && !r->what.commands[i].benchmark &&
			r->what.report != AS_SPEAKS_NOT)
			with->asking = &q->asking;
	return AS_OK;
}

enum as_status as_benchmarks_expand_suite(const struct as_args *args, struct as_request *r,
	struct as_run_context *with, struct as_arena *a, struct as_err *err)
{
	struct as_args own = *args;
	struct as_arg *given = as_arena_array(a, args->n_given, sizeof *given);

	if (!given)
		return as_fail_memory(err);
	own.given = given;
	own.n_given = 0;
	for (size_t i = 0; i < args->n_given; i++)
		if (args->given[i].id != AS_OPT_ONLY && !as_gate_is_option(args->given[i].id))
			given[own.n_given++] = args->given[i];
	return as_benchmarks_expand(&own, r, with, a, err);
}

void as_benchmark_take(struct as_command *c, enum as_speaks speaks, const char *name, size_t lead)
{
	c->benchmark = name;
	c->speaks = speaks;
	c->lead = lead;
}

static void add_lines(struct as_text *t, const struct as_request *r)
{
	for (size_t i = 0; i < r->what.n_commands; i++)
		if (r->what.commands[i].benchmark) {
			as_text_add_neutral(
				t, r->what.commands[i].name, strlen(r->what.commands[i].name), 0);
			as_text_char(t, '\n');
		}
}

enum as_status as_benchmarks_show(struct as_cli *cli, struct as_err *err)
{
	struct as_request r = {0};
	struct as_run_context with = {0};
	struct as_text t = {0};
	enum as_status st = as_request_fill(cli->args, cli->arena, &r, err);

	if (!st && as_args_has(cli->args, AS_OPT_JSON))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot list benchmarks of a program as JSON: leave --json out, and "
			"there is a name a line");
	struct asked *q = st ? NULL : asked_new(cli->args, &r, cli->arena);
	if (!st)
		st = q ? expand(q, &r, &with, false, err) : as_fail_memory(err);
	if (st)
		return st;
	add_lines(&t, &r);
	if (!t.len)
		return as_fail(err, AS_ERR_USAGE,
			"cannot list the benchmarks of '%.*s': it tells of none (assay help "
			"reporter)",
			PROGRAMS_SHOWN, words_of(&r.what.commands[0]));
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
