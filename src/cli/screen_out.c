/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/screen_out.h"

#include <string.h>

#include "base/text/words.h"
#include "cli/request/metrics.h"

static const struct {
	const char *word;
	double ns;
} units[] = {{"microsecond", 1e3}, {"millisecond", 1e6}, {"second", 1e9}};

/* " --store 'my store.db'", as a shell reads it. */
static const char *named_store(const struct as_cli *cli)
{
	const char *store = as_args_value(cli->args, AS_OPT_STORE), *words = NULL;
	struct as_text t = {0};

	if (!store)
		return NULL;
	as_text_add(&t, " --store ");
	as_words_quote(&t, store);
	words = as_arena_strdup(cli->arena, as_text_str(&t));
	as_text_release(&t);
	return words;
}

struct as_style as_screen_style(const struct as_cli *cli)
{
	const char *unit = as_args_value(cli->args, AS_OPT_TIME_UNIT);
	const char *sort = as_args_value(cli->args, AS_OPT_SORT);
	struct as_style s = {.colour = cli->out->colour, .unicode = cli->out->unicode,
		.width = as_out_width(cli->out, cli->out->fd),
		.verbose = as_args_has(cli->args, AS_OPT_VERBOSE),
		.store = named_store(cli),
		.metrics = as_metrics_named(cli->args, cli->arena)};

	for (size_t i = 0; unit && i < sizeof units / sizeof units[0]; i++)
		if (!strcmp(unit, units[i].word))
			s.force_time_unit = units[i].ns;
	if (sort && !strcmp(sort, "command"))
		s.sort = AS_SORT_COMMAND;
	else if (sort && !strcmp(sort, "mean-time"))
		s.sort = AS_SORT_MEAN;
	return s;
}

enum as_status as_screen_print(struct as_cli *cli, const struct as_text *t, struct as_err *err)
{
	enum as_status st = as_text_finish(t, err);

	if (!st && as_args_has(cli->args, AS_OPT_JSON))
		as_out_write(cli->out, as_text_str(t), t->len);
	else if (!st)
		as_out_show(cli->out, t);
	return st;
}
