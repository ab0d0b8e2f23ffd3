/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay plan --oracle: how many short operations to time together, by what the clock can tell. */
#include <math.h>

#include "base/num.h"
#include "cli/planning/plan_verb.h"
#include "cli/screen_out.h"
#include "clock/timer.h"
#include "format/json/assay_json.h"
#include "report/draw/terminal.h"
#include "stat/core/repetitions.h"

static enum as_status check_options(const struct as_args *args, struct as_err *err)
{
	static const enum as_option_id meant[] = {
		AS_OPT_ORACLE, AS_OPT_STYLE, AS_OPT_VERBOSE, AS_OPT_JSON};

	if (args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan '%.200s' with --oracle: nothing is measured; leave one out",
			args->words[0]);
	return as_plan_check_options(args, meant, sizeof meant / sizeof meant[0], "--oracle", err);
}

static struct as_together together(const struct as_timer *clock, double cost_ns)
{
	const struct as_precision p = {.precision = clock->resolution_ns,
		.accuracy = fmax(clock->accuracy_ns, clock->resolution_ns)};

	return (struct as_together){.cost_ns = cost_ns, .clock = clock->name,
		.resolution_ns = p.precision, .accuracy_ns = p.accuracy,
		.count = as_oracle_table(cost_ns, &p),
		.logistic = as_oracle_logistic(cost_ns, &p), .limit = as_repetitions_limit(&p)};
}

/* Adds what is said of the i-th --oracle. */
static enum as_status add_oracle(struct as_text *t, const struct as_cli *cli, size_t i,
	const struct as_timer *clock, struct as_err *err)
{
	const char *cost = as_args_nth(cli->args, AS_OPT_ORACLE, i)->values[0];
	const bool last = i + 1 == as_args_times(cli->args, AS_OPT_ORACLE);
	const struct as_style style = as_screen_style(cli);
	int64_t ns = 0;

	if (!as_parse_duration(cost, &ns) || ns < 1)
		return as_args_bad(AS_OPT_ORACLE, cost,
			"what one operation takes, of 1 ns or more, such as 50ns", err);
	const struct as_together o = together(clock, (double)ns);
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_together(t, &o);
	else
		as_report_together(t, &style, &o, last);
	return AS_OK;
}

enum as_status as_plan_oracle(struct as_cli *cli, struct as_err *err)
{
	struct as_timer clock = as_timer_system();
	struct as_text t = {0};
	enum as_status st = check_options(cli->args, err);

	if (!st)
		as_timer_measure(&clock);
	for (size_t i = 0; !st && i < as_args_times(cli->args, AS_OPT_ORACLE); i++)
		st = add_oracle(&t, cli, i, &clock, err);
	st = st ? st : as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
