/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay plan without measuring: variances and costs are given, or variances by a table of values. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyse/plan/flat.h"
#include "base/num.h"
#include "cli/planning/plan_verb.h"
#include "cli/request/levels.h"
#include "cli/request/request_options.h"
#include "cli/results/result.h"

/* What a plan from numbers depends on; any other option would be without effect. */
static const enum as_option_id meant[] = {
	AS_OPT_VARIANCE, AS_OPT_MEAN, AS_OPT_PILOT, AS_OPT_COST, AS_OPT_MIN_TOP, AS_OPT_KAPPA,
	AS_OPT_INTEGERS, AS_OPT_PRECISION, AS_OPT_BUDGET, AS_OPT_CONFIDENCE, AS_OPT_ITERATIONS,
	AS_OPT_RUNS, AS_OPT_BUILDS_COUNT, AS_OPT_STYLE, AS_OPT_VERBOSE, AS_OPT_JSON,
};

/* What variances come from. */
struct plan_source {
	const char *from; /* an option, or a file */
	const struct as_experiment *x; /* of the file; else NULL */
	struct as_learnt_tree tree;
	struct as_level_values v;
	double pilot[AS_LEVELS_MAX]; /* counts that they were seen with; 0: not known */
};

static enum as_status check_options(
	const struct as_args *args, const char *table, struct as_err *err)
{
	/* a table tells these */
	static const enum as_option_id told[] = {AS_OPT_MEAN, AS_OPT_PILOT};
	char option[32];

	for (size_t i = 0; table && i < sizeof told / sizeof told[0]; i++) {
		if (!as_args_has(args, told[i]))
			continue;
		as_option_spell(told[i], option);
		return as_fail(err, AS_ERR_USAGE,
			"cannot use %s with '%.200s', which tells that itself: leave one out",
			option, table);
	}
	if (table && args->n_words > 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan from '%.100s' and '%.100s' together: a plan is of one table; "
			"leave one out",
			args->words[0], args->words[1]);
	if (!table && args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan '%.200s' from --variance: with given "
			"variances nothing is measured; leave one out",
			args->words[0]);
	return as_plan_check_options(
		args, meant, sizeof meant / sizeof meant[0], table ? table : "--variance", err);
}

static enum as_status no_value(
	const struct plan_source *g, const char *level, const char *option, struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE,
		"cannot plan from %.200s: %.200s does not have the level %s; "
		"give each level",
		g->from, option, level);
}

/* Every level of the variances has one of these, and no other has. */
static enum as_status match(const struct plan_source *g, const struct as_level_values *v,
	const char *option, double *out, struct as_err *err)
{
	for (size_t i = 0; i < g->v.n; i++) {
		const double *x = as_level_value(v, g->v.v[i].name);
		if (!x)
			return no_value(g, g->v.v[i].name, option, err);
		out[i] = *x;
	}
	for (size_t i = 0; i < v->n; i++)
		if (!as_level_value(&g->v, v->v[i].name))
			return no_value(g, v->v[i].name, g->from, err);
	return AS_OK;
}

/* S_i^2 = T_i^2 + S_{i-1}^2 / r_{i-1} (methods.md 4.1): what a pilot with these counts saw. */
static enum as_status of_pilot(const struct as_level_values *variances, const double *cost_s,
	const double *counts, double kappa, struct as_planning *out, struct as_err *err)
{
	struct as_tree_stats s = {.n_levels = variances->n, .mean = out->mean};
	double units = 1;

	for (size_t i = variances->n; i-- > 0;) {
		struct as_tree_level *l = &s.level[i];
		l->repeated = counts[i] > 1;
		l->r_max = (size_t)counts[i];
		l->df = (size_t)((counts[i] - 1) * units);
		units *= counts[i];
	}
	for (size_t i = 0; i < variances->n; i++) {
		struct as_tree_level *l = &s.level[i];
		l->t2 = variances->v[i].value;
		l->s2 = fmax(l->t2 + (i ? s.level[i - 1].s2 / counts[i - 1] : 0), 0);
	}
	return as_planning_of_tree(&s, cost_s, kappa, out, err);
}

/* Counts that are given are not planned. */
static enum as_status fix_counts(const struct as_args *args, const struct plan_source *g,
	struct as_planning *p, struct as_err *err)
{
	const struct as_level_values *v = &g->v;
	static const struct {
		enum as_option_id id;
		enum as_level_index level;
		uint32_t most;
	} counts[] = {
		{AS_OPT_ITERATIONS, AS_LEVEL_ITERATION, AS_COUNT_MAX},
		{AS_OPT_RUNS, AS_LEVEL_EXECUTION, AS_COUNT_MAX},
		{AS_OPT_BUILDS_COUNT, AS_LEVEL_BUILD, AS_BUILDS_MAX},
	};
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < sizeof counts / sizeof counts[0]; i++) {
		uint32_t n = 0;
		size_t at = 0;
		st = as_args_count(args, counts[i].id, 1, counts[i].most, &n, err);
		while (at < v->n && strcmp(v->v[at].name, as_level_names[counts[i].level]) != 0)
			at++;
		if (st || !n)
			continue;
		if (at == v->n)
			return no_value(g, as_level_names[counts[i].level], g->from, err);
		if (at + 1 == v->n && n < AS_TOP_LEAST)
			return as_fail(err, AS_ERR_USAGE,
				"cannot plan a single %s: it is the top level, "
				"and one unit has no interval; 2 are the least",
				v->v[at].name);
		p->r_min[at] = p->r_max[at] = n;
	}
	return st;
}

/* Without costs there is nothing to weigh: counts but that at the top must be given. */
static enum as_status check_costs(const struct as_level_values *v, const struct as_planning *p,
	bool budget, struct as_err *err)
{
	for (size_t i = 0; i + 1 < v->n; i++)
		if (!p->r_max[i] || p->r_min[i] != p->r_max[i])
			return as_fail(err, AS_ERR_USAGE,
				"cannot plan how many %ss: what units cost is not "
				"known; give --cost",
				v->v[i].name);
	if (budget)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan for --budget: what units cost is not known; give --cost");
	return AS_OK;
}

static enum as_status read_mean(const struct as_args *args, double *out, struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_MEAN);

	if (text && (!as_parse_double(text, out) || !(fabs(*out) > 0)))
		return as_args_bad(AS_OPT_MEAN, text, "a number other than 0, such as 12.5", err);
	if (!text && as_args_has(args, AS_OPT_PRECISION))
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan for --precision: a percentage of an unknown mean; give "
			"--mean");
	return AS_OK;
}

/* Levels of a table, from the bottom, as if they had been given. */
static enum as_status take_table(struct plan_source *g, struct as_err *err)
{
	const struct as_place of = {g->x, 0, g->x->criterion};
	const struct as_tree_stats *s = &g->tree.stats;
	enum as_status st = as_learn_tree(&of, &g->tree, err);

	for (size_t i = 0; !st && i < s->n_levels; i++) {
		struct as_level_value *v = &g->v.v[g->v.n++];
		snprintf(v->name, sizeof v->name, "%s", g->tree.name[i]);
		v->value = s->level[i].t2;
		g->pilot[i] = s->level[i].repeated ? s->level[i].r_mean : 1;
	}
	return st;
}

static enum as_status read_levels(const struct as_args *args, const struct as_plan_options *o,
	struct plan_source *g, struct as_planning *p, struct as_err *err)
{
	struct as_level_values costs, pilot, *v = &g->v;
	double cost_s[AS_TREE_LEVELS] = {0};
	enum as_status st =
		g->x ? take_table(g, err)
		     : as_args_levels(args, AS_OPT_VARIANCE, AS_LEVEL_NUMBER, false, v, err);

	if (!st)
		st = as_args_levels(args, AS_OPT_COST, AS_LEVEL_SECONDS, false, &costs, err);
	if (!st)
		st = as_args_levels(args, AS_OPT_PILOT, AS_LEVEL_COUNT, false, &pilot, err);
	if (!st && costs.n)
		st = match(g, &costs, "--cost", cost_s, err);
	if (!st && pilot.n)
		st = match(g, &pilot, "--pilot", g->pilot, err);
	if (!st && g->x)
		return as_planning_of_tree(&g->tree.stats, cost_s, o->kappa, p, err);
	if (!st && v->v[0].value < 0)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot plan from a variance of %g of %ss: that of the lowest "
			"level is no difference of others, and cannot be below 0",
			v->v[0].value, v->v[0].name);
	if (st)
		return st;
	if (pilot.n)
		return of_pilot(v, cost_s, g->pilot, o->kappa, p, err);
	if (as_args_has(args, AS_OPT_KAPPA))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --kappa with --variance: how much the variances "
			"can be trusted depends on the counts they are from; give --pilot");
	p->n_levels = v->n;
	for (size_t i = 0; i < v->n; i++) {
		p->t2[i] = v->v[i].value;
		p->cost_s[i] = cost_s[i];
	}
	return AS_OK;
}

static enum as_status read_planning(const struct as_args *args, struct plan_source *g,
	struct as_planning *out, struct as_err *err)
{
	struct as_planning p = {.mean = 1};
	struct as_plan_options o;
	enum as_status st = as_plan_options_read(args, &o, err);

	if (!st)
		st = g->x ? AS_OK : read_mean(args, &p.mean, err);
	if (!st)
		st = read_levels(args, &o, g, &p, err);
	p.rounding = o.rounding;
	if (!st && o.min_top)
		p.r_min[g->v.n - 1] = o.min_top;
	if (!st)
		st = fix_counts(args, g, &p, err);
	if (!st && !as_args_has(args, AS_OPT_COST))
		st = check_costs(&g->v, &p, as_args_has(args, AS_OPT_BUDGET), err);
	*out = p;
	return st;
}

/* Costs that were not given are not 0. */
static void forget_costs(struct as_forecast *f)
{
	f->cost_s = f->unit_cost_s = f->precision_s = (double)NAN;
	for (size_t i = 0; i < f->n_levels; i++) {
		f->level[i].cost_s = f->level[i].optimum = (double)NAN;
		f->level[i].published = 0;
	}
}

static enum as_status plan(struct as_cli *cli, struct plan_source *g, struct as_err *err)
{
	const struct as_args *args = cli->args;
	struct as_planning p;
	struct as_wish wish = {.budget_s = HUGE_VAL};
	struct as_forecast f;
	struct as_forecast_flat flat = {.cost_s = (double)NAN};
	int64_t budget_ns = 0;
	enum as_status st = read_planning(args, g, &p, err);

	p.confidence = 0.95;
	if (!st)
		st = as_request_targets(args, &wish.precision, &p.confidence, &budget_ns, err);
	if (st)
		return st;
	if (budget_ns)
		wish.budget_s = (double)budget_ns / 1e9;
	st = as_forecast_of(&p, &wish, NULL, &f);
	if (st)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan from these numbers: variances, mean and "
			"counts go beyond what can be computed");
	f.commands = 1;
	f.absolute = !g->x && !as_args_has(args, AS_OPT_MEAN);
	for (size_t i = 0; i < g->v.n; i++)
		f.level[i].name = g->v.v[i].name;
	if (!as_args_has(args, AS_OPT_COST))
		forget_costs(&f);
	else if (g->pilot[0] > 0)
		as_flat_of(&p, g->pilot, &wish, &f, &flat);
	return as_plan_show(cli, &f, &flat, err);
}

bool as_plan_is_of_table(const struct as_args *args)
{
	static const char end[] = ".csv";

	for (size_t i = 0; i < args->n_before; i++) {
		const size_t n = strlen(args->words[i]);
		if (n > sizeof end - 1 && !strcmp(args->words[i] + n - (sizeof end - 1), end))
			return true;
	}
	return false;
}

enum as_status as_plan_given(struct as_cli *cli, struct as_err *err)
{
	const char *table = as_plan_is_of_table(cli->args) ? cli->args->words[0] : NULL;
	struct plan_source g = {.from = table ? table : "--variance"};
	struct as_experiment *x = NULL;
	struct as_store *store = NULL;
	enum as_status st = check_options(cli->args, table, err);

	if (!st && table)
		st = as_result_read(cli, table, &store, &x, err);
	as_store_close(store);
	if (!st && x && x->n_subjects != 1)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot plan from '%.200s': it has %zu subjects, and a plan is of one; "
			"keep "
			"the rows of that alone",
			table, x->n_subjects);
	g.x = x;
	if (!st)
		st = plan(cli, &g, err);
	as_experiment_free(x);
	return st;
}
