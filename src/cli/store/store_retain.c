/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/store/store_retain.h"

#include <math.h>

#include "campaign/versions/versions.h"
#include "cli/store/store_action.h"
#include "cli/screen_out.h"
#include "cli/series/history_settings.h"
#include "clock/clock.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "store/store_alerts.h"

enum { VERSIONS_MAX = 1000000000, ORDERS = 2 };

enum as_status as_store_retain_rule(const struct as_cli *cli, bool whole, struct as_retaining *out,
	struct as_err *err)
{
	const struct as_args *args = cli->args;
	uint32_t keep = AS_RETAIN_LEAST;
	int64_t age_ns = 0;
	enum as_status st =
		as_args_count(args, AS_OPT_KEEP, AS_RETAIN_LEAST, VERSIONS_MAX, &keep, err);

	if (!st)
		st = as_args_duration(args, AS_OPT_OLDER_THAN, &age_ns, err);
	*out = (struct as_retaining){.newest = keep, .whole = whole,
		.before_ns = age_ns ? as_clock_date() - age_ns : INT64_MAX,
		.labelled = as_args_has(args, AS_OPT_LABELLED),
		.pinned = as_args_has(args, AS_OPT_PINNED)};
	return st;
}

/* What the histories show, in the order of the commits that lead here, and in that of dates, which is
 * what others see who look from elsewhere. */
static enum as_status read_histories(struct as_store_retaining *r, struct as_history_rows *rows,
	struct as_history *h, struct as_err *err)
{
	struct as_arena *a = r->cli->arena;
	struct as_history_asked asked = {.rows = {.all_metrics = true},
		.how = {.since_ns = INT64_MIN, .level = AS_HISTORY_1_PERCENT, .tolerance = 0.01,
			.confidence = 0.95}};
	struct as_version_line line = {.until = "HEAD"};
	enum as_status st = as_store_histories(r->store, &asked.rows, a, rows, err);

	if (!st)
		st = as_histories(rows, &asked.how, a, &h[0], err);
	r->rule.n_histories = 1;
	if (st || as_version_history(&line, a, NULL) || !line.found)
		return st;
	asked.how.commits = &line.commits;
	r->rule.n_histories = ORDERS;
	return as_histories(rows, &asked.how, a, &h[1], err);
}

enum as_status as_store_retain_look(struct as_store_retaining *r, struct as_err *err)
{
	const struct as_store_query all = {0};
	struct as_arena *a = r->cli->arena;
	struct as_history_rows rows = {0};
	struct as_history histories[ORDERS] = {{0}};
	struct as_alert *alerts = NULL;
	size_t n_alerts = 0;
	enum as_status st = read_histories(r, &rows, histories, err);

	if (!st)
		st = as_store_alerts(r->store, a, &alerts, &n_alerts, err);
	if (!st)
		st = as_store_list(r->store, &all, a, &r->list, &r->n, err);
	if (!st && !(r->fate = as_arena_array(a, r->n + 1, sizeof *r->fate)))
		st = as_fail_memory(err);
	if (st)
		return st;
	struct as_retaining rule = r->rule;
	rule.rows = &rows;
	rule.histories = histories;
	rule.alerts = alerts;
	rule.n_alerts = n_alerts;
	st = as_retain_choose(&rule, r->list, r->n, r->fate, err);
	for (size_t i = 0; i < r->n && !st; i++)
		r->of[r->fate[i]]++;
	return st;
}

void as_store_retain_tell(const struct as_store_retaining *r)
{
	static const char *const why[AS_RETAINED] = {
		[AS_RETAIN_PINNED] = "pinned",
		[AS_RETAIN_LABELLED] = "labelled",
		[AS_RETAIN_NEW] = "among the newest",
		[AS_RETAIN_WANTED] = "near a change or an alert, or links the sessions of a series",
		[AS_RETAIN_APART] = "part of no history",
		[AS_RETAIN_YOUNG] = "younger than --older-than",
	};

	for (int k = 0; k < (int)AS_RETAINED; k++)
		if (why[k] && r->of[k])
			as_store_say(r->cli, "%zu stay%s as %s: %s", r->of[k],
				r->of[k] == 1 ? "s" : "", r->of[k] == 1 ? "it is" : "they are",
				why[k]);
}

enum as_status as_store_say_shrunk(struct as_cli *cli, struct as_store *s, int64_t before,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text now = {0}, then = {0};
	struct as_holdings h;
	enum as_status st = as_store_shrink(s, err);

	if (!st)
		st = as_store_holdings(s, &h, err);
	if (st)
		return st;
	as_quantity_add(&now, &style, "bytes", (double)h.bytes, (double)NAN);
	as_quantity_add(&then, &style, "bytes", (double)before, (double)NAN);
	as_layout_flat(&now, 0);
	as_layout_flat(&then, 0);
	as_store_say(cli, "the store takes %s now, %s before", as_text_str(&now),
		as_text_str(&then));
	as_text_release(&now);
	as_text_release(&then);
	return AS_OK;
}
