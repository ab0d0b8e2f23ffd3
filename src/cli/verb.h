/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_VERB_H
#define AS_CLI_VERB_H

/* Verbs. To add one: write cmd_x.c with a `const struct as_command_entry as_command_x`, add
 * AS_COMMAND(x) to commands.def and 'x' to the list in cli/meson.build. Dispatch, help, manual
 * and completion follow.
 *
 * Folder cli: reads the command line, calls the layers below, and is the only one that writes to
 * the terminal. It computes no statistic. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/exit.h"
#include "cli/line/options.h"
#include "cli/out.h"

struct as_ledger; /* campaign/ledger/ledger.h */

/* What a verb is given. */
struct as_cli {
	const struct as_args *args;
	const char *verb;       /* that the arguments are of */
	struct as_out *out;     /* standard output; finished by main */
	struct as_arena *arena; /* lives until the program ends */
	const char *command_line; /* all of it, quoted so that a shell reads it back */
	struct as_ledger *ledger; /* of the campaign that goes on; NULL: none (cli/measure/again/going_on.h) */
	enum as_exit exit; /* set by as_cli_raise; main ends with it, or with that of an error */
};

/* End with e in the end, unless something weightier happens; the verb goes on. */
void as_cli_raise(struct as_cli *cli, enum as_exit e);

struct as_example {
	const char *text;    /* what it does, without a stop */
	const char *command; /* as typed */
};

struct as_command_entry {
	const char *name;        /* what the user types */
	const char *args;        /* synopsis after the options, "" if none */
	const char *summary;     /* one line, lower case, no stop */
	const char *description; /* paragraphs, separated by an empty line */
	as_option_groups options;
	const struct as_example *examples; /* {0} at the end; NULL: none */
	enum as_status (*run)(struct as_cli *cli, struct as_err *err);
	/* an option by which another verb is meant, whose first word is its value */
	const char *other_by;
	const struct as_command_entry *other;
	/* the i-th of the words that may come first, NULL at the end; NULL: any word may */
	const char *(*action)(size_t i);
};

#define AS_COMMAND(name) extern const struct as_command_entry as_command_##name;
#include "cli/commands.def"
#undef AS_COMMAND

/* All of them, in the order of commands.def. */
extern const struct as_command_entry *const as_commands[];
extern const size_t as_commands_known;

/* By name; NULL if there is none. */
const struct as_command_entry *as_command_find(const char *name);

/* The verb that has the word among its actions; NULL if none has. */
const struct as_command_entry *as_command_of_action(const char *word);

/* The error of a first word that is no verb: what was probably meant. argv starts at that word. */
enum as_status as_command_unknown(char **argv, struct as_err *err);

#endif
