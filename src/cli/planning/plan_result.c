/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay plan of what a result has taught. */
#include <fnmatch.h>
#include <math.h>
#include <string.h>

#include "analyse/plan/flat.h"
#include "analyse/plan/pilot.h"
#include "analyse/result/two_stage.h"
#include "cli/planning/plan_detect.h"
#include "cli/planning/plan_verb.h"
#include "cli/request/levels.h"
#include "cli/request/request_options.h"
#include "cli/results/result.h"
#include "model/kept/derived.h"
#include "stat/dist/planning/stein.h"

static const enum as_option_id meant[] = {
	AS_OPT_COST,
	AS_OPT_DETECT,
	AS_OPT_POWER,
	AS_OPT_MIN_TOP,
	AS_OPT_KAPPA,
	AS_OPT_INTEGERS,
	AS_OPT_PRECISION,
	AS_OPT_PRECISION_EACH,
	AS_OPT_BUDGET,
	AS_OPT_CONFIDENCE,
	AS_OPT_ONLY,
	AS_OPT_CRITERION,
	AS_OPT_ITERATIONS,
	AS_OPT_RUNS,
	AS_OPT_BUILDS_COUNT,
	AS_OPT_STORE,
	AS_OPT_STYLE,
	AS_OPT_VERBOSE,
	AS_OPT_JSON,
};

/* Of these, what the numbers that see a change depend on. */
static const enum as_option_id meant_of_changes[] = {
	AS_OPT_COST, AS_OPT_DETECT, AS_OPT_POWER, AS_OPT_MIN_TOP, AS_OPT_CONFIDENCE,
	AS_OPT_CRITERION, AS_OPT_ONLY, AS_OPT_STORE, AS_OPT_STYLE, AS_OPT_VERBOSE, AS_OPT_JSON,
};

bool as_plan_is_of_result(const struct as_args *args)
{
	static const char end[] = ".assay";

	for (size_t i = 0; i < args->n_before; i++) {
		size_t n = strlen(args->words[i]);
		if (*args->words[i] == '@' ||
			(n > sizeof end && !strcmp(args->words[i] + n - (sizeof end - 1), end)))
			return true;
	}
	return false;
}

static enum as_status check_words(const struct as_args *args, struct as_err *err)
{
	if (args->n_words > 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan from '%.100s' and '%.100s' together: a plan is of "
			"one result, or of commands; leave one out",
			args->words[0], args->words[1]);
	if (as_args_has(args, AS_OPT_DETECT))
		return as_plan_check_options(args, meant_of_changes,
			sizeof meant_of_changes / sizeof meant_of_changes[0], "--detect", err);
	if (as_args_has(args, AS_OPT_POWER))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --power without --detect: it is the power to see a change of "
			"some size; give that, such as --detect 1%%");
	return as_plan_check_options(args, meant, sizeof meant / sizeof meant[0], "a result", err);
}

/* Counts that are given, or that the programs do not change, are not planned. */
static enum as_status bound(const struct as_args *args, const struct as_experiment *x,
	const struct as_dimension *d, struct as_planning *p, struct as_err *err)
{
	static const enum as_option_id options[] = {
		AS_OPT_ITERATIONS, AS_OPT_RUNS, AS_OPT_BUILDS_COUNT};
	size_t top = p->n_levels - 1, level = d->bottom;
	enum as_status st = AS_OK;

	if (as_target_is_ratio(x) && level + top == AS_LEVEL_EXECUTION)
		p->r_min[top] = AS_STAGE1_BLOCKS;
	for (size_t i = 0; i <= top && !st; i++, level++) {
		uint32_t n = 0;
		if (level < sizeof options / sizeof options[0])
			st = as_args_count(args, options[level], i == top ? AS_TOP_LEAST : 1,
				AS_COUNT_MAX, &n, err);
		if (!n && level == AS_LEVEL_ITERATION &&
			!as_iterations_as_asked(d->level[level].pilot, x->plan.iterations,
				d->warmup))
			n = d->level[level].pilot;
		if (n)
			p->r_min[i] = p->r_max[i] = n;
		else if (level == AS_LEVEL_EXECUTION && i < top && p->r_max[i] != 1)
			p->r_min[i] = 2; /* one round alone could not tell executions from builds */
	}
	return st;
}

static enum as_status take_costs(const struct as_args *args, const struct as_experiment *x,
	const struct as_dimension *d, struct as_planning *p, struct as_err *err)
{
	struct as_level_values costs;
	double known = 0;
	enum as_status st = as_args_levels(args, AS_OPT_COST, AS_LEVEL_SECONDS, true, &costs, err);

	for (size_t i = 0; i < p->n_levels && !st; i++) {
		const double *cost = as_level_value(&costs, as_level_names[d->bottom + i]);
		if (cost)
			p->cost_s[i] = *cost * (double)(d->bottom + i == AS_LEVEL_BUILD
				? as_experiment_programs(x, 0, x->n_subjects) : x->n_subjects);
		known += p->cost_s[i];
	}
	if (!st && !costs.n && !(known > 0))
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan from this result: it does not tell what its units cost; give "
			"--cost");
	return st;
}

static enum as_status read_wish(const struct as_args *args, const struct as_experiment *x,
	struct as_planning *p, struct as_wish *out, struct as_err *err)
{
	double precision = x->plan.precision > 0 ? x->plan.precision : 0.01;
	double confidence = x->plan.confidence;
	bool ratio = as_target_is_ratio(x);
	int64_t budget_ns = 0;
	enum as_status st = as_request_targets(args, &precision, &confidence, &budget_ns, err);

	if (st)
		return st;
	if (budget_ns && !as_args_has(args, AS_OPT_PRECISION))
		precision = 0;
	p->confidence = as_simultaneous(confidence, ratio ? as_experiment_pairs(x) : 1);
	*out = (struct as_wish){
		.precision = ratio && precision > 0 ? as_ratio_half_width(precision) : precision,
		.budget_s = budget_ns ? (double)budget_ns / 1e9 : HUGE_VAL};
	return AS_OK;
}

static void complete(const struct as_experiment *x, const struct as_dimension *d,
	double confidence, struct as_forecast *f)
{
	for (size_t i = 0; i < f->n_levels; i++)
		f->level[i].name = as_level_names[d->bottom + i];
	if (d->bottom == AS_LEVEL_ITERATION)
		f->level[0].count += d->warmup;
	f->commands = x->n_subjects;
	f->of_ratio = as_target_is_ratio(x);
	f->confidence = confidence;
	if (f->of_ratio) {
		f->half_width = expm1(f->half_width);
		f->precision = expm1(f->precision);
	}
}

/* What sees changes, in place of what a precision takes. */
static enum as_status changes(struct as_cli *cli, struct as_experiment *x, size_t metric,
	const struct as_dimension *d, const struct as_planning *p, struct as_err *err)
{
	double precision = 0;
	int64_t budget_ns = 0;
	enum as_status st = as_request_targets(
		cli->args, &precision, &x->plan.confidence, &budget_ns, err);

	return st ? st : as_plan_detect(cli, x, metric, d, p, err);
}

/* Of the subjects those that --only names, which lie side by side. */
static enum as_status choose_only(const struct as_args *args, const struct as_experiment *x,
	struct as_lesson *what, struct as_err *err)
{
	const size_t times = as_args_times(args, AS_OPT_ONLY);
	size_t n = 0, from = x->n_subjects, to = 0;

	for (size_t i = 0; times && i < x->n_subjects; i++)
		for (size_t k = 0; k < times; k++) {
			const char *which = as_args_nth(args, AS_OPT_ONLY, k)->values[0];

			if (fnmatch(which, x->subjects[i].name, 0))
				continue;
			from = n++ ? from : i;
			to = i + 1;
			break;
		}
	if (!times)
		return AS_OK;
	if (!n)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan for '%.100s': the result has nothing of that name; assay show "
			"lists what it has",
			as_args_nth(args, AS_OPT_ONLY, 0)->values[0]);
	if (n != to - from || (as_target_is_ratio(x) && n != x->n_subjects))
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan for some of the commands of a result that are compared or do "
			"not lie side by side; name one benchmark with --only");
	what->from = from;
	what->to = to;
	return AS_OK;
}

static enum as_status plan(struct as_cli *cli, struct as_experiment *x, struct as_err *err)
{
	const struct as_args *args = cli->args;
	const char *criterion = as_args_value(args, AS_OPT_CRITERION);
	struct as_lesson what = {
		.metric = x->criterion, .to = x->n_subjects, .role = AS_ROLE_MEASURED};
	struct as_plan_options o;
	struct as_dimension d;
	struct as_planning p;
	struct as_learnt_state state;
	struct as_wish wish;
	struct as_forecast f;
	struct as_forecast_flat flat;
	double pilot[AS_LEVELS_MAX];

	enum as_status st = criterion ? as_experiment_ask_metric(x, criterion, &what.metric, err)
				      : AS_OK;
	if (st)
		return st;
	if (what.metric >= x->n_metrics)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan for '%.100s': the result has no such metric", criterion);
	x->plan.precision_each = x->plan.precision_each || as_args_has(args, AS_OPT_PRECISION_EACH);
	st = as_plan_options_read(args, &o, err);
	if (!st)
		st = choose_only(args, x, &what, err);
	if (!st)
		st = as_learn(x, &what, &d, err);
	if (!st)
		st = as_planning_of(&d, o.kappa, &p, err);
	if (st)
		return st;
	p.rounding = o.rounding;
	st = bound(args, x, &d, &p, err);
	if (!st && o.min_top)
		p.r_min[p.n_levels - 1] = o.min_top;
	if (!st)
		st = take_costs(args, x, &d, &p, err);
	if (!st && as_args_has(args, AS_OPT_DETECT))
		return changes(cli, x, what.metric, &d, &p, err);
	if (!st)
		st = read_wish(args, x, &p, &wish, err);
	if (!st)
		st = as_learn_state(x, &what, p.confidence, &state, err);
	if (st)
		return st;
	wish.stretch = state.stretch;
	if (as_forecast_of(&p, &wish, NULL, &f))
		return as_fail(err, AS_ERR_DATA,
			"cannot plan from this result: its mean or its variances go "
			"beyond what can be computed");
	as_forecast_range(&f, &d, &p, &wish);
	for (size_t i = 0; i < p.n_levels; i++)
		pilot[i] = (double)d.level[d.bottom + i].pilot;
	as_flat_of(&p, pilot, &wish, &f, &flat);
	if (d.bottom == AS_LEVEL_ITERATION)
		flat.count[0] += d.warmup;
	complete(x, &d, p.confidence, &f);
	as_forecast_hold(&f, state.holds);
	return as_plan_show(cli, &f, state.holds == AS_HOLDS_BELOW ? NULL : &flat, err);
}

/* A word alone is a command: what a result is called elsewhere stands behind an @ here. */
static const char *result_meant(const char *word)
{
	return *word == '@' && strncmp(word, "@last", 5) != 0 ? word + 1 : word;
}

enum as_status as_plan_of_result(struct as_cli *cli, struct as_err *err)
{
	struct as_store *store = NULL;
	struct as_experiment *x = NULL;
	enum as_status st = check_words(cli->args, err);

	if (!st)
		st = as_result_read(cli, result_meant(cli->args->words[0]), &store, &x, err);
	as_store_close(store);
	if (!st)
		st = plan(cli, x, err);
	as_experiment_free(x);
	return st;
}
