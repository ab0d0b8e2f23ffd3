/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/comparing.h"

enum as_status as_comparing_check(const struct as_args *args, struct as_err *err)
{
	if (!as_args_has(args, AS_OPT_DIFFERENCE))
		return AS_OK;
	if (as_args_has(args, AS_OPT_RATIO))
		return as_fail(err, AS_ERR_USAGE, "cannot use --difference with --ratio: commands are compared "
			"by the difference or by a ratio; leave one of them out");
	if (as_args_has(args, AS_OPT_TOLERANCE))
		return as_fail(err, AS_ERR_USAGE, "cannot use --difference with --tolerance: a tolerance is a "
			"percentage, and a difference is in the unit of the metric; leave one of them out");
	if (as_args_has(args, AS_OPT_FAIL_IF))
		return as_fail(err, AS_ERR_USAGE, "cannot use --difference with --fail-if: the limit of a gate is "
			"a percentage, and a difference is in the unit of the metric; leave one of them out");
	return AS_OK;
}

void as_comparing_set(const struct as_args *args, struct as_experiment *x)
{
	x->all_pairs = as_args_is(args, AS_OPT_PAIRS, "all");
	x->ratio_of_means = as_args_is(args, AS_OPT_RATIO, "means");
	x->by_difference = as_args_has(args, AS_OPT_DIFFERENCE);
}
