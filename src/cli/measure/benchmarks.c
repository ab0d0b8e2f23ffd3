/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/benchmarks.h"

#include <fnmatch.h>
#include <string.h>

#include "base/slip.h"
#include "cli/measure/parameters.h"
#include "cli/measure/request.h"
#include "cli/screen.h"
#include "format/harness.h"
#include "run/command.h"

enum { PROGRAMS_SHOWN = 200 };

static enum as_speaks how_asked(const struct as_args *args)
{
	static const struct {
		const char *word;
		enum as_speaks speaks;
	} words[] = {{"assay", AS_SPEAKS_PROTOCOL}, {"google", AS_SPEAKS_GOOGLE}, {"go", AS_SPEAKS_GO},
		{"none", AS_SPEAKS_NOT}};
	const char *how = as_args_value(args, AS_OPT_REPORT);

	for (size_t i = 0; how && i < sizeof words / sizeof words[0]; i++)
		if (!strcmp(how, words[i].word))
			return words[i].speaks;
	return AS_SPEAKS_AUTO;
}

static as_rows_reader *reader_of(enum as_speaks speaks)
{
	if (speaks == AS_SPEAKS_GOOGLE)
		return as_google_rows;
	return speaks == AS_SPEAKS_GO || speaks == AS_SPEAKS_GO_TEST ? as_go_rows : NULL;
}

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

/* Each word names something in some of the programs. */
static enum as_status check_only(const struct as_args *args, const struct as_request *r,
	const struct as_benchmarks *b, struct as_err *err)
{
	for (size_t k = 0; k < as_args_times(args, AS_OPT_ONLY); k++) {
		const char *word = as_args_nth(args, AS_OPT_ONLY, k)->values[0], *near = NULL;
		bool any = false, some = false;

		for (size_t i = 0; i < r->n_commands; i++) {
			any = any || any_chosen(&b[i], word);
			some = some || b[i].n;
			near = near ? near : nearest(&b[i], word);
		}
		if (any)
			continue;
		if (!some)
			return as_fail(err, AS_ERR_USAGE, "cannot choose '%.200s': '%.*s' tells of no benchmarks of "
				"its own (assay help reporter), and there is no suite beside a command; leave --only out",
				word, PROGRAMS_SHOWN, words_of(&r->commands[0]));
		return as_fail(err, AS_ERR_USAGE, near ? "cannot choose '%.200s': no benchmark of '%.*s' is called "
			"so; did you mean '%.200s'?" : "cannot choose '%.200s': no benchmark of '%.*s' is called so; "
			"--list shows them", word, PROGRAMS_SHOWN, words_of(&r->commands[0]), near ? near : "");
	}
	return AS_OK;
}

static void choose(const struct as_args *args, struct as_benchmarks *b)
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

/* ---- asking ---- */

static enum as_status ask(const struct as_args *args, struct as_request *r, size_t i, struct as_arena *a,
	struct as_benchmarks *out, struct as_err *err)
{
	struct as_command *c = &r->commands[i];
	const enum as_speaks how = how_asked(args);

	if (c->is_subtracted || (c->build && !c->checkout))
		return AS_OK;
	c->rows = as_go_rows; /* of what can be asked by running it, there is but this */
	enum as_status st = as_ask_benchmarks(r, i, how, a, out, err);
	c->rows = NULL;
	if (!st && !out->n && how != AS_SPEAKS_AUTO && how != AS_SPEAKS_NOT)
		return as_fail(err, AS_ERR_BENCH, "cannot use '%.*s' as --report %s says: it has told of no benchmark",
			PROGRAMS_SHOWN, words_of(c), as_args_value(args, AS_OPT_REPORT));
	return st;
}

enum as_status as_benchmarks_of(const struct as_args *args, struct as_request *r, size_t command,
	struct as_arena *a, struct as_benchmarks *out, struct as_err *err)
{
	struct as_request one = *r;

	*out = (struct as_benchmarks){.speaks = AS_SPEAKS_NOT};
	enum as_status st = ask(args, r, command, a, out, err);

	one.commands += command;
	one.n_commands = 1;
	if (!st)
		st = check_only(args, &one, out, err);
	if (!st)
		choose(args, out);
	return st;
}

void as_benchmark_take(struct as_command *c, enum as_speaks speaks, const char *name, size_t lead)
{
	c->benchmark = name;
	c->speaks = speaks;
	c->rows = reader_of(speaks);
	c->lead = lead;
}

/* Where several commands are measured, or one has a name of its own, that is told, too. */
static const char *name_of(const struct as_request *r, const struct as_command *c, const char *name,
	struct as_arena *a)
{
	const char *command = c->name ? c->name : as_command_words(c, a);

	if (!command || (r->n_commands == 1 && !c->name))
		return name;
	return as_arena_printf(a, "%s of %s", name, command);
}

/* The commands in the place of those there were. */
static enum as_status replace(struct as_request *r, const struct as_benchmarks *b, size_t n,
	struct as_arena *a, struct as_err *err)
{
	struct as_command *v = as_arena_array(a, n, sizeof *v);
	size_t k = 0;

	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n_commands; i++) {
		const size_t lead = k;
		v[k] = r->commands[i];
		v[k].lead = k;
		k += !b[i].n;
		for (size_t j = 0; j < b[i].n; j++, k++) {
			v[k] = r->commands[i];
			v[k].name = name_of(r, &r->commands[i], b[i].name[j], a);
			v[k].is_reference = r->commands[i].is_reference && !j;
			as_benchmark_take(&v[k], b[i].speaks, b[i].name[j], lead);
			if (!v[k].name)
				return as_fail_memory(err);
		}
	}
	r->commands = v;
	r->n_commands = n;
	r->precision_each = true;
	if (!r->budget_given)
		r->budget_ns = (int64_t)n * AS_BUDGET_EACH_NS;
	return AS_OK;
}

static enum as_status check(const struct as_args *args, const struct as_request *r,
	const struct as_benchmarks *b, size_t *total, struct as_err *err)
{
	size_t n = 0, asked = 0;

	for (size_t i = 0; i < r->n_commands; i++) {
		n += b[i].n ? b[i].n : 1;
		asked += b[i].n;
	}
	*total = asked ? n : 0;
	if (n > AS_COMMANDS_MAX)
		return as_fail(err, AS_ERR_USAGE, "cannot measure %zu benchmarks at once: the limit is %d; choose "
			"some with --only", n, AS_COMMANDS_MAX);
	if (asked && r->n_commands == 1 && as_args_has(args, AS_OPT_FAIL_IF))
		return as_fail(err, AS_ERR_USAGE, "cannot use --fail-if with the benchmarks of one program, which are "
			"not compared with each other: give another version of it, too, or compare results with assay "
			"check");
	return AS_OK;
}

enum as_status as_benchmarks_expand(const struct as_args *args, struct as_request *r, struct as_arena *a,
	struct as_err *err)
{
	struct as_benchmarks *b = as_arena_array(a, r->n_commands, sizeof *b);
	enum as_status st = AS_OK;
	size_t n = 0;

	if (!b)
		return as_fail_memory(err);
	for (size_t i = 0; i < r->n_commands && !st; i++)
		st = ask(args, r, i, a, &b[i], err);
	if (!st)
		st = check_only(args, r, b, err);
	for (size_t i = 0; i < r->n_commands && !st; i++)
		choose(args, &b[i]);
	if (!st)
		st = check(args, r, b, &n, err);
	return st || !n ? st : replace(r, b, n, a, err);
}

static void add_lines(struct as_text *t, const struct as_request *r)
{
	for (size_t i = 0; i < r->n_commands; i++)
		if (r->commands[i].benchmark) {
			as_text_add_neutral(t, r->commands[i].name, strlen(r->commands[i].name), 0);
			as_text_char(t, '\n');
		}
}

enum as_status as_benchmarks_show(struct as_cli *cli, struct as_err *err)
{
	struct as_request r = {0};
	struct as_text t = {0};
	enum as_status st = as_request_fill(cli->args, cli->command_line, cli->arena, &r, err);

	if (!st && as_args_has(cli->args, AS_OPT_JSON))
		st = as_fail(err, AS_ERR_USAGE, "cannot list benchmarks of a program as JSON: leave --json out, and "
			"there is a name a line");
	if (!st)
		st = as_benchmarks_expand(cli->args, &r, cli->arena, err);
	if (st)
		return st;
	add_lines(&t, &r);
	if (!t.len)
		return as_fail(err, AS_ERR_USAGE, "cannot list the benchmarks of '%.*s': it tells of none (assay help "
			"reporter)", PROGRAMS_SHOWN, words_of(&r.commands[0]));
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
