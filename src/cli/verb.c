/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/verb.h"

#include <string.h>

#include "base/text/slip.h"
#include "cli/line/suggest.h"

const struct as_command_entry *const as_commands[] = {
#define AS_COMMAND(name) &as_command_##name,
#include "cli/commands.def"
#undef AS_COMMAND
};

const size_t as_commands_known = sizeof as_commands / sizeof as_commands[0];

void as_cli_raise(struct as_cli *cli, enum as_exit e)
{
	cli->exit = as_exit_worse(cli->exit, e);
}

const struct as_command_entry *as_command_find(const char *name)
{
	for (size_t i = 0; i < as_commands_known; i++)
		if (!strcmp(as_commands[i]->name, name))
			return as_commands[i];
	return NULL;
}

static const struct as_command_entry *mistyped(const char *name)
{
	const struct as_command_entry *best = NULL;

	for (size_t i = 0; i < as_commands_known; i++) {
		const struct as_command_entry *c = as_commands[i];
		if (as_is_slip(name, c->name) &&
			(!best || as_edit_distance(name, c->name) <
					  as_edit_distance(name, best->name)))
			best = c;
	}
	return best;
}

/* assay 'sleep 1', assay ls, assay -w 3 ls: as with hyperfine, where no verb is needed. */
static bool is_to_be_measured(const char *word)
{
	return word[0] == '-' || strpbrk(word, " \t/|;&$<>") || as_is_program(word);
}

enum as_status as_command_unknown(char **argv, struct as_err *err)
{
	const struct as_command_entry *meant = mistyped(argv[0]);
	struct as_text t = {0};

	if (is_to_be_measured(argv[0])) {
		if (argv[0][0] == '-')
			as_text_addf(&t, "assay needs a command before the option '%.100s'",
				argv[0]);
		else
			as_text_addf(&t, "assay has no command '%.200s'", argv[0]);
		as_text_add(&t, "; to measure, write: assay run ");
		as_suggest_words(&t, argv);
	} else if (meant) {
		as_text_addf(&t, "assay has no command '%.200s'; did you mean %s?", argv[0],
			meant->name);
	} else {
		as_text_addf(&t, "assay has no command '%.200s'; assay help lists those it has",
			argv[0]);
	}
	as_fail(err, AS_ERR_USAGE, "%s", as_text_str(&t));
	as_text_release(&t);
	return AS_ERR_USAGE;
}
