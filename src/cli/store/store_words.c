/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/store/store_action.h"

void as_store_say(struct as_cli *cli, const char *fmt, ...)
{
	struct as_text line = {0};
	char words[2048];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof words, fmt, ap);
	va_end(ap);
	as_text_add_neutral(&line, words, strlen(words), 0);
	as_text_char(&line, '\n');
	as_out_show(cli->out, &line);
	as_text_release(&line);
}

const char *as_store_experiments(struct as_cli *cli, size_t n)
{
	const char *text = as_arena_printf(cli->arena, "%zu experiment%s", n, n == 1 ? "" : "s");

	return text ? text : "experiments";
}
