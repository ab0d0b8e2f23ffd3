/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/comparing.h"
#include "cli/compare/gate_options.h"

#include <string.h>

#include "base/num.h"
#include "run/request/request.h"

/* The words of struct as_experiment for --same-iteration; 0 without it. */
static enum as_status same_iteration(const struct as_args *args, size_t *out, struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_SAME_ITERATION);
	int64_t n = 0;

	if (as_args_kept(args, AS_OPT_SAME_ITERATION))
		*out = args->settings->aim.same_iteration;
	else if (text && !strcmp(text, "last"))
		*out = AS_SAME_LAST;
	else if (text && !as_parse_i64(text, 1, 100000000, &n))
		return as_args_bad(AS_OPT_SAME_ITERATION, text,
			"the number of an iteration, from 1, or last", err);
	else
		*out = (size_t)n;
	return AS_OK;
}

enum as_status as_comparing_check(const struct as_args *args, struct as_err *err)
{
	size_t same = 0;

	if (same_iteration(args, &same, err))
		return AS_ERR_USAGE;
	if (!as_args_has(args, AS_OPT_DIFFERENCE))
		return AS_OK;
	if (as_args_has(args, AS_OPT_RATIO))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --difference with --ratio: commands are compared "
			"by the difference or by a ratio; leave one of them out");
	if (as_args_has(args, AS_OPT_TOLERANCE))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --difference with --tolerance: a tolerance is a "
			"percentage, and a difference is in the unit of the metric; leave one of "
			"them out");
	if (as_gates_given(args))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --difference with %s: the limit of a gate is "
			"a percentage, and a difference is in the unit of the metric; leave one of "
			"them out",
			as_gates_option(args));
	return AS_OK;
}

size_t as_comparing_same(const struct as_args *args)
{
	size_t same = 0;

	return same_iteration(args, &same, NULL) ? 0 : same;
}

/* Intervals by --interval are those of a mean. */
bool as_comparing_by_mean(const struct as_args *args)
{
	const bool chosen = as_args_has(args, AS_OPT_INTERVAL) &&
		!as_args_is(args, AS_OPT_INTERVAL, "auto");

	return chosen || (as_args_has(args, AS_OPT_ESTIMATOR) &&
		!strcmp(as_args_nth(args, AS_OPT_ESTIMATOR, 0)->values[0], "mean"));
}

void as_comparing_set(const struct as_args *args, struct as_experiment *x)
{
	x->all_pairs = as_args_kept(args, AS_OPT_PAIRS) ? args->settings->aim.all_pairs
		: as_args_is(args, AS_OPT_PAIRS, "all");
	x->ratio_of_means = as_args_kept(args, AS_OPT_RATIO) ? args->settings->aim.ratio_of_means
		: as_args_is(args, AS_OPT_RATIO, "means");
	x->by_mean = as_args_kept(args, AS_OPT_ESTIMATOR) ? args->settings->aim.by_mean
		: as_comparing_by_mean(args);
	x->by_difference = as_args_has(args, AS_OPT_DIFFERENCE);
	x->same_iteration = as_comparing_same(args);
}
