/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dispatch. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/text/words.h"
#include "cli/error.h"
#include "cli/line/help.h"
#include "cli/measure/outbox.h"
#include "cli/verb.h"

/* A descriptor that came closed would be given to the first file that is opened, and output would
 * go there. One opened for the wrong direction fails as a closed one does. */
static bool open_standard_descriptors(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
			return false;
	return true;
}

static void nothing(int signo)
{
	(void)signo;
}

/* A reader that leaves shall be an error of write, and a file that may not grow (ulimit -f), too.
 * Handlers, unlike SIG_IGN, are not handed on to the programs that are measured. */
static void let_writes_fail(bool *ignored)
{
	struct sigaction action = {.sa_handler = nothing, .sa_flags = SA_RESTART}, before;

	sigemptyset(&action.sa_mask);
	*ignored = !sigaction(SIGPIPE, &action, &before) && before.sa_handler == SIG_IGN;
	sigaction(SIGXFSZ, &action, NULL);
}

/* The reader of the output has left, as head does: what is done is done, and the shell is to see
 * what it sees of every program. */
static void leave_quietly(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t pipe;

	sigemptyset(&action.sa_mask);
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	sigaction(SIGPIPE, &action, NULL);
	sigprocmask(SIG_UNBLOCK, &pipe, NULL);
	raise(SIGPIPE);
}

static const char *quoted_line(char **argv, struct as_arena *a)
{
	struct as_text t = {0};

	as_text_add(&t, "assay");
	for (size_t i = 1; argv[0] && argv[i]; i++) {
		as_text_char(&t, ' ');
		as_words_quote(&t, argv[i]);
	}
	const char *line = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return line;
}

/* The output of the commands goes where ours goes. */
static bool inherits(const struct as_args *args)
{
	const struct as_arg *arg;

	for (size_t i = 0; (arg = as_args_nth(args, AS_OPT_OUTPUT, i)); i++)
		if (!strcmp(arg->values[0], "inherit"))
			return true;
	return as_args_has(args, AS_OPT_SHOW_OUTPUT);
}

static enum as_status show_help(struct as_cli *cli, const struct as_command_entry *c,
	struct as_err *err)
{
	struct as_text t = {0};

	if (c && as_args_has(cli->args, AS_OPT_HELP_PAGE))
		as_help_page(&t, c, cli->out->width);
	else if (c)
		as_help_command(&t, c, cli->out->width);
	else
		as_help_overview(&t, cli->out->width);
	enum as_status st = as_text_finish(&t, err);
	if (!st)
		as_out_write(cli->out, as_text_str(&t), t.len);
	as_text_release(&t);
	return st;
}

static enum as_status run_command(struct as_cli *cli, const struct as_command_entry *c,
	char **argv, struct as_err *err)
{
	const struct as_out_facts facts = as_out_look();
	struct as_args *args = as_arena_array(cli->arena, 1, sizeof *args);

	if (!args)
		return as_fail_memory(err);
	enum as_status st = as_args_parse(c->name, c->options, argv, cli->arena, args, err);
	if (st)
		return st;
	as_out_init(cli->out, &facts, as_args_value(args, AS_OPT_STYLE), inherits(args));
	cli->args = args;
	cli->verb = c->name;
	if (as_args_help(args))
		return show_help(cli, c, err);
	if (as_args_has(args, AS_OPT_JSON))
		cli->out->silent = true;
	st = as_outbox_begin(cli, err);
	if (!st)
		st = c->run(cli, err);
	if (!as_args_has(cli->args, AS_OPT_SEND) || as_args_has(args, AS_OPT_DRY_RUN))
		return st;
	/* whatever became of the verb: what was measured before it failed is sent */
	struct as_err late = {0};
	const enum as_status sent = as_outbox_send(cli, &late);
	if (!st && sent && err)
		*err = late;
	return st ? st : sent;
}

/* Another verb, where the option that means it is among those before --; it leaves its value. */
static const struct as_command_entry *meant(const struct as_command_entry *c, char **argv)
{
	const size_t n = c->other_by ? strlen(c->other_by) : 0;

	for (size_t i = 0; n && argv[i] && strcmp(argv[i], "--") != 0; i++) {
		if (strncmp(argv[i], c->other_by, n) != 0 || (argv[i][n] && argv[i][n] != '='))
			continue;
		if (argv[i][n])
			argv[i] += n + 1;
		else
			for (; argv[i]; i++)
				argv[i] = argv[i + 1];
		return c->other;
	}
	return c;
}

/* git bisect run is told good by 0 and bad by most others: a mistake shall be no answer. */
static bool is_for_git(char **argv)
{
	while (*argv && strcmp(*argv, "--") != 0 && strcmp(*argv, "--for-git") != 0)
		argv++;
	return *argv && !strcmp(*argv, "--for-git");
}

static enum as_status dispatch(struct as_cli *cli, char **argv, struct as_err *err)
{
	const struct as_out_facts facts = as_out_look();
	char *word = argv[0] ? argv[1] : NULL;

	as_out_init(cli->out, &facts, NULL, false);
	if (!word) {
		as_cli_raise(cli, AS_EXIT_USAGE);
		return show_help(cli, NULL, err);
	}
	if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		return run_command(cli, &as_command_help, argv + 2, err);
	if (!strcmp(word, "--version") || !strcmp(word, "-V"))
		return run_command(cli, &as_command_version, argv + 2, err);
	const struct as_command_entry *c = as_command_find(word);
	const bool for_git = is_for_git(argv + 1);
	enum as_status st = c ? run_command(cli, meant(c, argv + 2), argv + 2, err)
			      : as_command_unknown(argv + 1, err);
	if (st && for_git)
		as_cli_raise(cli, AS_EXIT_NO_ANSWER);
	return st;
}

int main(int argc, char **argv)
{
	struct as_err err = {0}, late = {0};
	struct as_arena arena = {0};
	struct as_out out = {0};
	struct as_cli cli = {.out = &out, .arena = &arena};
	enum as_status st = AS_OK;
	bool ignored = false;

	(void)argc;
	if (!open_standard_descriptors())
		return AS_EXIT_SYSTEM;
	let_writes_fail(&ignored);
	cli.command_line = quoted_line(argv, &arena);
	st = cli.command_line ? dispatch(&cli, argv, &err) : as_fail_memory(&err);
	if (st)
		as_error_print(&err);
	as_cli_raise(&cli, as_exit_of(st));
	if (out.failed_errno == EPIPE && cli.exit == AS_EXIT_OK && !ignored)
		leave_quietly();
	st = as_out_finish(&out, &late);
	if (st && (out.failed_errno != EPIPE || ignored))
		as_error_print(&late);
	as_cli_raise(&cli, as_exit_of(st));
	as_arena_release(&arena);
	return (int)cli.exit;
}
