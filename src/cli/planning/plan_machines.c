/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay plan --machines: how many are worth it, from given variances of a ratio. */
#include <string.h>

#include "analyse/plan/fleet_plan_make.h"
#include "cli/planning/plan_verb.h"
#include "cli/request/levels.h"
#include "cli/request/request_options.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/compare/fleet_plan_screen.h"

enum { ROUNDS_MOST = 200, LEVELS = 3 };

/* What such a plan depends on; any other option would be without effect. */
static const enum as_option_id meant[] = {
	AS_OPT_PLAN_MACHINES, AS_OPT_VARIANCE, AS_OPT_COST, AS_OPT_PRECISION, AS_OPT_BUDGET,
	AS_OPT_CONFIDENCE, AS_OPT_RUNS, AS_OPT_STYLE, AS_OPT_VERBOSE, AS_OPT_JSON,
};

static const char *const names[LEVELS] = {"machine", "session", "round"};

/* machine, session and round, of which a session may be without: 0. */
static enum as_status take_levels(
	const struct as_level_values *v, const char *option, double out[LEVELS], struct as_err *err)
{
	for (size_t i = 0; i < v->n; i++) {
		size_t k = 0;
		while (k < LEVELS && strcmp(v->v[i].name, names[k]) != 0)
			k++;
		if (k == LEVELS)
			return as_fail(err, AS_ERR_USAGE,
				"cannot plan machines from the level %s of %s: with --machines "
				"there are machine, session and round", v->v[i].name, option);
	}
	for (size_t k = 0; k < LEVELS; k++) {
		const double *x = as_level_value(v, names[k]);
		out[k] = x ? *x : 0;
		if (!x && k != 1)
			return as_fail(err, AS_ERR_USAGE,
				"cannot plan machines without the level %s of %s: such as %s "
				"machine=..,round=..", names[k], option, option);
		if (!(out[k] >= 0))
			return as_fail(err, AS_ERR_USAGE,
				"cannot plan machines from %s=%g of %s: none is below 0", names[k],
				out[k], option);
	}
	return AS_OK;
}

static enum as_status read_costs(const struct as_args *args, struct as_machines_costs *out,
	struct as_err *err)
{
	struct as_level_values t2, cost;
	double v[LEVELS] = {0}, s[LEVELS] = {0};
	enum as_status st = as_args_levels(args, AS_OPT_VARIANCE, AS_LEVEL_NUMBER, false, &t2, err);

	if (!st)
		st = as_args_levels(args, AS_OPT_COST, AS_LEVEL_SECONDS, false, &cost, err);
	if (!st)
		st = take_levels(&t2, "--variance", v, err);
	if (!st)
		st = take_levels(&cost, "--cost", s, err);
	*out = (struct as_machines_costs){v[0], v[1], v[2], s[0], s[1], s[2]};
	return st;
}

/* A precision or a budget. */
static enum as_status read_wish(const struct as_args *args, struct as_machines_wish *out,
	struct as_err *err)
{
	struct as_machines_wish w = {.confidence = 0.95};
	uint32_t machines = 0, rounds = ROUNDS_MOST;
	int64_t budget_ns = 0;
	enum as_status st =
		as_args_count(args, AS_OPT_PLAN_MACHINES, 2, AS_MACHINES_MAX, &machines, err);

	if (!st)
		st = as_args_count(args, AS_OPT_RUNS, 1, AS_MACHINE_ROUNDS_MAX, &rounds, err);
	if (!st)
		st = as_request_targets(args, &w.half_width, &w.confidence, &budget_ns, err);
	w.budget_s = (double)budget_ns / 1e9;
	w.machines = machines;
	w.rounds = rounds;
	if (!st && (w.half_width > 0) == (w.budget_s > 0))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot plan machines (--machines) %s: say --precision, or --budget in "
			"machine time",
			w.budget_s > 0 ? "by two wishes" : "for nothing");
	*out = w;
	return st;
}

enum as_status as_plan_machines(struct as_cli *cli, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_machines_costs costs;
	struct as_machines_wish wish;
	struct as_fleet_plan f;
	struct as_text t = {0};
	enum as_status st = as_plan_check_options(cli->args, meant, sizeof meant / sizeof meant[0],
		"--machines", err);

	if (!st && cli->args->n_words)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot plan '%.200s' for machines: how they vary is not measured here; "
			"give --variance and --cost, and leave it out", cli->args->words[0]);
	if (!st)
		st = read_costs(cli->args, &costs, err);
	if (!st)
		st = read_wish(cli->args, &wish, err);
	if (st)
		return st;
	if (as_fleet_plan_make(&costs, &wish, &f))
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan machines: the budget of %g s pays for no two machines with a "
			"round each", wish.budget_s);
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_fleet_plan(&t, &f);
	else
		as_report_fleet_plan(&t, &style, &f);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
