/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/going_on.h"
#include "cli/measure/again/salvage.h"
#include "cli/measure/again/waiting.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "clock/clock.h"
#include "format/json/assay_json.h"
#include "store/looking.h"

enum { SHOWN = 20, COUNT_MAX = 1000000000 };

static enum as_status query(struct as_cli *cli, struct as_store_query *q, uint32_t *limit,
	struct as_err *err)
{
	bool all = as_args_has(cli->args, AS_OPT_ALL);
	enum as_status st = as_args_count(cli->args, AS_OPT_LIMIT, 1, COUNT_MAX, limit, err);

	*limit = all ? UINT32_MAX : *limit;
	*q = (struct as_store_query){.limit = all ? 0 : (size_t)*limit + 1,
		.label = as_args_value(cli->args, AS_OPT_WITH_LABEL),
		.answers = !all && !as_args_has(cli->args, AS_OPT_JSON)};
	return st;
}

/* What is kept, one more than is shown if there are more; nothing where the user's own store has
 * not been made yet. */
static enum as_status look(struct as_cli *cli, const struct as_store_query *q,
	struct as_store **store, struct as_listing **l, size_t *n, struct as_err *err)
{
	struct as_store_place place;
	enum as_status st =
		as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);

	if (!st && !place.exists && place.origin == AS_STORE_USER)
		return AS_OK;
	if (!st)
		as_salvage_before_reading(cli, &place);
	if (!st)
		st = as_result_open_store(place.path, AS_STORE_READ, store, err);
	if (!st)
		st = as_result_renamed(cli, *store, err);
	return st ? st : as_store_list(*store, q, cli->arena, l, n, err);
}

/* What was begun on many machines and not ended is in no list until somebody goes on with it. */
static size_t begun(struct as_cli *cli, const struct as_store *store)
{
	const char *folder = store ? as_journals_beside(as_store_path(store), cli->arena) : NULL;

	return folder ? as_campaigns_on_machines(cli, folder) : 0;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_store *store = NULL;
	struct as_listing *l = NULL;
	struct as_text t = {0};
	struct as_store_query q;
	uint32_t limit = SHOWN;
	size_t n = 0, steps = 0;

	if (cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay list takes no word, but was given '%.200s': assay show "
			"%s tells of one result, --with-label lists those of a label",
			cli->args->words[0], cli->args->words[0]);
	enum as_status st = query(cli, &q, &limit, err);
	if (!st)
		st = look(cli, &q, &store, &l, &n, err);
	if (!st && store && q.answers && !q.label)
		st = as_store_steps(store, &steps, err);
	if (!st) {
		bool more = n > limit;
		n = more ? limit : n;
		if (as_args_has(cli->args, AS_OPT_JSON))
			as_json_list(&t, l, n);
		else if (n || !steps)
			as_report_list(&t, &style, l, n, as_clock_date());
		if (!as_args_has(cli->args, AS_OPT_JSON))
			as_report_list_rest(&t, &style, more, steps, begun(cli, store));
		st = as_screen_print(cli, &t, err);
	}
	as_text_release(&t);
	as_store_close(store);
	return st;
}

const struct as_command_entry as_command_list = {
	.name = "list",
	.args = "",
	.summary = "list the results in the store, the newest first",
	.description =
		"A line for each experiment: its number, when it was made, what was measured, the "
		"first command's mean. The steps of assay bisect, a round each, are shown by --all "
		"alone. The store is --store, $ASSAY_STORE, the project's .assay "
		"here or above, or the user's.",
	.options = AS_GROUP_LIST | AS_GROUP_SCREEN | AS_GROUP_STORE,
	.run = run,
};
