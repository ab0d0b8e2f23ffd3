/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store prune. */
#include "cli/results/result.h"
#include "cli/store/store_action.h"
#include "cli/store/store_retain.h"
#include "cli/screen_out.h"
#include "clock/clock.h"

enum { KEEP_MAX = 1000000000 };

static enum as_status rule_of(const struct as_cli *cli, struct as_store_prune *out,
	struct as_err *err)
{
	const struct as_args *args = cli->args;
	uint32_t keep = 0;
	int64_t age_ns = 0;

	if (!as_args_has(args, AS_OPT_KEEP) && !as_args_has(args, AS_OPT_OLDER_THAN))
		return as_fail(err, AS_ERR_USAGE,
			"assay store prune needs to know what may go: give --older-than 90d, or "
			"--keep 100, or both");
	enum as_status st = as_args_count(args, AS_OPT_KEEP, 0, KEEP_MAX, &keep, err);
	if (!st)
		st = as_args_duration(args, AS_OPT_OLDER_THAN, &age_ns, err);
	*out = (struct as_store_prune){
		.keep = keep,
		.before_ns = age_ns ? as_clock_date() - age_ns : INT64_MAX,
		.labelled = as_args_has(args, AS_OPT_LABELLED),
		.pinned = as_args_has(args, AS_OPT_PINNED),
		.dry_run = as_args_has(args, AS_OPT_PRUNE_DRY_RUN),
	};
	return st;
}

/* How many would go if labels and pins held none. */
static enum as_status count_unheld(struct as_cli *cli, struct as_store *s,
	struct as_store_prune rule, size_t *out, struct as_err *err)
{
	struct as_listing *l = NULL;

	rule.labelled = rule.pinned = rule.dry_run = true;
	return as_store_prune(s, &rule, cli->arena, &l, out, err);
}

static enum as_status show(struct as_cli *cli, const struct as_listing *l, size_t n,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (n)
		as_report_list(&t, &style, l, n, as_clock_date());
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* Remove (or show) what the rule finds in a store that holds h. */
static enum as_status prune(struct as_cli *cli, struct as_store *s,
	const struct as_store_prune *rule, const struct as_holdings *h, struct as_err *err)
{
	struct as_listing *l = NULL;
	size_t n = 0, unheld = 0;
	enum as_status st = count_unheld(cli, s, *rule, &unheld, err);

	if (!st)
		st = as_store_prune(s, rule, cli->arena, &l, &n, err);
	if (!st && rule->dry_run)
		st = show(cli, l, n, err);
	if (st)
		return st;
	as_store_say(cli, "%s %zu of %s", rule->dry_run ? "would remove" : "removed", n,
		as_store_experiments(cli, h->n_experiments));
	if (unheld > n)
		as_store_say(cli, "%zu more would go, but %s labelled or pinned: --labelled and "
			"--pinned remove such, too",
			unheld - n, unheld - n == 1 ? "it is" : "they are");
	return rule->dry_run || !n ? AS_OK : as_store_say_shrunk(cli, s, h->bytes, err);
}

enum as_status as_store_do_prune(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	struct as_store_prune rule;
	struct as_store *s = NULL;
	struct as_holdings h;

	(void)words;
	(void)n;
	if (as_args_has(cli->args, AS_OPT_TO_HISTORY))
		return as_store_prune_to_history(cli, err);
	enum as_status st = rule_of(cli, &rule, err);
	if (!st)
		st = as_result_store(cli, rule.dry_run ? AS_STORE_READ : AS_STORE_WRITE, &s, err);
	if (!st)
		st = as_store_holdings(s, &h, err);
	if (!st)
		st = prune(cli, s, &rule, &h, err);
	as_store_close(s);
	return st;
}
