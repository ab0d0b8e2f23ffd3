/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/num.h"
#include "cli/measure/plan_verb.h"
#include "cli/measure/request_options.h"

enum as_status as_plan_options_read(const struct as_args *args, struct as_plan_options *out,
	struct as_err *err)
{
	const char *kappa = as_args_value(args, AS_OPT_KAPPA);
	const char *integers = as_args_value(args, AS_OPT_INTEGERS);
	struct as_plan_options o = {.kappa = AS_PLAN_KAPPA};
	uint32_t top = 0;
	enum as_status st = as_args_count(args, AS_OPT_MIN_TOP, AS_TOP_LEAST, AS_EXECUTIONS_MAX,
		&top, err);

	if (!st && kappa && (!as_parse_double(kappa, &o.kappa) || !(o.kappa >= 0 && o.kappa <= 1)))
		st = as_args_bad(AS_OPT_KAPPA, kappa, "a number from 0 to 1, such as 0.25", err);
	if (st)
		return st;
	o.min_top = top;
	o.rounding = integers && !strcmp(integers, "ceil") ? AS_ROUND_UP : AS_ROUND_BEST;
	*out = o;
	return AS_OK;
}

enum as_status as_plan_check_options(const struct as_args *args, const enum as_option_id *meant,
	size_t n, const char *what, struct as_err *err)
{
	char option[32];

	for (size_t i = 0; i < args->n_given; i++) {
		size_t k = 0;
		while (k < n && meant[k] != args->given[i].id)
			k++;
		if (k < n)
			continue;
		as_option_spell(args->given[i].id, option);
		return as_fail(err, AS_ERR_USAGE,
			"cannot use %s with %s: nothing is measured; leave one out", option, what);
	}
	return AS_OK;
}
