/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/strata_read.h"

#include <string.h>

#include "base/num.h"

/* "80,90,125" into cuts; false for anything else. */
static bool read_cuts(char *list, struct as_strata_asked *r)
{
	char *rest = NULL;

	for (char *s = strtok_r(list, ",", &rest); s; s = strtok_r(NULL, ",", &rest)) {
		double x = 0;
		const bool good = r->n_cuts < AS_STRATA_CUTS && as_parse_double(s, &x) &&
			(!r->n_cuts || x > r->cut[r->n_cuts - 1]);
		if (!good)
			return false;
		r->cut[r->n_cuts++] = x;
	}
	return r->n_cuts > 0;
}

enum as_status as_strata_read(struct as_cli *cli, const struct as_experiment *x,
	struct as_strata_asked *out, struct as_err *err)
{
	const char *given = as_args_value(cli->args, AS_OPT_BY);
	char *name = given ? as_arena_strdup(cli->arena, given) : NULL;

	if (!given)
		return AS_OK;
	if (!name)
		return as_fail_memory(err);
	char *cuts = strchr(name, ':');
	if (cuts) {
		*cuts++ = '\0';
		if (!read_cuts(cuts, out))
			return as_args_bad(AS_OPT_BY, given,
				"a metric, and up to 7 ascending numbers that divide it, such as "
				"load:80,90,125",
				err);
	}
	out->asked = true;
	out->by = as_experiment_find_metric(x, name);
	if (out->by < x->n_metrics && as_experiment_has_values(x, out->by) &&
		x->metrics[out->by].level == AS_LEVEL_EXECUTION)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot divide executions by '%.100s': the result has no such metric of "
		"executions; see assay show --json",
		name);
}
