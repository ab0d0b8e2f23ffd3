/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay aa COMMAND: A against A, in the same rounds and in sequence (methods.md 10). */
#include "cli/aa/aa_measure.h"

#include <string.h>
#include <unistd.h>

#include "analyse/compare/noise_floor.h"
#include "cli/exit.h"
#include "cli/measure/campaign.h"
#include "cli/measure/measure.h"
#include "cli/measure/request.h"
#include "cli/result.h"
#include "cli/screen.h"
#include "format/json/assay_json.h"
#include "report/compare/noise.h"
#include "run/interrupt.h"
#include "stat/dist/comparing/decide.h"

/* Rounds that are measured without -r and the like, if the budget lasts: 40 comparisons of 10. */
enum { ROUNDS_MAX = 400 };

static const unsigned measuring = AS_GROUP_SEVERAL | AS_GROUP_COMMANDS | AS_GROUP_BUILDS |
				  AS_GROUP_HOOKS | AS_GROUP_CONDITIONS | AS_GROUP_AMOUNT |
				  AS_GROUP_PLANNING;

static bool has_group(const struct as_args *args, unsigned groups)
{
	for (size_t i = 0; i < args->n_given; i++)
		if (as_options[args->given[i].id].group & groups)
			return true;
	return false;
}

/* A label or another name that only a look into the store can tell from a command. */
static bool is_kept(struct as_cli *cli, const char *word)
{
	struct as_store *store = NULL;
	int64_t id = 0;
	bool kept = !as_result_store(cli, AS_STORE_READ, &store, NULL) &&
		!as_store_find(store, word, &id, NULL);

	as_store_close(store);
	return kept;
}

bool as_aa_measures(struct as_cli *cli)
{
	const struct as_args *args = cli->args;
	const char *word = args->n_words ? args->words[0] : NULL;

	if (args->n_before < args->n_words || has_group(args, measuring))
		return true;
	if (!word || *word == '@' || !word[strspn(word, "0123456789")])
		return false;
	if (as_result_is_file(word))
		return strcmp(word, "-") != 0 &&
		       (strpbrk(word, " \t") != NULL || access(word, X_OK) == 0);
	return !is_kept(cli, word);
}

static enum as_status refuse_drawing(const struct as_args *args, struct as_err *err)
{
	static const enum as_option_id drawing[] = {
		AS_OPT_CHANGE, AS_OPT_RESAMPLES, AS_OPT_INDEPENDENT, AS_OPT_ESTIMATOR};
	char name[32];

	for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++) {
		if (!as_args_has(args, drawing[i]))
			continue;
		as_option_spell(drawing[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"%s is for drawing from a result: measure first, then "
			"assay aa %s ... @last",
			name, name);
	}
	if (args->n_before && args->words[0][0] == '@')
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure '%.200s': it names a result; leave out the "
			"options of measuring to draw from it, or give the command",
			args->words[0]);
	if (as_args_has(args, AS_OPT_DRY_RUN))
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan A against A: assay plan COMMAND COMMAND "
			"shows what the rounds would cost");
	if (as_args_has(args, AS_OPT_GROUP) && as_args_has(args, AS_OPT_BUILD))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use --group with builds: all of them are one "
			"comparison in each way; leave it out, or draw groups of them with assay "
			"aa --group N @last");
	if (!args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay aa with these options needs a command to measure, "
			"such as assay aa -r 200 'sleep 0.01'");
	return AS_OK;
}

/* What cannot give an answer is not measured. */
static enum as_status check_amount(const struct as_args *args, const struct as_request *r,
	struct as_err *err)
{
	uint32_t most = r->amount.runs ? r->amount.runs : r->amount.max_runs, group = 0;
	enum as_status st = as_args_count(args, AS_OPT_GROUP, 2, UINT32_MAX / 4, &group, err);

	if (!st && most && most < AS_BLOCKS_VERDICT && !as_args_has(args, AS_OPT_BUILD))
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure A against A with %u execution%s of each: at "
			"least %d are needed, and 200 say more; raise -r",
			most, most == 1 ? "" : "s", AS_BLOCKS_VERDICT);
	if (!st && r->amount.runs && group > r->amount.runs)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare %u executions a side of %u: lower --group, or "
			"raise -r",
			group, r->amount.runs);
	return st;
}

/* How much, where nothing is said of it: many comparisons are the better, not a precision. */
static void set_amount(const struct as_args *args, struct as_request *r)
{
	static const enum as_option_id said[] = {AS_OPT_RUNS, AS_OPT_MIN_RUNS, AS_OPT_MAX_RUNS,
		AS_OPT_MIN_TIME, AS_OPT_PRECISION, AS_OPT_BUILD};

	/* What is given is for all of it: half for the rounds, half for the sequence. */
	r->amount.budget_ns =
		r->amount.budget_given ? r->amount.budget_ns / 2 : 2 * AS_BUDGET_EACH_NS;
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		if (as_args_has(args, said[i]))
			return;
	r->aim.precision = 1e-6;
	r->amount.max_runs = ROUNDS_MAX;
}

/* The command, and the same once more. */
static enum as_status read_request(struct as_cli *cli, struct as_request *r, struct as_err *err)
{
	enum as_status st = refuse_drawing(cli->args, err);
	struct as_command *both = as_arena_array(cli->arena, 2, sizeof *both);

	if (!st)
		st = as_request_fill(cli->args, cli->command_line, cli->arena, r, err);
	if (!st && r->what.n_commands != 1)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure %zu commands against themselves at once: "
			"give one of them",
			r->what.n_commands);
	if (!st && !both)
		return as_fail_memory(err);
	if (st)
		return st;
	both[0] = both[1] = r->what.commands[0];
	r->what.commands = both;
	r->what.n_commands = 2;
	r->what.shared_hooks = true;
	set_amount(cli->args, r);
	return check_amount(cli->args, r, err);
}

/* Both halves have one screen, in the end. */
static enum as_status show_nothing(void *context, struct as_cli *cli, const struct as_result *r,
	struct as_err *err)
{
	(void)context, (void)cli, (void)r, (void)err;
	return AS_OK;
}

static void take(void *context, struct as_result *r)
{
	struct as_result *out = context;

	*out = *r;
	*r = (struct as_result){0};
}

/* Measure a part of it and keep that; r has it also where it could not be kept. */
static enum as_status measure(struct as_cli *cli, struct as_store *store, const char *name,
	const struct as_request *q, struct as_result *r, struct as_err *err)
{
	const struct as_shower shower = {.show = show_nothing, .take = take, .context = r,
		.plans = true};
	struct as_extending e = {.request = *q}; /* nothing is extended */
	enum as_status st = as_measure_begin(cli, store, name, &e, err);

	return st ? st : as_measure_for(cli, &e, store, &shower, err);
}

static bool has_builds(const struct as_experiment *x)
{
	return x->plan.builds_state == AS_BUILDS_DIFFER ||
	       x->plan.builds_state == AS_BUILDS_IN_PLACE;
}

/* As many executions of one copy as both had, one after the other. Where builds are the units, all
 * of one copy, and when these are measured all of the other. Another seed: it has luck of its own.
 * */
static struct as_request sequence_of(const struct as_request *r, const struct as_experiment *x)
{
	bool built = has_builds(x);
	struct as_request q = *r;

	q.what.n_commands = built ? 2 : 1;
	q.what.shared_hooks = !built;
	q.building.builds = built ? x->plan.builds : r->building.builds;
	q.amount.runs = built ? x->plan.done : 2 * x->plan.done;
	q.amount.seed = x->plan.seed + 1;
	q.amount.min_runs = q.amount.max_runs = q.amount.stage1 = 0;
	q.amount.iterations = x->plan.iterations ? x->plan.iterations : r->amount.iterations;
	q.amount.iterations_given = true;
	return q;
}

static const char *known(const char *id)
{
	return id && *id ? id : "unknown";
}

static struct as_profile profile_of(const struct as_experiment *x, struct as_profile_session *now)
{
	const struct as_subject *s = &x->subjects[0];

	return (struct as_profile){.machine_id = known(x->machine.machine_id),
		.environment_id = known(x->machine.environment_id),
		.metric = x->metrics[x->criterion].name, .command = s->command,
		.build = s->build_command ? s->build_command : "", .host = x->machine.host,
		.sessions = now, .n_sessions = 1};
}

/* Put the session to the others of its profile; *p is then all of them. */
static enum as_status keep(struct as_cli *cli, struct as_store *store, struct as_profile *p,
	struct as_err *err)
{
	const struct as_store_profile_query query = {p->machine_id, p->environment_id, p->metric,
		p->command, p->build};
	struct as_profile *list = NULL;
	size_t n = 0;
	enum as_status st = as_store_put_profile(store, p, err);

	if (!st)
		st = as_store_get_profiles(store, &query, cli->arena, &list, &n, err);
	if (!st && n)
		*p = list[0];
	return st;
}

static enum as_status show(struct as_cli *cli, const struct as_noise_screen *s, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_noise(&t, s->noise);
	else
		as_report_noise(&t, &style, s);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

/* Only what was carried out as planned becomes a part of the profile. */
static bool is_whole(const struct as_experiment *x)
{
	return x->plan.outcome != AS_OUTCOME_STOPPED && x->plan.outcome != AS_OUTCOME_FAILED &&
		x->plan.outcome != AS_OUTCOME_INTERRUPTED;
}

/* whole: no part of it is missing */
static enum as_status conclude(struct as_cli *cli, struct as_store *store,
	const struct as_experiment *rounds, const struct as_experiment *sequence, bool whole,
	struct as_err *err)
{
	struct as_noise_source source = {.rounds = rounds, .sequence = sequence};
	struct as_profile_session now;
	struct as_err late = {0};
	struct as_noise noise;
	enum as_status st = as_args_count(cli->args, AS_OPT_GROUP, 2, UINT32_MAX / 4, &source.group,
		err);

	if (!st)
		st = as_noise_measure(&source, &now, err);
	if (st)
		return st;
	struct as_profile p = profile_of(rounds, &now);
	enum as_status kept = whole ? keep(cli, store, &p, &late) : AS_OK;
	as_noise_of(&p, &noise);
	st = show(cli, &(struct as_noise_screen){rounds, sequence, &now, &noise, whole && !kept},
		err);
	if (!st && kept && err)
		*err = late;
	return st ? st : kept;
}

/* There are numbers to be shown, whatever went wrong then. */
static bool is_there(const struct as_result *r)
{
	return r->x && (is_whole(r->x) || r->x->plan.outcome == AS_OUTCOME_STOPPED);
}

/* The words and the status of both; that of what went wrong first. */
static enum as_status join(struct as_cli *cli, enum as_status first, enum as_status then,
	const struct as_err *late, struct as_err *err)
{
	if (!then)
		return first;
	if (first) {
		as_measure_and(err, late);
		as_cli_raise(cli, as_exit_of(then));
		return first;
	}
	if (err)
		*err = *late;
	return then;
}

static enum as_status measure_both(struct as_cli *cli, struct as_store *store, struct as_request *r,
	struct as_err *err)
{
	struct as_result rounds = {0}, sequence = {0};
	struct as_err late = {0};

	as_interrupt_catch();
	enum as_status st = measure(cli, store, "rounds", r, &rounds, err);
	bool there = is_there(&rounds), whole = there && is_whole(rounds.x);
	if (whole) {
		struct as_request q = sequence_of(r, rounds.x);
		enum as_status then = measure(cli, store, "sequence", &q, &sequence, &late);
		st = join(cli, st, then, &late, err);
		whole = sequence.x && is_whole(sequence.x);
	}
	if (there) {
		late = (struct as_err){0};
		enum as_status then = conclude(cli, store, rounds.x,
			is_there(&sequence) ? sequence.x : NULL, whole, &late);
		st = join(cli, st, then, &late, err);
	}
	as_result_release(&rounds);
	as_result_release(&sequence);
	return st;
}

enum as_status as_aa_measure(struct as_cli *cli, struct as_err *err)
{
	struct as_store *store = NULL;
	struct as_request r;
	enum as_status st = read_request(cli, &r, err);

	if (!st)
		st = as_result_store(cli, AS_STORE_WRITE, &store, err);
	if (!st)
		st = as_campaign_begin(cli, "aa", err);
	if (!st)
		st = measure_both(cli, store, &r, err);
	as_store_close(store);
	as_campaign_end(cli, st);
	return st;
}
