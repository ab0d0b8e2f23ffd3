/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "analyse/study/false_alarms.h"
#include "base/num.h"
#include "cli/aa/aa_measure.h"
#include "cli/request/request_commands.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "model/kept/derived.h"
#include "report/compare/alarms_screen.h"
#include "stat/dist/resampling/resample.h"

enum { RESAMPLES_MAX = 10000000 };

/* "1%,2%": 0 is always there. */
static enum as_status read_changes(struct as_cli *cli, struct as_alarms_request *r,
	struct as_err *err)
{
	const char *given = as_args_value(cli->args, AS_OPT_CHANGE);
	double *shifts = as_arena_array(cli->arena, AS_ALARM_SHIFTS, sizeof *shifts);
	char *list = as_arena_strdup(cli->arena, given), *rest = NULL;

	if (!given)
		return AS_OK;
	if (!shifts || !list)
		return as_fail_memory(err);
	for (char *s = strtok_r(list, ",", &rest); s; s = strtok_r(NULL, ",", &rest)) {
		double v = 0;
		bool bad = r->n_shifts == AS_ALARM_SHIFTS - 1 || !as_parse_percent(s, &v) ||
			!(v > 0 && v <= 100);
		if (bad)
			return as_args_bad(AS_OPT_CHANGE, given,
				"up to 7 percentages above 0 %, such as 1%,2%,5%", err);
		shifts[r->n_shifts++] = v;
	}
	r->shifts = shifts;
	return r->n_shifts
		       ? AS_OK
		       : as_args_bad(AS_OPT_CHANGE, given, "percentages, such as 1%,2%,5%", err);
}

/* "1,10,20": each larger than the one before it. */
static enum as_status read_groups(struct as_cli *cli, struct as_alarms_request *r,
	struct as_err *err)
{
	const char *given = as_args_value(cli->args, AS_OPT_GROUP);
	size_t *groups = as_arena_array(cli->arena, AS_ALARM_GROUPS, sizeof *groups);
	char *list = as_arena_strdup(cli->arena, given), *rest = NULL;
	int64_t n = 0;

	if (!given)
		return AS_OK;
	if (!groups || !list)
		return as_fail_memory(err);
	for (char *s = strtok_r(list, ",", &rest); s; s = strtok_r(NULL, ",", &rest)) {
		const int64_t least = r->n_groups ? (int64_t)groups[r->n_groups - 1] + 1 : 1;
		if (r->n_groups == AS_ALARM_GROUPS ||
			!as_parse_i64(s, least, UINT32_MAX / 4, &n))
			return as_args_bad(AS_OPT_GROUP, given,
				"up to 12 numbers of units, ascending, such as 1,10,20,30", err);
		groups[r->n_groups++] = (size_t)n;
	}
	r->groups = groups;
	return r->n_groups ? AS_OK : as_args_bad(AS_OPT_GROUP, given,
					     "numbers of units, such as 1,10,20,30", err);
}

/* The words have been checked by the parser. */
static unsigned read_estimators(const struct as_args *args)
{
	unsigned bits = 0;

	for (size_t i = 0; i < as_args_times(args, AS_OPT_ESTIMATOR); i++) {
		const char *word = as_args_nth(args, AS_OPT_ESTIMATOR, i)->values[0];
		for (unsigned e = 0; e < AS_ESTIMATORS; e++)
			if (!strcmp(word, "all") || !strcmp(word, as_estimators[e].name))
				bits |= 1U << e;
	}
	return bits;
}

static enum as_status read_request(struct as_cli *cli, struct as_experiment *x,
	struct as_alarms_request *r, struct as_err *err)
{
	static const struct as_share_range confidences = {
		0.5, 1, false, "at least 50 % and below 100 %, such as 95%"};
	static const struct as_share_range tolerances = {
		0, 1, false, "a percentage from 0% to below 100%, such as 1%"};
	uint32_t resamples = AS_RESAMPLES;
	enum as_status st = as_args_count(cli->args, AS_OPT_RESAMPLES, 100, RESAMPLES_MAX,
		&resamples, err);

	*r = (struct as_alarms_request){.metric = x->criterion,
		.resamples = resamples,
		.confidence = x->plan.confidence,
		.tolerance = x->plan.tolerance,
		.estimators = read_estimators(cli->args),
		.seed = x->plan.seed,
		.independent = as_args_has(cli->args, AS_OPT_INDEPENDENT)};
	if (!st)
		st = as_args_percent(cli->args, AS_OPT_CONFIDENCE, &confidences, &r->confidence,
			err);
	if (!st)
		st = as_args_percent(cli->args, AS_OPT_TOLERANCE, &tolerances, &r->tolerance, err);
	if (!st)
		st = read_changes(cli, r, err);
	if (!st)
		st = read_groups(cli, r, err);
	const char *name = as_args_value(cli->args, AS_OPT_CRITERION);
	if (st || !name)
		return st;
	st = as_experiment_ask_metric(x, name, &r->metric, err);
	if (st || (r->metric < x->n_metrics && as_experiment_has_values(x, r->metric)))
		return st;
	return as_args_bad(AS_OPT_CRITERION, name, "a metric of that result (assay show --verbose)",
		err);
}

static enum as_status show(struct as_cli *cli, const struct as_experiment *x,
	const struct as_alarms *a, bool first, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON)) {
		as_json_alarms(&t, x, a);
	} else {
		as_text_add(&t, first ? "" : "\n");
		as_report_alarms(&t, &style, x, a);
	}
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static enum as_status draw(struct as_cli *cli, struct as_err *err)
{
	size_t n = cli->args->n_words;
	struct as_result r = {0};
	struct as_alarms_request request;

	if (n > 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot draw from %zu results at once: name one, as in assay aa @last", n);
	enum as_status st = as_result_open(cli, n ? cli->args->words[0] : "@last", &r, err);
	if (!st)
		st = read_request(cli, r.x, &request, err);
	for (size_t i = 0; !st && i < r.x->n_subjects; i++) {
		struct as_alarms a;
		request.subject = i;
		st = as_alarms_of(r.x, &request, &a, err);
		if (!st)
			st = show(cli, r.x, &a, !i, err);
	}
	as_result_release(&r);
	return st;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	enum as_status st = as_request_check_subtract(cli->args, "aa", err);

	if (st)
		return st;
	return as_aa_measures(cli) ? as_aa_measure(cli, err) : draw(cli, err);
}

static const struct as_example examples[] = {
	{"how far a command differs from itself on this machine", "assay aa 'sleep 0.01'"},
	{"the same, of 100 rounds", "assay aa -r 100 -- ./bench --fast"},
	{"the newest result", "assay aa"},
	{"how many executions a change of 1 % would take", "assay aa --change 1% @last"},
	{0},
};

const struct as_command_entry as_command_aa = {
	.name = "aa",
	.args = "COMMAND | -- PROGRAM [ARG...] | [RESULT]",
	.summary = "compare a command with itself: the false alarms of this machine",
	.description = "COMMAND is measured against itself: first both copies in the same "
		       "rounds, as assay run compares, then again and again in sequence, "
		       "as tools do that measure one after the other (with --build: all "
		       "builds of one copy, then all of the other). Every difference found "
		       "is a false alarm. The screen says how many there were, by how much "
		       "identical programs differ by luck, and the smallest change that is "
		       "seen in 80 % of cases. Without -r and the like each half takes 20 "
		       "s of measuring, or 400 rounds. If assay is killed, assay run "
		       "--resume continues.\n\n"
		       "The result is added to the noise profile of this machine in the "
		       "store, which later comparisons use. The same command in another "
		       "session (after a reboot, a suspend, or 30 minutes without "
		       "measuring) adds that session. From two sessions on the profile "
		       "says what comparisons across sessions can tell.\n\n"
		       "With RESULT (by default @last; for names see assay help show) "
		       "nothing is measured: two groups of its units are drawn, thousands "
		       "of times. All were measured of one program, so each difference "
		       "that is found is a false alarm. Then one group is changed by a "
		       "known share, and the changes that are found are counted.\n\n"
		       "The first row is what tools do that start or build a program once "
		       "and repeat only what is inside: it is why assay repeats from the "
		       "top.\n\n"
		       "The draws are repeatable: their seed is that of the experiment.",
	.options = AS_GROUP_SEVERAL | AS_GROUP_COMMANDS | AS_GROUP_BUILDS | AS_GROUP_HOOKS |
		   AS_GROUP_CONDITIONS | AS_GROUP_AMOUNT | AS_GROUP_PLANNING | AS_GROUP_AA |
		   AS_GROUP_ESTIMATOR | AS_GROUP_ANALYSIS | AS_GROUP_SCREEN | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
