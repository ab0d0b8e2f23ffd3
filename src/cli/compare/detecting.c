/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/detecting.h"

#include <math.h>
#include <string.h>

/* Why no change can be planned for; NULL: it can. */
static const char *why_not(const struct as_request *r, size_t n_compared)
{
	if (n_compared < 2)
		return "with one command: a change is one of two; give both, or say how narrow the "
		       "interval is to be (--precision)";
	if (!r->what.shared_hooks)
		return "between commands that run one after the other, because drift cannot be "
		       "told from a difference then; give them one --setup and --cleanup without "
		       "parameters";
	if (r->aim.by_difference)
		return "beside --difference: a change is a share of the time; leave one out";
	if (r->aim.precision_each)
		return "where each command is measured for a mean of its own (--precision-each, "
		       "benchmarks of one program): a change is seen in a ratio";
	if (r->amount.runs)
		return "beside --runs, which is an exact number; leave one out";
	return NULL;
}

static bool is_of_criterion(const struct as_gate *g, const char *criterion)
{
	return !g->metric || (criterion && !strcmp(g->metric, criterion));
}

/* A gate that says where slower begins to matter is what the change is to be told from. */
static enum as_status beyond(struct as_request *r, const struct as_gate *g, struct as_err *err)
{
	if (!g->more || !is_of_criterion(g, r->reading.criterion))
		return AS_OK;
	r->aim.detect_beyond = fmax(r->aim.detect_beyond, g->limit);
	return g->limit < r->aim.detect ? AS_OK
		: as_fail(err, AS_ERR_USAGE,
			"cannot plan to see a change of %.4g%% (--detect) with the gate '%.100s': "
			"what is to be seen must lie beyond its limit; give a larger change",
			100 * r->aim.detect, g->text);
}

enum as_status as_detect_settle(struct as_request *r, const struct as_gate *gates, size_t n_gates,
	size_t n_compared, struct as_err *err)
{
	const char *why = why_not(r, n_compared);
	enum as_status st = AS_OK;

	if (!(r->aim.detect > 0))
		return AS_OK;
	if (why)
		return as_fail(err, AS_ERR_USAGE, "cannot plan for a change (--detect) %s", why);
	r->aim.detect_beyond = 0;
	for (size_t i = 0; i < n_gates && !st; i++)
		st = beyond(r, &gates[i], err);
	return st;
}

enum as_status as_detect_refuse(const struct as_args *args, struct as_err *err)
{
	return as_args_has(args, AS_OPT_DETECT)
		? as_fail(err, AS_ERR_USAGE,
			"cannot plan for a change (--detect) where each benchmark is measured by "
			"itself: assay diff, and assay check against a revision, measure both "
			"versions in the same rounds")
		: AS_OK;
}
