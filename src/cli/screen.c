/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/screen.h"

#include <string.h>

static const struct {
	const char *word;
	double ns;
} units[] = {{"microsecond", 1e3}, {"millisecond", 1e6}, {"second", 1e9}};

struct as_style as_screen_style(const struct as_cli *cli)
{
	const char *unit = as_args_value(cli->args, AS_OPT_TIME_UNIT);
	const char *sort = as_args_value(cli->args, AS_OPT_SORT);
	struct as_style s = {.colour = cli->out->colour, .unicode = cli->out->unicode,
		.width = cli->out->width, .verbose = as_args_has(cli->args, AS_OPT_VERBOSE)};

	for (size_t i = 0; unit && i < sizeof units / sizeof units[0]; i++)
		if (!strcmp(unit, units[i].word))
			s.force_time_unit = units[i].ns;
	if (sort && !strcmp(sort, "command"))
		s.sort = AS_SORT_COMMAND;
	else if (sort && !strcmp(sort, "mean-time"))
		s.sort = AS_SORT_MEAN;
	return s;
}
