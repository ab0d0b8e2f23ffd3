/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/alerts/alerts_look.h"

#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/series/history_settings.h"
#include "clock/clock.h"
#include "format/json/assay_json.h"
#include "report/history/alerts_screen.h"

enum as_status as_alerts_look(struct as_cli *cli, struct as_store **store,
	struct as_alerting *out, struct as_err *err)
{
	struct as_history_asked *asked = as_arena_array(cli->arena, 1, sizeof *asked);
	struct as_history *h = as_arena_array(cli->arena, 1, sizeof *h);
	struct as_store_place place;

	*out = (struct as_alerting){.arena = cli->arena, .now_ns = as_clock_date()};
	if (!asked || !h)
		return as_fail_memory(err);
	enum as_status st = as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);
	if (st || (!place.exists && place.origin == AS_STORE_USER))
		return st;
	st = as_history_select(cli, asked, err);
	if (!st)
		st = as_history_read(cli, asked, h, err);
	if (!st)
		st = as_result_open_store(place.path, AS_STORE_WRITE, store, err);
	if (!st)
		st = as_result_renamed(cli, *store, err);
	out->store = *store;
	out->history = h;
	out->commits = asked->how.commits;
	return st ? st : as_alerts_update(out, err);
}

enum as_status as_alerts_print(struct as_cli *cli, const struct as_alert *const *v, size_t n,
	size_t others, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_alerts(&t, v, n);
	else
		as_report_alerts(&t, &style, v, n, others);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

void as_alerts_raise(struct as_cli *cli, const struct as_alerting *u)
{
	for (size_t i = 0; i < u->n; i++)
		if (as_alert_is_bad(&u->v[i]))
			as_cli_raise(cli, AS_EXIT_REGRESSION);
}
