/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/planning/plan_verb.h"
#include "cli/request/setting_options.h"

enum as_status as_plan_options_read(const struct as_args *args, struct as_plan_options *out,
	struct as_err *err)
{
	static const enum as_option_id ids[] = {AS_OPT_MIN_TOP, AS_OPT_KAPPA, AS_OPT_INTEGERS};
	struct as_request r = as_request_defaults();
	enum as_status st = AS_OK;

	for (size_t i = 0; i < sizeof ids / sizeof ids[0] && !st; i++)
		st = as_setting_said(args, ids[i], NULL, &r, err);
	if (!st)
		*out = (struct as_plan_options){.min_top = r.planning.min_top,
			.kappa = r.planning.kappa,
			.rounding = r.planning.round_up ? AS_ROUND_UP : AS_ROUND_BEST};
	return st;
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
