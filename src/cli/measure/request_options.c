/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/request_options.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/words.h"
#include "cli/compare/comparing.h"
#include "cli/files.h"
#include "cli/measure/conditions_options.h"
#include "cli/measure/levels.h"
#include "cli/measure/metrics.h"
#include "cli/measure/plan_verb.h"
#include "cli/measure/request_commands.h"
#include "clock/clock.h"

static const struct as_share_range precision_range = {
	0, 1, true, "a percentage above 0% and below 100%, such as 1%"};
static const struct as_share_range tolerance_range = {
	0, 1, false, "a percentage from 0% to below 100%, such as 1%"};
static const struct as_share_range confidence_range = {
	0.5, 1, false, "a percentage from 50% to below 100%, such as 95%"};

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

static enum as_status read_seconds(const struct as_args *args, int64_t *out_ns, struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_MIN_TIME);
	double s = 0;

	if (!text)
		return AS_OK;
	if (!as_parse_double(text, &s) || !(s >= 0 && s <= 864e6))
		return as_args_bad(AS_OPT_MIN_TIME, text, "a number of seconds, such as 3 or 0.5",
			err);
	*out_ns = (int64_t)llround(s * 1e9);
	return AS_OK;
}

/* A number, or "auto", which takes back what a suite says. */
static enum as_status read_drop(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	if (!as_args_has(args, AS_OPT_DROP))
		return AS_OK;
	r->amount.drop_given = !as_args_is(args, AS_OPT_DROP, "auto");
	r->amount.drop = 0;
	return r->amount.drop_given ? as_args_count(args, AS_OPT_DROP, 0, AS_ITERATIONS_MAX,
					      &r->amount.drop, err)
				    : AS_OK;
}

static enum as_status read_counts(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	const struct {
		enum as_option_id id;
		uint32_t min, max, *out;
	} counts[] = {
		{AS_OPT_WARMUP, 0, AS_EXECUTIONS_MAX, &r->amount.warmup},
		{AS_OPT_RUNS, 1, AS_EXECUTIONS_MAX, &r->amount.runs},
		{AS_OPT_MIN_RUNS, 1, AS_EXECUTIONS_MAX, &r->amount.min_runs},
		{AS_OPT_MAX_RUNS, 1, AS_EXECUTIONS_MAX, &r->amount.max_runs},
		{AS_OPT_ITERATIONS, 1, AS_ITERATIONS_MAX, &r->amount.iterations},
		{AS_OPT_BUILDS_COUNT, 1, AS_BUILDS_MAX, &r->building.builds},
		{AS_OPT_STAGE1, 2, AS_EXECUTIONS_MAX, &r->amount.stage1},
	};
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < sizeof counts / sizeof counts[0]; i++)
		st = as_args_count(args, counts[i].id, counts[i].min, counts[i].max, counts[i].out,
			err);
	if (!st)
		st = read_drop(args, r, err);
	if (st)
		return st;
	r->aim.all_pairs = as_args_is(args, AS_OPT_PAIRS, "all");
	r->aim.ratio_of_means = as_args_is(args, AS_OPT_RATIO, "means");
	r->aim.by_difference = as_args_has(args, AS_OPT_DIFFERENCE);
	r->aim.same_iteration = as_comparing_same(args);
	r->amount.iterations_given =
		r->amount.iterations_given || as_args_has(args, AS_OPT_ITERATIONS);
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
	enum as_status st = as_args_percent(args, AS_OPT_PRECISION, &precision_range, precision,
		err);

	if (!st)
		st = as_args_percent(args, AS_OPT_CONFIDENCE, &confidence_range, confidence, err);
	return st ? st : as_args_duration(args, AS_OPT_BUDGET, budget_ns, err);
}

static enum as_status read_targets(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	enum as_status st = as_request_targets(
		args, &r->aim.precision, &r->aim.confidence, &r->amount.budget_ns, err);

	if (!st)
		st = as_args_percent(
			args, AS_OPT_TOLERANCE, &tolerance_range, &r->aim.tolerance, err);
	if (!st)
		st = as_args_duration(args, AS_OPT_TIMEOUT, &r->what.timeout_ns, err);
	if (!st)
		st = read_seconds(args, &r->amount.min_time_ns, err);
	r->amount.budget_given = r->amount.budget_given || as_args_has(args, AS_OPT_BUDGET);
	r->aim.precision_each = r->aim.precision_each || as_args_has(args, AS_OPT_PRECISION_EACH);
	return st;
}

/* What plans are made from: costs that are given, and how pilots are believed. */
static enum as_status read_planning(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	struct as_plan_options o;
	struct as_level_values costs;
	enum as_status st = as_plan_options_read(args, &o, err);

	if (!st)
		st = as_args_levels(args, AS_OPT_COST, AS_LEVEL_SECONDS, true, &costs, err);
	if (st)
		return st;
	r->planning.min_top = (uint32_t)o.min_top;
	r->planning.kappa = o.kappa;
	r->planning.round_up = o.rounding == AS_ROUND_UP;
	for (size_t i = 0; i < AS_MODEL_LEVELS; i++) {
		const double *cost = as_level_value(&costs, as_level_names[i]);
		r->planning.cost_s[i] = cost ? *cost : (double)NAN;
	}
	return AS_OK;
}

/* 53 bits, so that every reader of JSON gets the seed back exactly. */
static uint64_t seed_of_the_clock(void)
{
	uint64_t x = (uint64_t)as_clock_date() ^ (uint64_t)as_clock_now() << 20;

	return x & ((UINT64_C(1) << 53) - 1);
}

static enum as_status read_seed(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_SEED);
	int64_t seed = 0;

	r->amount.seed = seed_of_the_clock();
	if (!text)
		return AS_OK;
	if (!as_parse_i64(text, 0, INT64_MAX, &seed))
		return as_args_bad(AS_OPT_SEED, text,
			"a whole number from 0 to 9223372036854775807", err);
	r->amount.seed = (uint64_t)seed;
	return AS_OK;
}

/* A label must not look like another way to name a result. */
static enum as_status read_label(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	const char *label = as_args_value(args, AS_OPT_LABEL);

	if (label && (!*label || *label == '@' || !label[strspn(label, "0123456789")]))
		return as_args_bad(AS_OPT_LABEL, label,
			"a text that is no number and does not begin with @", err);
	r->keeping.label = label;
	return AS_OK;
}

static const struct {
	const char *word;
	unsigned bits;
} randomized[] = {
	{"layout", AS_RANDOMIZE_LAYOUT | AS_RANDOMIZE_ADDRESS | AS_RANDOMIZE_ENVIRONMENT},
	{"address", AS_RANDOMIZE_ADDRESS},
	{"environment", AS_RANDOMIZE_ENVIRONMENT},
	{"none", 0},
};

bool as_request_randomize(const char *word, size_t n, unsigned *bits)
{
	for (size_t k = 0; k < sizeof randomized / sizeof randomized[0]; k++)
		if (strlen(randomized[k].word) == n && !memcmp(randomized[k].word, word, n)) {
			*bits |= randomized[k].bits;
			return true;
		}
	return false;
}

static enum as_status read_randomize(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	const struct as_arg *arg;

	r->building.randomize_given = as_args_has(args, AS_OPT_RANDOMIZE);
	if (r->building.randomize_given)
		r->building.randomize = 0;
	for (size_t i = 0; (arg = as_args_nth(args, AS_OPT_RANDOMIZE, i)); i++)
		for (const char *s = arg->values[0]; *s;) {
			size_t n = strcspn(s, ",");
			if (!as_request_randomize(s, n, &r->building.randomize))
				return as_args_bad(AS_OPT_RANDOMIZE, arg->values[0],
					"layout, address, environment or none, with commas between",
					err);
			s += n + (s[n] == ',');
		}
	return AS_OK;
}

static enum as_status read_cache(const struct as_args *args, struct as_request *r,
	struct as_err *err)
{
	const char *value = as_args_value(args, AS_OPT_BUILD_CACHE);

	if (!value)
		return AS_OK;
	if (!strcmp(value, "none"))
		r->building.cache_bytes = 0;
	else if (!as_parse_bytes(value, &r->building.cache_bytes))
		return as_args_bad(AS_OPT_BUILD_CACHE, value,
			"a size with its unit, such as 500MiB or 2GiB, or none", err);
	return AS_OK;
}

static enum as_status read_builds(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	size_t n = as_args_times(args, AS_OPT_ARTIFACT);
	const char **artifacts = as_arena_array(a, n, sizeof *artifacts);

	if (!artifacts)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		artifacts[i] = as_args_nth(args, AS_OPT_ARTIFACT, i)->values[0];
	r->building.artifacts = artifacts;
	r->building.n_artifacts = n;
	r->amount.dry_run = as_args_has(args, AS_OPT_DRY_RUN);
	enum as_status st =
		as_args_duration(args, AS_OPT_BUILD_TIMEOUT, &r->building.timeout_ns, err);
	if (!st)
		st = as_args_count(args, AS_OPT_BUILD_JOBS, 1, AS_BUILDS_MAX, &r->building.jobs,
			err);
	if (!st)
		st = read_cache(args, r, err);
	return st ? st : read_randomize(args, r, err);
}

enum as_status as_request_more(const struct as_args *args, struct as_request *out,
	struct as_err *err)
{
	struct as_request r = {.amount.budget_given = as_args_has(args, AS_OPT_BUDGET)};
	enum as_status st =
		as_args_count(args, AS_OPT_RUNS, 1, AS_EXECUTIONS_MAX, &r.amount.runs, err);

	if (!st)
		st = as_args_percent(
			args, AS_OPT_PRECISION, &precision_range, &r.aim.precision, err);
	if (!st)
		st = as_args_duration(args, AS_OPT_BUDGET, &r.amount.budget_ns, err);
	if (!st)
		st = read_label(args, &r, err);
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
	return as_args_has(args, AS_OPT_REQUIRE_DECISION) && !r->amount.runs && n_compared(r) > 1 &&
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
	struct as_choices all = {0};
	enum as_status st = as_metrics_read(args, r->reading.criterion, r->reading.wanted,
		r->reading.n_wanted, a, &all, err);
	const char **words = as_arena_array(a, all.n, sizeof *words);
	struct as_choice choice;
	bool found = false;

	if (!st)
		st = as_choice_find(r->reading.criterion, a, &choice, &found, err);
	if (!st && found && choice.kind != AS_CHOICE_PATTERN)
		r->reading.criterion = choice.metric.name;
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
		st = read_counts(args, r, err);
	if (!st)
		st = read_targets(args, r, err);
	if (!st)
		st = read_planning(args, r, err);
	if (!st)
		st = read_seed(args, r, err);
	if (!st)
		st = read_label(args, r, err);
	if (!st)
		st = as_request_start(args, a, r, err);
	if (!st)
		st = read_builds(args, a, r, err);
	if (!st)
		st = as_conditions_read(args, &r->conditions, err);
	if (as_args_has(args, AS_OPT_CRITERION))
		r->reading.criterion = as_args_value(args, AS_OPT_CRITERION);
	if (as_args_has(args, AS_OPT_COMBINE))
		r->what.combine = as_args_value(args, AS_OPT_COMBINE);
	if (as_args_has(args, AS_OPT_METER))
		r->reading.meter = as_args_value(args, AS_OPT_METER);
	if (as_args_is(args, AS_OPT_SURROUNDINGS, "none"))
		r->reading.around = AS_AROUND_NONE;
	else if (as_args_is(args, AS_OPT_SURROUNDINGS, "all"))
		r->reading.around = AS_AROUND_ALL;
	r->aim.decide = as_args_has(args, AS_OPT_DECIDE);
	if (!st)
		st = read_metrics(args, a, r, err);
	return st;
}

enum as_status as_request_fill(const struct as_args *args, const char *command_line,
	struct as_arena *a, struct as_request *out, struct as_err *err)
{
	struct as_request r = as_request_defaults();
	enum as_status st = as_request_options(args, a, &r, err);

	r.keeping.command_line = command_line;
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
