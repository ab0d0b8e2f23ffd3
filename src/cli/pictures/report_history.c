/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histories in a report: benchmarks over the versions in the store, as `assay history` finds them. */
#include "cli/pictures/report_out.h"

#include <string.h>

#include "cli/screen_out.h"
#include "cli/series/history_settings.h"
#include "report/history/history_screen.h"
#include "report/page/page_served.h"

enum { SERIES_MOST = 60, BESIDE = 100 };

/* The names that --history gives in place of the verb's words, which are results. */
static enum as_status name_series(
	struct as_cli *cli, struct as_history_asked *asked, struct as_err *err)
{
	const size_t n = as_args_times(cli->args, AS_OPT_WITH_HISTORY);

	asked->names = as_arena_array(cli->arena, n, sizeof *asked->names);
	asked->fits = as_arena_array(cli->arena, n, sizeof *asked->fits);
	if (!asked->names || !asked->fits)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const char *name = as_args_nth(cli->args, AS_OPT_WITH_HISTORY, i)->values[0];
		asked->names[i] = as_arena_strdup(cli->arena, name);
		if (!asked->names[i])
			return as_fail_memory(err);
	}
	asked->n_names = n;
	asked->n_files = 0;
	return AS_OK;
}

static enum as_status add_series(struct as_cli *cli, struct as_report_views *v,
	const struct as_history *h, size_t i, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	const struct as_history_series *s = &h->series[i];
	struct as_history_drawn drawn = {0};
	struct as_history one = *h;
	enum as_status st = as_history_drawn_of(h, s, cli->arena, &drawn, err);

	st = st ? st : as_report_add_view(v, err);
	if (st)
		return st;
	as_page_history(&v->json[v->n - 1], &style, h, s, &drawn, NULL);
	one.series = &h->series[i];
	one.n = 1;
	one.n_together = 0;
	style.colour = false;
	style.unicode = true;
	style.width = BESIDE;
	as_report_history(&v->plain[v->n - 1], &style, &one, 1);
	return AS_OK;
}

enum as_status as_report_add_histories(
	struct as_cli *cli, struct as_report_views *v, struct as_err *err)
{
	struct as_history_asked asked;
	struct as_history h = {0};

	if (!as_args_has(cli->args, AS_OPT_WITH_HISTORY))
		return AS_OK;
	enum as_status st = as_history_select(cli, &asked, err);
	st = st ? st : name_series(cli, &asked, err);
	st = st ? st : as_history_read(cli, &asked, &h, err);
	if (!st && h.n > SERIES_MOST)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot put %zu histories into one report: at most %d fit; name them more "
			"narrowly, or see assay serve",
			h.n, SERIES_MOST);
	for (size_t i = 0; i < h.n && !st; i++)
		st = add_series(cli, v, &h, i, err);
	return st;
}
