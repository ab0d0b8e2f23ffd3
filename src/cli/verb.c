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

const struct as_command_entry *as_command_of_action(const char *word)
{
	for (size_t i = 0; i < as_commands_known; i++)
		for (size_t k = 0; as_commands[i]->action && as_commands[i]->action(k); k++)
			if (!strcmp(as_commands[i]->action(k), word))
				return as_commands[i];
	return NULL;
}

/* What a word that is no verb was meant to be: a verb, an action of one, or an option of one. */
struct meant {
	const char *verb;
	const char *before, *word; /* of the action or the option; NULL: the verb itself */
	size_t off;
};

static void consider(struct meant *best, const char *typed, const char *verb, const char *before,
	const char *word)
{
	struct meant m = {.verb = verb, .before = before, .word = word, .off = *before == '-'};

	m.off += as_edit_distance(typed, m.word ? m.word : m.verb);
	if (!best->verb || m.off < best->off)
		*best = m;
}

/* An option counts as one letter further off than it is, and only where at most one is wrong. */
static struct meant mistyped(const char *typed)
{
	struct meant best = {0};

	for (size_t i = 0; i < as_commands_known; i++) {
		const struct as_command_entry *c = as_commands[i];
		if (as_is_slip(typed, c->name))
			consider(&best, typed, c->name, "", NULL);
		for (size_t k = 0; c->action && c->action(k); k++)
			if (as_is_slip(typed, c->action(k)))
				consider(&best, typed, c->name, "", c->action(k));
		for (size_t k = 0; k < AS_OPTIONS_KNOWN; k++)
			if (as_options[k].group & c->options && as_options[k].name &&
				as_is_slip(typed, as_options[k].name) &&
				as_edit_distance(typed, as_options[k].name) <= 1)
				consider(&best, typed, c->name, "--", as_options[k].name);
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
	const struct meant meant = mistyped(argv[0]);
	struct as_text t = {0};

	if (is_to_be_measured(argv[0])) {
		if (argv[0][0] == '-')
			as_text_addf(&t, "assay needs a command before the option '%.100s'",
				argv[0]);
		else
			as_text_addf(&t, "assay has no command '%.200s'", argv[0]);
		as_text_add(&t, "; to measure, write: assay run ");
		as_suggest_words(&t, argv);
	} else {
		as_text_addf(&t, "assay has no command '%.200s'", argv[0]);
		if (meant.word)
			as_text_addf(&t, "; did you mean assay %s %s%s?", meant.verb, meant.before,
				meant.word);
		else if (meant.verb)
			as_text_addf(&t, "; did you mean %s?", meant.verb);
		else
			as_text_add(&t, "; assay help lists those it has");
	}
	as_fail(err, AS_ERR_USAGE, "%s", as_text_str(&t));
	as_text_release(&t);
	return AS_ERR_USAGE;
}
