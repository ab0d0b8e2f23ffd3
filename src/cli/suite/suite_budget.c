/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_run.h"

#include <string.h>

#include "analyse/plan/share.h"
#include "cli/measure/live.h"
#include "cli/measure/memory.h"
#include "cli/request/setting_options.h"
#include "cli/suite/suite_request.h"
#include "run/conduct.h"

/* Fewer at the top do not show what a plan stands on: what a first stage has, and a plan with
 * builds; with the warm-ups. */
enum { EXECUTIONS = 12, BUILDS = 6 };

/* Somebody who shows what goes on, and takes the plan instead of showing it. */
struct listener {
	struct as_live live;
	struct as_observer shown; /* of live */
	struct as_share_need *need;
	bool built; /* there is a build command */
};

static void tick(void *context, const struct as_conduct_state *state)
{
	struct listener *l = context;

	l->shown.tick(l->shown.context, state);
}

static void planned(void *context, const struct as_conduct_state *state,
	const struct as_forecast *forecast)
{
	struct listener *l = context;

	const struct as_forecast_level *top = &forecast->level[forecast->n_levels - 1];
	bool builds = !strcmp(top->name, as_level_names[AS_LEVEL_BUILD]);

	(void)state;
	if (forecast->one_build || (l->built && !builds))
		return; /* what identical builds cost is not in the plan */
	l->need->cost_s = forecast->cost_s;
	l->need->half_width = forecast->half_width;
	if (top->count)
		l->need->least_s = forecast->cost_s / (double)top->count *
				   (builds ? BUILDS : EXECUTIONS);
}

enum as_status as_suite_foresee(struct as_cli *cli, const struct as_campaign *c, size_t i,
	struct as_share_need *need, struct as_err *err)
{
	struct listener l = {.need = need,
		.built = c->suite->v[i].set.v[AS_SUITE_BUILD].text != NULL};
	struct as_arena a = {0};
	struct as_request request;
	struct as_run_context with = {0};
	struct as_keeper keeper;
	struct as_experiment *x = NULL;
	const struct as_observer observer = {.context = &l, .tick = tick, .planned = planned};
	enum as_status st = as_suite_request(cli->args, c->suite, &c->suite->v[i], &a, &request,
		err);

	as_live_init(&l.live, cli);
	l.shown = as_live_observer(&l.live);
	if (!st) {
		need->precision = request.aim.precision;
		request.amount.dry_run = true;
		as_keeper_init(&keeper, cli, c->store, &request, &with);
		st = as_conduct(&request, &with, &observer, &x, err);
		as_live_end(&l.live);
		as_experiment_free(x);
	}
	as_arena_release(&a);
	return st == AS_ERR_BENCH || st == AS_ERR_USAGE || st == AS_ERR_DATA ? AS_OK : st;
}

enum as_status as_suite_budget(const struct as_args *args, const struct as_suite *s,
	int64_t *out_ns, struct as_err *err)
{
	struct as_request r = {.amount.budget_ns = s->budget_ns};
	enum as_status st = as_setting_said(args, AS_OPT_BUDGET, NULL, &r, err);

	*out_ns = r.amount.budget_ns;
	return st;
}
