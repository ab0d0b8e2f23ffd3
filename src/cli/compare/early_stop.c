/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/early_stop.h"

/* Why nothing can end it; NULL: gates can. */
static const char *why_not(const struct as_args *args, const struct as_request *r,
	const struct as_early_gates *gates)
{
	if (!gates->n)
		return "without a gate that is to be decided: add --fail-if 'slower by 3%', or "
		       "--fail-unless";
	if (gates->n_compared < 2)
		return "with one command: a gate compares two";
	if (!r->what.shared_hooks)
		return "between commands that run one after the other, because drift cannot be "
		       "told from a difference then; give them one --setup and --cleanup without "
		       "parameters";
	if (r->aim.by_difference || r->aim.ratio_of_means)
		return "beside --difference or --ratio=means: the looks are at the ratio of "
		       "geometric means; leave one out";
	if (as_args_has(args, AS_OPT_ESTIMATOR))
		return "beside --estimator: a number without an interval has no looks; leave one "
		       "out";
	return NULL;
}

enum as_status as_early_settle(const struct as_args *args, struct as_request *r,
	const struct as_early_gates *gates, struct as_err *err)
{
	const char *why = r->aim.early ? why_not(args, r, gates) : NULL;

	if (why && as_args_has(args, AS_OPT_EARLY))
		return as_fail(err, AS_ERR_USAGE, "cannot end early (--early) %s", why);
	r->aim.early = r->aim.early && !why;
	if (!r->aim.early)
		return AS_OK;
	r->aim.gates = gates->v;
	r->aim.n_gates = gates->n;
	r->aim.gates_all = (uint32_t)gates->all;
	return AS_OK;
}

enum as_status as_early_refuse(const struct as_args *args, struct as_err *err)
{
	return as_args_has(args, AS_OPT_EARLY)
		? as_fail(err, AS_ERR_USAGE,
			"cannot end early (--early) where what is measured is compared with "
			"another session: assay diff, and assay check against a revision, measure "
			"both versions in the same rounds")
		: AS_OK;
}
