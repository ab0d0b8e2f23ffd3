/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/request/command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/text/words.h"
#include "run/spawner/tool.h"

#define SHELL "/bin/sh"

/* Words that only a shell knows, where PATH has no program of that name. */
static const char *const shell_words[] = {":", ".", "alias", "cd", "command", "eval", "exec",
	"exit", "export", "read", "return", "set", "shift", "source", "times", "trap", "type",
	"ulimit", "umask", "unset", "wait"};

char *as_command_words(const struct as_command *cmd, struct as_arena *a)
{
	struct as_text t = {0};

	if (cmd->command)
		return as_arena_strdup(a, cmd->command);
	for (size_t i = 0; cmd->words[i]; i++) {
		if (i)
			as_text_char(&t, ' ');
		as_words_quote(&t, cmd->words[i]);
	}
	char *s = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return s;
}

/* The file that name stands for, as execvp would find it; NULL if PATH has none. A name with a
 * slash is taken as it is: whether it can be started shows when it is. */
static const char *find_program(const char *name, struct as_arena *a)
{
	return strchr(name, '/') ? as_arena_strdup(a, name) : as_program_in_path(name, a);
}

/* s with each {iterations} and {warmup} replaced by its number. */
static char *fill_in(const struct as_request *r, const char *s, struct as_arena *a)
{
	const struct {
		const char *key;
		uint32_t value;
	} keys[] = {{"{iterations}", r->amount.iterations}, {"{warmup}", r->amount.drop}};
	struct as_text t = {0};

	while (*s) {
		size_t k = 0;
		while (k < 2 && strncmp(s, keys[k].key, strlen(keys[k].key)) != 0)
			k++;
		if (k < 2) {
			as_text_addf(&t, "%" PRIu32, keys[k].value);
			s += strlen(keys[k].key);
		} else {
			as_text_char(&t, *s++);
		}
	}
	char *out = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return out;
}

/* shell_words... -c command */
static enum as_status through_shell(const char *shell, const char *command, struct as_arena *a,
	struct as_resolved *out, struct as_err *err)
{
	struct as_words w;
	enum as_status st = as_words_split(shell, a, &w, err);

	if (st)
		return st;
	if (w.syntax)
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%s' as the shell: '%c' in it needs a shell itself; give a "
			"program and its options",
			shell, w.syntax);
	const char **argv = as_arena_array(a, w.n + 3, sizeof *argv);
	if (!argv)
		return as_fail_memory(err);
	for (size_t i = 0; i < w.n; i++)
		argv[i] = w.v[i];
	argv[w.n] = "-c";
	argv[w.n + 1] = command;
	const char *path = find_program(w.v[0], a);
	if (!path)
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%s' as the shell: there is no such program in PATH", w.v[0]);
	*out = (struct as_resolved){.path = path, .argv = argv, .shell = shell,
		.shell_text = command};
	return AS_OK;
}

/* Commands from the i-th on, as the words of one: what was probably meant where a word is no
 * program. At most some 200 bytes of them. */
static void add_as_words(struct as_text *t, const struct as_request *r, size_t i)
{
	size_t begin = t->len;

	for (; i < r->what.n_commands && r->what.commands[i].command && t->len - begin < 200; i++) {
		as_text_char(t, ' ');
		as_words_quote(t, r->what.commands[i].command);
	}
	if (i < r->what.n_commands)
		as_text_add(t, " ...");
}

static enum as_status not_found(const struct as_request *r, size_t i, const char *program,
	struct as_err *err)
{
	const struct as_command *c = &r->what.commands[i], *before = i ? c - 1 : NULL;
	struct as_text t = {0};

	as_text_addf(&t, "cannot run '%s': there is no such program in PATH; ", program);
	if (c->words && !c->words[1] && strpbrk(program, " \t")) {
		as_text_add(&t,
			"after -- it is taken as one word: as a command with arguments, write: "
			"assay run ");
		as_words_quote(&t, program);
	} else if (c->command && before && before->command && !strpbrk(before->command, " \t")) {
		as_text_addf(&t, "if it is an argument of '%s', write: assay run --",
			before->command);
		add_as_words(&t, r, i - 1);
	} else {
		as_text_add(&t, "check the spelling, or give its path");
	}
	as_fail(err, AS_ERR_BENCH, "%s", as_text_str(&t));
	as_text_release(&t);
	return AS_ERR_BENCH;
}

static bool only_shells_know(const char *word)
{
	for (size_t k = 0; k < sizeof shell_words / sizeof shell_words[0]; k++)
		if (!strcmp(word, shell_words[k]))
			return true;
	return false;
}

static enum as_status direct(const struct as_request *r, size_t i, char *const *words,
	struct as_arena *a, struct as_resolved *out, struct as_err *err)
{
	const char *path = find_program(words[0], a);

	if (!path)
		return not_found(r, i, words[0], err);
	*out = (struct as_resolved){.path = path, .argv = (const char *const *)words};
	return AS_OK;
}

static enum as_status resolve_words(const struct as_request *r, size_t i, struct as_arena *a,
	struct as_resolved *out, struct as_err *err)
{
	char *const *from = r->what.commands[i].words;
	size_t n = 0;

	while (from[n])
		n++;
	char **words = as_arena_array(a, n + 1, sizeof *words);
	for (size_t k = 0; words && k < n; k++) {
		words[k] = fill_in(r, from[k], a);
		if (!words[k])
			return as_fail_memory(err);
	}
	if (!words)
		return as_fail_memory(err);
	if (!n)
		return as_fail(err, AS_ERR_USAGE, "cannot run nothing: give a command after --");
	return direct(r, i, words, a, out, err);
}

enum as_status as_command_resolve(const struct as_request *r, size_t i, struct as_arena *a,
	struct as_resolved *out, struct as_err *err)
{
	const char *command;
	char *reason;
	struct as_words w;

	if (r->what.commands[i].words)
		return resolve_words(r, i, a, out, err);
	command = fill_in(r, r->what.commands[i].command, a);
	if (!command)
		return as_fail_memory(err);
	if (r->what.shell == AS_SHELL_GIVEN)
		return through_shell(r->what.shell_command, command, a, out, err);
	enum as_status st = as_words_split(command, a, &w, err);
	if (st)
		return st;
	if (!w.syntax && (find_program(w.v[0], a) || !only_shells_know(w.v[0])))
		return direct(r, i, w.v, a, out, err);
	reason = w.syntax == '\n' ? as_arena_strdup(a, "newline")
		: w.syntax        ? as_arena_printf(a, "%c", w.syntax)
				  : as_arena_strdup(a, w.v[0]);
	if (!reason)
		return as_fail_memory(err);
	if (r->what.shell == AS_SHELL_NONE)
		return as_fail(err, AS_ERR_USAGE,
			"cannot run '%s' without a shell: '%s' needs one; quote it, or leave out "
			"-N",
			command, reason);
	st = through_shell(SHELL, command, a, out, err);
	if (!st)
		out->shell_reason = reason;
	return st;
}

enum as_status as_hook_resolve(const struct as_request *r, const char *hook, struct as_arena *a,
	struct as_resolved *out, struct as_err *err)
{
	const char *shell = r->what.shell == AS_SHELL_GIVEN ? r->what.shell_command : SHELL;

	return through_shell(shell, hook, a, out, err);
}
