/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/plan/share.h"
#include "cli/measure/live.h"
#include "cli/measure/memory.h"
#include "cli/request/setting_options.h"
#include "cli/suite/suite_request.h"
#include "clock/clock.h"
#include "run/conduct.h"
#include "run/interrupt.h"

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

/* Plan one benchmark, as a dry run does. One that fails will fail where it is seen. */
static enum as_status learn(struct as_cli *cli, const struct as_campaign *c, size_t i,
	struct listener *l, struct as_err *err)
{
	struct as_arena a = {0};
	struct as_request request;
	struct as_run_context with = {0};
	struct as_keeper keeper;
	struct as_experiment *x = NULL;
	const struct as_observer observer = {.context = l, .tick = tick, .planned = planned};
	enum as_status st = as_suite_request(cli->args, c->suite, &c->suite->v[i], &a, &request,
		err);

	if (!st) {
		l->need->precision = request.aim.precision;
		request.amount.dry_run = true;
		as_keeper_init(&keeper, cli, c->store, &request, &with);
		st = as_conduct(&request, &with, &observer, &x, err);
		as_live_end(&l->live);
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

enum as_status as_suite_shares(struct as_cli *cli, const struct as_campaign *c, int64_t budget_ns,
	int64_t *out, struct as_err *err)
{
	const struct as_suite *s = c->suite;
	const int64_t begun = as_clock_now();
	struct as_share_need *need = calloc(s->n, sizeof *need);
	double *share = calloc(s->n, sizeof *share);
	enum as_status st = need && share ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < s->n && !st; i++) {
		struct listener l = {.need = &need[i],
			.built = s->v[i].set.v[AS_SUITE_BUILD].text != NULL};

		need[i] = (struct as_share_need){.cost_s = (double)NAN};
		as_live_init(&l.live, cli);
		l.shown = as_live_observer(&l.live);
		if (s->n > 1 && (c->dry_run || as_clock_now() - begun < budget_ns / 2))
			st = learn(cli, c, i, &l, err);
		if (!st && as_interrupt_count())
			st = as_fail(err, AS_ERR_INTERRUPTED,
				"stopped by you before anything was measured");
	}
	int64_t left = c->dry_run ? budget_ns : budget_ns - (as_clock_now() - begun);
	if (!st)
		st = as_share_budget(need, s->n, (double)(left > 1 ? left : 1) / 1e9, share);
	for (size_t i = 0; i < s->n && !st; i++)
		out[i] = (int64_t)fmax(share[i] * 1e9, 1);
	free(need);
	free(share);
	return st;
}
