/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line.h"

#include <string.h>

#include "fuzz.h"

enum { WORDS = 64 };

const struct as_command_entry *line_parse(const char *s, size_t n, struct as_arena *a,
	struct as_args *args, enum as_status *st, struct as_err *err)
{
	const struct as_command_entry *c = as_commands[n ? (unsigned char)*s % as_commands_known : 0];
	char *argv[WORDS + 1] = {NULL}, *rest = as_arena_strndup(a, s, n);
	size_t words = 0;

	MUST(rest);
	const char *verb = strsep(&rest, "\n");
	for (size_t i = 0; i < as_commands_known; i++)
		if (!strcmp(as_commands[i]->name, verb))
			c = as_commands[i];
	for (char *word; words < WORDS && (word = strsep(&rest, "\n"));)
		argv[words++] = word;
	*st = as_args_parse(c->name, c->options, argv, a, args, err);
	return c;
}
