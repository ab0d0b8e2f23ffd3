/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/request/request_commands.h"

#include <string.h>

#include "base/text.h"
#include "base/text/words.h"
#include "cli/files.h"
#include "cli/request/parameters.h"
#include "model/settings/fill.h"

struct builder {
	const struct as_args *args;
	struct as_arena *a;
	struct as_axes axes;
	struct as_command *v;
	size_t n;            /* made so far */
	size_t n_all;        /* that will be made */
	size_t n_lines;      /* command lines before -- */
	size_t n_templates;  /* those, and the words after -- */
	bool reference;      /* v[0] is that of --reference */
	bool no_memory;
	enum as_status st; /* of filling in lines; err says why */
	struct as_err *err;
};

static const char *fill_parameters(struct builder *b, const char *s, const struct as_command *c)
{
	const char *filled = as_parameters_fill(s, c->parameters, c->n_parameters, b->a);

	if (s && !filled)
		b->no_memory = true;
	return filled;
}

/* The same for what a shell may read. */
static const char *fill_line(struct builder *b, const char *line, const struct as_command *c)
{
	const struct as_parameter_set all = {c->parameters, c->n_parameters};
	const char *filled = NULL;

	if (!b->st)
		b->st = as_parameters_fill_line(line, &all, b->a, &filled, b->err);
	return filled;
}

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool is_blank(const char *s)
{
	return !s[strspn(s, " \t\n")];
}

/* The value for the command that is made now, of an option given once for all or once for each. */
static const char *value_for(const struct builder *b, enum as_option_id id)
{
	size_t times = as_args_times(b->args, id);
	const struct as_arg *given = as_args_nth(b->args, id, times > 1 ? b->n : 0);

	return given ? given->values[0] : NULL;
}

/* A hook with its parameters filled in; NULL if there is none, or an empty one. */
static const char *hook(struct builder *b, const char *text, const struct as_command *c)
{
	return text && !is_blank(text) ? fill_line(b, text, c) : NULL;
}

static enum as_status set_output(struct builder *b, struct as_command *c, struct as_err *err)
{
	const char *where = value_for(b, AS_OPT_OUTPUT);

	if (as_args_has(b->args, AS_OPT_SHOW_OUTPUT))
		where = "inherit";
	if (!where || !strcmp(where, "null")) {
		c->output = AS_OUTPUT_NULL;
	} else if (!strcmp(where, "pipe")) {
		c->output = AS_OUTPUT_PIPE;
	} else if (!strcmp(where, "inherit")) {
		c->output = AS_OUTPUT_INHERIT;
	} else if (!strchr(where, '/')) {
		return as_args_bad(AS_OPT_OUTPUT, where,
			"null, pipe, inherit, or a file written with a slash, such as ./out", err);
	} else {
		c->output = AS_OUTPUT_FILE;
		c->output_file = fill_parameters(b, where, c);
		if (!c->output_file)
			return as_fail_memory(err);
		return as_check_writable(c->output_file, "the output of the commands", err);
	}
	return AS_OK;
}

static bool is_used(const char *line, char *const *words, const char *parameter)
{
	if (line)
		return as_parameter_is_in(line, parameter);
	for (; words && *words; words++)
		if (as_parameter_is_in(*words, parameter))
			return true;
	return false;
}

/* Parameters that the command does not show are added to its name, or all would be called alike. */
static const char *full_name(struct builder *b, const struct as_command *c, const char *name,
	const char *line, char *const *words)
{
	struct as_text t = {0};
	size_t unused = 0;

	if (name) {
		as_text_add(&t, name);
	} else if (c->command) {
		as_text_add(&t, c->command);
	} else {
		for (size_t i = 0; c->words && c->words[i]; i++) {
			as_text_add(&t, i ? " " : "");
			as_words_quote(&t, c->words[i]);
		}
	}
	for (size_t i = 0; i < c->n_parameters; i++) {
		const struct as_parameter *p = &c->parameters[i];
		if (!is_used(line, words, p->name))
			as_text_addf(&t, "%s%s = %s", unused++ ? ", " : " (", p->name, p->value);
	}
	as_text_add(&t, unused ? ")" : "");
	if (unused) {
		name = t.failed ? NULL : as_arena_strdup(b->a, as_text_str(&t));
		b->no_memory = b->no_memory || !name;
	}
	as_text_release(&t);
	return name;
}

static char *const *fill_words(struct builder *b, char *const *words, const struct as_command *c)
{
	size_t n = 0;

	while (words[n])
		n++;
	const char **filled = as_arena_array(b->a, n + 1, sizeof *filled);
	char **v = as_arena_array(b->a, n + 1, sizeof *v);
	if (!filled || !v) {
		b->no_memory = true;
		return NULL;
	}
	for (size_t i = 0; i < n; i++)
		v[i] = as_arena_strdup(b->a, fill_parameters(b, words[i], c));
	return v;
}

/* Make one command from a line, or from words. c has its parameters. */
static enum as_status add_command(struct builder *b, struct as_command c, const char *line,
	char *const *words, const char *name, struct as_err *err)
{
	const char *first = line ? line : words ? words[0] : NULL;

	if (!first || is_blank(first))
		return as_fail(err, AS_ERR_USAGE,
			"cannot run an empty command: give a program to measure");
	b->err = err;
	if (line)
		c.command = fill_line(b, line, &c);
	else
		c.words = fill_words(b, words, &c);
	if (b->st)
		return b->st;
	if (b->no_memory)
		return as_fail_memory(err);
	c.name = full_name(b, &c, fill_parameters(b, name, &c), line, words);
	if (name && c.name && is_blank(c.name))
		return as_fail(err, AS_ERR_USAGE,
			"cannot give '%.200s' an empty name: give it a text, or leave the name out",
			line ? line : words[0]);
	c.setup = hook(b, as_args_value(b->args, AS_OPT_SETUP), &c);
	c.build = hook(b, value_for(b, AS_OPT_BUILD), &c);
	c.prepare = hook(b, value_for(b, AS_OPT_PREPARE), &c);
	c.conclude = hook(b, value_for(b, AS_OPT_CONCLUDE), &c);
	c.cleanup = hook(b, as_args_value(b->args, AS_OPT_CLEANUP), &c);
	c.check = hook(b, value_for(b, AS_OPT_CHECK), &c);
	enum as_status st = set_output(b, &c, err);
	if (!st)
		st = b->st;
	if (!st && b->no_memory)
		st = as_fail_memory(err);
	if (!st && c.check && (c.output == AS_OUTPUT_PIPE || c.output == AS_OUTPUT_INHERIT))
		st = as_fail(err, AS_ERR_USAGE,
			"--check reads the output of the command: leave out %s, or let it name a "
			"file",
			as_args_has(b->args, AS_OPT_SHOW_OUTPUT) ? "--show-output" : "--output");
	if (!st)
		b->v[b->n++] = c;
	return st;
}

static const char *name_for(const struct builder *b)
{
	size_t times = as_args_times(b->args, AS_OPT_NAME), i = b->n - b->reference;

	if (times == 1 && b->axes.n)
		i = 0; /* one name with parameters in it, for all */
	return i < times ? as_args_nth(b->args, AS_OPT_NAME, i)->values[0] : NULL;
}

static enum as_status add_all(struct builder *b, struct as_err *err)
{
	char *const *words = b->args->words;
	enum as_status st = AS_OK;

	if (b->reference)
		st = add_command(b, (struct as_command){.is_reference = true},
			as_args_value(b->args, AS_OPT_REFERENCE), NULL,
			as_args_value(b->args, AS_OPT_REFERENCE_NAME), err);
	for (size_t k = 0; !st && k < b->axes.combinations; k++) {
		struct as_parameter *p = as_arena_array(b->a, b->axes.n + 1, sizeof *p);
		const struct as_command c = {.parameters = p, .n_parameters = b->axes.n};
		if (!p)
			return as_fail_memory(err);
		as_axes_pick(&b->axes, k, p);
		for (size_t i = 0; !st && i < b->n_lines; i++)
			st = add_command(b, c, words[i], NULL, name_for(b), err);
		if (!st && b->n_templates > b->n_lines)
			st = add_command(b, c, NULL, words + b->n_lines, name_for(b), err);
	}
	return st;
}

/* Its own output and answers are nobody's matter; the hooks are those for all. */
static enum as_status add_subtracted(struct builder *b, struct as_err *err)
{
	const char *line = as_args_value(b->args, AS_OPT_SUBTRACT);

	if (!line)
		return AS_OK;
	if (as_args_has(b->args, AS_OPT_BUILD))
		return as_fail(err, AS_ERR_USAGE,
			"cannot subtract (--subtract) from commands that are built: each build "
			"would need one of its own to be subtracted; leave --build out");
	enum as_status st =
		add_command(b, (struct as_command){.is_subtracted = true}, line, NULL, NULL, err);
	if (st)
		return st;
	struct as_command *c = &b->v[b->n - 1];
	c->check = NULL;
	c->output = AS_OUTPUT_NULL;
	c->output_file = NULL;
	if (!same(c->setup, b->v[0].setup) || !same(c->cleanup, b->v[0].cleanup))
		return as_fail(err, AS_ERR_USAGE,
			"cannot subtract (--subtract) from commands that run one after the other, "
			"because drift would be subtracted, too; give them one --setup and "
			"--cleanup without parameters");
	return AS_OK;
}

static enum as_status check_times(const struct builder *b, enum as_option_id id, struct as_err *err)
{
	size_t times = as_args_times(b->args, id);
	char name[32];

	if (times <= 1 || times == b->n_all)
		return AS_OK;
	as_option_spell(id, name);
	return as_fail(err, AS_ERR_USAGE,
		"%s was given %zu times for %zu command%s%s: give it once for all, or once for "
		"each",
		name, times, b->n_all, b->n_all == 1 ? "" : "s",
		b->reference ? ", the reference included" : "");
}

static enum as_status check_counts(const struct builder *b, struct as_err *err)
{
	size_t names = as_args_times(b->args, AS_OPT_NAME), n = b->n_all - b->reference;
	enum as_status st = AS_OK;

	if (!b->n_templates)
		return as_fail(err, AS_ERR_USAGE,
			"assay run needs a command to measure, such as assay run 'sleep 0.1'");
	if (b->n_all > AS_COMMANDS_MAX)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure %zu commands at once: the limit is %d; measure fewer",
			b->n_all, AS_COMMANDS_MAX);
	if (!b->reference && as_args_has(b->args, AS_OPT_REFERENCE_NAME))
		return as_fail(err, AS_ERR_USAGE,
			"--reference-name names the command of --reference, which was not given");
	if (names > n || (b->axes.n && names > 1 && names != n))
		return as_fail(err, AS_ERR_USAGE,
			"--command-name was given %zu times for %zu command%s: give %s", names, n,
			n == 1 ? "" : "s",
			b->axes.n ? "one for all, with parameters in it, or one for each"
				  : "at most one for each");
	st = check_times(b, AS_OPT_PREPARE, err);
	if (!st)
		st = check_times(b, AS_OPT_CONCLUDE, err);
	if (!st)
		st = check_times(b, AS_OPT_CHECK, err);
	if (!st)
		st = check_times(b, AS_OPT_OUTPUT, err);
	if (!st)
		st = check_times(b, AS_OPT_BUILD, err);
	return st;
}

static bool share_hooks(const struct builder *b)
{
	for (size_t i = 1; i < b->n; i++)
		if (!same(b->v[i].setup, b->v[0].setup) || !same(b->v[i].cleanup, b->v[0].cleanup))
			return false;
	return true;
}

enum as_status as_request_commands(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	struct builder b = {
		.args = args,
		.a = a,
		.n_lines = args->n_before,
		.n_templates = args->n_before + (args->n_words > args->n_before),
		.reference = as_args_has(args, AS_OPT_REFERENCE),
	};
	enum as_status st = as_axes_read(args, a, &b.axes, err);

	if (st)
		return st;
	b.n_all = b.axes.combinations * b.n_templates + b.reference;
	st = check_counts(&b, err);
	if (st)
		return st;
	b.v = as_arena_array(a, b.n_all + 1, sizeof *b.v);
	st = b.v ? add_all(&b, err) : as_fail_memory(err);
	if (!st)
		st = add_subtracted(&b, err);
	if (st)
		return st;
	r->what.commands = b.v;
	r->what.n_commands = b.n;
	r->what.shared_hooks = share_hooks(&b);
	return AS_OK;
}

enum as_status as_request_check_subtract(const struct as_args *args, const char *verb,
	struct as_err *err)
{
	if (!as_args_has(args, AS_OPT_SUBTRACT))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"assay %s cannot subtract (--subtract): assay run can, and assay check @last "
		"--baseline RESULT --criterion net_time compares what is left in two of its "
		"results",
		verb);
}
