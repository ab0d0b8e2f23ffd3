/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that say a setting in words of their own: several members at once, or what the type of a row
 * does not tell. Each is called where its option was given. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/text/words.h"
#include "cli/compare/comparing.h"
#include "cli/files.h"
#include "cli/request/levels.h"
#include "cli/request/request_options.h"
#include "cli/request/setting_options.h"
#include "store/looking.h"

/* ---- how commands are started ---- */

static enum as_status list_codes(const char *text, struct as_arena *a, struct as_request *r,
	struct as_err *err)
{
	char *copy = as_arena_strdup(a, text);
	int *codes = as_arena_array(a, strlen(text) + 1, sizeof *codes);
	size_t n = 0;

	if (!copy || !codes)
		return as_fail_memory(err);
	for (char *s = copy, *end = s; end; s = end ? end + 1 : s) {
		int64_t code = 0;
		end = strchr(s, ',');
		if (end)
			*end = '\0';
		if (!as_parse_i64(s, 0, 255, &code))
			return as_args_bad(AS_OPT_IGNORE_FAILURE, text,
				"exit statuses from 0 to 255 with commas between, such as 1,2, or "
				"all-non-zero",
				err);
		codes[n++] = (int)code;
	}
	r->what.ignore = AS_IGNORE_CODES;
	r->what.ignore_codes = codes;
	r->what.n_ignore_codes = n;
	return AS_OK;
}

enum as_status as_request_shell(const char *shell, struct as_arena *a, struct as_request *r,
	struct as_err *err)
{
	struct as_words words = {0};

	r->what.shell = AS_SHELL_NONE;
	r->what.shell_command = NULL;
	if (!strcmp(shell, "none"))
		return AS_OK;
	if (!strcmp(shell, "default"))
		shell = "/bin/sh";
	if (as_words_split(shell, a, &words, NULL) || words.syntax || !*words.v[0])
		return as_args_bad(AS_OPT_SHELL, shell,
			"a shell with its arguments, such as bash or 'bash --norc', or default, or "
			"none",
			err);
	r->what.shell = AS_SHELL_GIVEN;
	r->what.shell_command = shell;
	return AS_OK;
}

static enum as_status read_codes(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *codes = as_args_value(args, AS_OPT_IGNORE_FAILURE);

	if (codes && strcmp(codes, "all-non-zero") != 0)
		return list_codes(codes, a, r, err);
	r->what.ignore = AS_IGNORE_ALL;
	return AS_OK;
}

static enum as_status read_shell(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	return as_request_shell(as_args_has(args, AS_OPT_NO_SHELL)
		? "none" : as_args_value(args, AS_OPT_SHELL), a, r, err);
}

static enum as_status read_input(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *input = as_args_value(args, AS_OPT_INPUT);

	(void)a;
	if (!strcmp(input, "null"))
		return AS_OK;
	r->what.input = input;
	return as_check_readable(input, "the input of the commands", err);
}

/* ---- how it is built ---- */

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

static enum as_status read_randomize(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const struct as_arg *arg;

	(void)a;
	r->building.randomize_given = true;
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

/* ---- how much, and what plans are made from ---- */

static enum as_status read_seconds(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_MIN_TIME);
	double s = 0;

	(void)a;
	if (!as_parse_double(text, &s) || !(s >= 0 && s <= 864e6))
		return as_args_bad(AS_OPT_MIN_TIME, text, "a number of seconds, such as 3 or 0.5",
			err);
	r->amount.min_time_ns = (int64_t)llround(s * 1e9);
	return AS_OK;
}

/* A number, or "auto", which takes back what a suite says. */
static enum as_status read_drop(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	(void)a;
	r->amount.drop_given = !as_args_is(args, AS_OPT_DROP, "auto");
	r->amount.drop = 0;
	return r->amount.drop_given ? as_args_count(args, AS_OPT_DROP, 0, AS_ITERATIONS_MAX,
					      &r->amount.drop, err)
				    : AS_OK;
}

static enum as_status read_seed(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_SEED);
	int64_t seed = 0;

	(void)a;
	if (!as_parse_i64(text, 0, INT64_MAX, &seed))
		return as_args_bad(AS_OPT_SEED, text,
			"a whole number from 0 to 9223372036854775807", err);
	r->amount.seed = (uint64_t)seed;
	return AS_OK;
}

static enum as_status read_costs(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	struct as_level_values costs;
	enum as_status st = as_args_levels(args, AS_OPT_COST, AS_LEVEL_SECONDS, true, &costs, err);

	(void)a;
	for (size_t i = 0; i < AS_MODEL_LEVELS && !st; i++) {
		const double *cost = as_level_value(&costs, as_level_names[i]);
		r->planning.cost_s[i] = cost ? *cost : (double)NAN;
	}
	return st;
}

/* Its words are checked before (as_comparing_check). */
static enum as_status read_same(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	(void)a;
	(void)err;
	r->aim.same_iteration = as_comparing_same(args);
	return AS_OK;
}

/* ---- where it runs ---- */

/* A session ends after 30 minutes without measuring. */
static const int64_t longest_pause_ns = 25 * 60 * INT64_C(1000000000);

static enum as_status read_pause(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	struct as_conditions *c = &r->conditions;
	const char *text = as_args_value(args, AS_OPT_PAUSE);
	const char *dots = strstr(text, "..");
	char least[64];

	(void)a;
	snprintf(least, sizeof least, "%.*s", dots ? (int)(dots - text) : 0, text);
	if (!dots || dots - text >= (int)sizeof least ||
		!as_parse_duration(least, &c->pause_min_ns) ||
		!as_parse_duration(dots + 2, &c->pause_max_ns) ||
		c->pause_min_ns > c->pause_max_ns || !c->pause_max_ns ||
		c->pause_max_ns > longest_pause_ns)
		return as_args_bad(AS_OPT_PAUSE, text,
			"the shortest and the longest wait, up to 25m, such as 10ms..200ms or "
			"0..1s",
			err);
	return AS_OK;
}

/* "0-3,6" */
static enum as_status read_list(const struct as_args *args, enum as_option_id id, const char **out,
	struct as_err *err)
{
	uint64_t cpus[AS_SPAWN_CPU_WORDS];
	const char *text = as_args_value(args, id);

	if (!as_cpu_list_read(text, cpus))
		return as_args_bad(id, text,
			"numbers of processors from 0 to 1023, such as 2 or 0-3,6", err);
	*out = text;
	return AS_OK;
}

static enum as_status read_cpus(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	(void)a;
	return read_list(args, AS_OPT_CPU, &r->conditions.cpus, err);
}

static enum as_status read_cpuset(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	(void)a;
	return read_list(args, AS_OPT_CPUSET, &r->conditions.cpuset, err);
}

static enum as_status read_priority(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	struct as_conditions *c = &r->conditions;
	const char *text = as_args_value(args, AS_OPT_PRIORITY);
	const bool fifo = !strncmp(text, "fifo", 4);
	int64_t n = 50;

	(void)a;
	if (fifo ? text[4] && (text[4] != ':' || !as_parse_i64(text + 5, 1, 99, &n))
		 : !as_parse_i64(text, -20, 19, &n))
		return as_args_bad(AS_OPT_PRIORITY, text,
			"a nice value from -20 to 19, or fifo, or fifo:1 to fifo:99", err);
	c->policy = fifo ? AS_POLICY_FIFO : AS_POLICY_NICE;
	c->priority = (int32_t)n;
	return AS_OK;
}

/* ---- keeping ---- */

static enum as_status read_label(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	const char *label = as_args_value(args, AS_OPT_LABEL);

	(void)a;
	if (!*label || !as_store_is_label(label))
		return as_args_bad(AS_OPT_LABEL, label,
			"a text that is no number and does not begin with @", err);
	r->keeping.label = label;
	return AS_OK;
}

/* What needs more than a request: metrics of the machine (cli/request/metrics.h), gates of a
 * comparison (cli/compare/gate_options.h). */
static enum as_status read_estimator(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	(void)a;
	(void)err;
	r->aim.by_mean = as_comparing_by_mean(args);
	return AS_OK;
}

static enum as_status read_elsewhere(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	(void)args;
	(void)a;
	(void)r;
	(void)err;
	return AS_OK;
}

as_option_reader *as_own_reader(enum as_option_id id)
{
	static const struct {
		enum as_option_id id;
		as_option_reader *read;
	} readers[] = {{AS_OPT_SHELL, read_shell}, {AS_OPT_NO_SHELL, read_shell},
		{AS_OPT_IGNORE_FAILURE, read_codes}, {AS_OPT_INPUT, read_input},
		{AS_OPT_RANDOMIZE, read_randomize}, {AS_OPT_MIN_TIME, read_seconds},
		{AS_OPT_DROP, read_drop}, {AS_OPT_SEED, read_seed}, {AS_OPT_COST, read_costs},
		{AS_OPT_SAME_ITERATION, read_same},
		{AS_OPT_ESTIMATOR, read_estimator}, {AS_OPT_PAUSE, read_pause},
		{AS_OPT_CPU, read_cpus}, {AS_OPT_CPUSET, read_cpuset},
		{AS_OPT_PRIORITY, read_priority}, {AS_OPT_LABEL, read_label},
		{AS_OPT_METRIC, read_elsewhere}, {AS_OPT_FAIL_IF, read_elsewhere}};

	for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
		if (readers[i].id == id)
			return readers[i].read;
	return NULL;
}
