/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/request/request_options.h"

#include <string.h>

#include "base/num.h"
#include "cli/compare/comparing.h"
#include "cli/request/metrics.h"
#include "cli/request/request_commands.h"
#include "cli/request/setting_options.h"
#include "clock/clock.h"
#include "model/kept/derived.h"

/* Options that contradict each other. */
static enum as_status check_pairs(const struct as_args *args, struct as_err *err)
{
	static const struct {
		enum as_option_id a, b;
		const char *why;
	} pairs[] = {
		{AS_OPT_RUNS, AS_OPT_MIN_RUNS, "--runs is an exact number"},
		{AS_OPT_RUNS, AS_OPT_MAX_RUNS, "--runs is an exact number"},
		{AS_OPT_RUNS, AS_OPT_DECIDE, "--runs is an exact number"},
		{AS_OPT_DECIDE, AS_OPT_BUILD,
			"all builds are made before the first round, and those that "
			"a second look would add would meet another state of the machine (ask for "
			"more at "
			"once: --builds, --budget)"},
		{AS_OPT_EARLY, AS_OPT_DECIDE, "both say when it ends"},
		{AS_OPT_EARLY, AS_OPT_PRECISION, "gates end it, and not a precision"},
		{AS_OPT_EARLY, AS_OPT_PRECISION_EACH, "gates end it, and not a precision"},
		{AS_OPT_NO_SHELL, AS_OPT_SHELL, "one of them wants no shell"},
		{AS_OPT_SHOW_OUTPUT, AS_OPT_OUTPUT, "both say where the output goes"},
	};
	char a[32], b[32];

	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		if (!as_args_has(args, pairs[i].a) || !as_args_has(args, pairs[i].b))
			continue;
		as_option_spell(pairs[i].a, a);
		as_option_spell(pairs[i].b, b);
		return as_fail(err, AS_ERR_USAGE, "%s and %s cannot be combined: %s; leave one out",
			a, b, pairs[i].why);
	}
	return AS_OK;
}

/* What one option cannot know of the others. */
static enum as_status check_amount(const struct as_args *args, const struct as_request *r,
	struct as_err *err)
{
	if (as_args_has(args, AS_OPT_POWER) && !(r->aim.detect > 0))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --power without a change that is to be seen: add --detect, "
			"such as --detect 3%%");
	if (r->aim.same_iteration && !r->amount.iterations_given)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take the same iteration of each execution (--same-iteration) "
			"while it is planned how many there are: give their number "
			"(--iterations), or take it from the result (assay show --same-iteration)");
	if (r->amount.max_runs && r->amount.min_runs > r->amount.max_runs)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure at least %u and at most %u executions: --min-runs must "
			"not be above --max-runs",
			r->amount.min_runs, r->amount.max_runs);
	if (r->amount.drop >= r->amount.iterations)
		return as_fail(err, AS_ERR_USAGE,
			"cannot drop %u of %u iterations: nothing would be left; raise "
			"--iterations",
			r->amount.drop, r->amount.iterations);
	return AS_OK;
}

enum as_status as_request_targets(const struct as_args *args, double *precision,
	double *confidence, int64_t *budget_ns, struct as_err *err)
{
	static const enum as_option_id ids[] = {AS_OPT_PRECISION, AS_OPT_CONFIDENCE, AS_OPT_BUDGET};
	struct as_request r = {.aim = {.precision = *precision, .confidence = *confidence},
		.amount.budget_ns = *budget_ns};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < sizeof ids / sizeof ids[0] && !st; i++)
		st = as_setting_said(args, ids[i], NULL, &r, err);
	*precision = r.aim.precision;
	*confidence = r.aim.confidence;
	*budget_ns = r.amount.budget_ns;
	return st;
}

/* 53 bits, so that every reader of JSON gets the seed back exactly. */
static uint64_t seed_of_the_clock(void)
{
	uint64_t x = (uint64_t)as_clock_date() ^ (uint64_t)as_clock_now() << 20;

	return x & ((UINT64_C(1) << 53) - 1);
}

enum as_status as_request_more(const struct as_args *args, struct as_request *out,
	struct as_err *err)
{
	static const enum as_option_id ids[] = {AS_OPT_RUNS, AS_OPT_PRECISION, AS_OPT_BUDGET,
		AS_OPT_LABEL};
	struct as_request r = {0};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < sizeof ids / sizeof ids[0] && !st; i++)
		st = as_setting_said(args, ids[i], NULL, &r, err);
	if (!st)
		*out = r;
	return st;
}

/* What is subtracted from the others is not compared with them. */
static size_t n_compared(const struct as_request *r)
{
	return r->what.n_commands -
	       (r->what.n_commands && r->what.commands[r->what.n_commands - 1].is_subtracted);
}

/* --require-decision implies two looks (methods.md 6.7) where they can be. */
static bool are_implied(const struct as_args *args, const struct as_request *r)
{
	return as_args_has(args, AS_OPT_REQUIRE_DECISION) && !r->amount.runs &&
		!r->aim.early && n_compared(r) > 1 &&
		r->what.shared_hooks && !as_args_has(args, AS_OPT_BUILD) &&
		as_same_double(r->aim.confidence, 0.95);
}

/* What two looks need. */
static enum as_status check_decide(const struct as_request *r, struct as_err *err)
{
	if (!r->aim.decide)
		return AS_OK;
	if (n_compared(r) < 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot decide (--decide) with one command: there is nothing to compare "
			"it with; give two, or leave --decide out");
	if (!r->what.shared_hooks)
		return as_fail(err, AS_ERR_USAGE,
			"cannot decide (--decide) between commands that run one after the other, "
			"because drift cannot be told from a difference then; give them one "
			"--setup and --cleanup without parameters");
	if (!as_same_double(r->aim.confidence, 0.95))
		return as_fail(err, AS_ERR_USAGE,
			"cannot decide (--decide) at a confidence of %.4g%%: the levels of two "
			"looks are known for 95%% only; leave --confidence out",
			100 * r->aim.confidence);
	return AS_OK;
}

/* What has to be looked for is looked for where it is asked for, by whichever option. */
static void look_for(const char *metric, struct as_request *r)
{
	if (!strcmp(metric, as_metrics[AS_METRIC_TEMPERATURE].name) ||
		!strcmp(metric, as_metrics[AS_METRIC_THROTTLES].name) ||
		!strcmp(metric, as_metrics[AS_METRIC_BIGGEST_OTHER].name))
		r->reading.around = AS_AROUND_ALL;
}

/* The criterion as its metric is called. */
static enum as_status read_metrics(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *base = as_statistic_base(a, r->reading.criterion);
	struct as_choices all = {0};
	struct as_observing reading = r->reading;
	reading.criterion = base;
	enum as_status st = base ? as_metrics_read(args, &reading, a, &all, err)
				 : as_fail_memory(err);
	const char **words = as_arena_array(a, all.n, sizeof *words);
	struct as_choice choice;
	bool found = false;

	if (!st)
		st = as_choice_find(base, a, &choice, &found, err);
	if (!st && !found)
		st = as_statistic_check(r->reading.criterion, err);
	if (!st && found && choice.kind != AS_CHOICE_PATTERN)
		r->reading.criterion = as_statistic_of(a, choice.metric.name, base,
			r->reading.criterion);
	for (size_t i = 0; words && i < all.n; i++) {
		words[i] = all.v[i].word;
		look_for(all.v[i].metric.name, r);
	}
	r->reading.metrics = words;
	r->reading.n_metrics = all.n;
	return st || words ? st : as_fail_memory(err);
}

enum as_status as_request_options(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	enum as_status st = check_pairs(args, err);

	if (!st)
		st = as_comparing_check(args, err);
	if (!st)
		st = as_settings_said(args, NULL, a, r, err);
	if (!st)
		st = check_amount(args, r, err);
	if (!as_args_has(args, AS_OPT_SEED))
		r->amount.seed = seed_of_the_clock();
	return st ? st : read_metrics(args, a, r, err);
}

enum as_status as_request_fill(const struct as_args *args, struct as_arena *a,
	struct as_request *out, struct as_err *err)
{
	struct as_request r = as_request_defaults();

	if (args->settings && args->settings->what.n_commands) { /* it was filled in then */
		*out = *args->settings;
		return AS_OK;
	}
	enum as_status st = as_request_options(args, a, &r, err);

	if (!st && !as_args_has(args, AS_OPT_BUILD) &&
		(r.building.n_artifacts || r.building.builds ||
			r.building.randomize & AS_RANDOMIZE_LAYOUT))
		st = as_fail(err, AS_ERR_USAGE,
			"cannot vary builds without building: give the command that builds with "
			"--build");
	if (!st)
		st = as_request_commands(args, a, &r, err);
	if (!st)
		r.aim.decide = r.aim.decide || are_implied(args, &r);
	if (!st)
		st = check_decide(&r, err);
	if (st)
		return st;
	if (!r.amount.budget_given)
		r.amount.budget_ns = (int64_t)r.what.n_commands * AS_BUDGET_EACH_NS;
	*out = r;
	return AS_OK;
}
