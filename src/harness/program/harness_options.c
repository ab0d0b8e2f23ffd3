/* SPDX-License-Identifier: MIT */
#include "harness/program/harness_options.h"

#include <string.h>

#include "base/num.h"
#include "harness/program/harness_wrap.h"

enum harness_options_kind { ACTION, FLAG, DURATION, COUNT, SEED, CLOCK };

enum { CALIBRATIONS_MAX = 1000 };

static const struct option {
	const char *name, *value, *help;
	enum harness_options_kind kind;
	size_t at; /* in struct as_options; of an action: which */
} options[] = {
	{"--list", NULL, "print the names, and run nothing", ACTION, AS_ACTION_LIST},
	{"--json", NULL, "print a document with all that was measured", FLAG,
		offsetof(struct as_options, json)},
	{"--isolate", NULL,
		"run each in a process of its own: one that crashes leaves the others alone", FLAG,
		offsetof(struct as_options, isolate)},
	{"--time", "TIME", "measure each for so long (1s)", DURATION,
		offsetof(struct as_options, time_ns)},
	{"--calibrate", "K",
		"find out K times how many operations to time together, keep all times", COUNT,
		offsetof(struct as_options, calibrations)},
	{"--clock", "CLOCK",
		"raw: CLOCK_MONOTONIC_RAW; counter: the processor's, if it keeps its rate", CLOCK,
		offsetof(struct as_options, counter)},
	{"--accuracy", "TIME", "an upper bound of the clock's error (1us, or what is measured)",
		DURATION, offsetof(struct as_options, accuracy_ns)},
	{"--seed", "N", "of the order of candidates (from the clock)", SEED,
		offsetof(struct as_options, seed)},
	{"--help", NULL, "print this", ACTION, AS_ACTION_HELP},
	{"--version", NULL, "print the version of libassay", ACTION, AS_ACTION_VERSION},
};

enum { N_OPTIONS = sizeof options / sizeof *options };

static enum as_status set_value(const struct option *o, const char *value, struct as_options *out,
	struct as_err *err)
{
	char *at = (char *)out + o->at;
	int64_t v = 0;
	bool is_raw = !strcmp(value, "raw"), is_counter = !strcmp(value, "counter");

	switch (o->kind) {
	case DURATION:
		if (!as_parse_duration(value, &v) || v < 1)
			return as_fail(err, AS_ERR_USAGE,
				"%s takes a time with a unit, as in 200ms or 1s, not '%s'", o->name,
				value);
		memcpy(at, &v, sizeof v);
		return AS_OK;
	case COUNT:
		if (!as_parse_i64(value, 1, CALIBRATIONS_MAX, &v))
			return as_fail(err, AS_ERR_USAGE,
				"%s takes a whole number from 1 to %d, not '%s'", o->name,
				CALIBRATIONS_MAX, value);
		memcpy(at, &v, sizeof v);
		return AS_OK;
	case SEED:
		if (!as_parse_i64(value, 0, INT64_MAX, &v))
			return as_fail(err, AS_ERR_USAGE, "%s takes a whole number, not '%s'",
				o->name, value);
		memcpy(at, &v, sizeof v);
		return AS_OK;
	case CLOCK:
		if (!is_raw && !is_counter)
			return as_fail(err, AS_ERR_USAGE, "%s is raw or counter, not '%s'", o->name,
				value);
		memcpy(at, &is_counter, sizeof is_counter);
		return AS_OK;
	case ACTION:
	case FLAG:
		break;
	}
	return AS_OK;
}

static void set_flag(const struct option *o, struct as_options *out)
{
	if (o->kind == ACTION)
		out->action = (enum as_action)o->at;
	else
		memcpy((char *)out + o->at, &(bool){true}, sizeof(bool));
}

/* The option that arg begins, with the value after its '=', if it has one. */
static const struct option *find_option(const char *arg, const char **value)
{
	size_t n = strcspn(arg, "=");

	for (size_t i = 0; i < N_OPTIONS; i++)
		if (strlen(options[i].name) == n && !strncmp(options[i].name, arg, n)) {
			*value = arg[n] ? arg + n + 1 : NULL;
			return &options[i];
		}
	return NULL;
}

static enum as_status read_option(char **argv, int *i, struct as_options *out, struct as_err *err)
{
	const char *value = NULL;
	const struct option *o = find_option(argv[*i], &value);

	if (!o)
		return as_fail(err, AS_ERR_USAGE,
			"there is no option %s; --help shows those there are", argv[*i]);
	if (o->kind == ACTION || o->kind == FLAG) {
		if (value)
			return as_fail(err, AS_ERR_USAGE, "%s takes no value", o->name);
		set_flag(o, out);
		return AS_OK;
	}
	if (!value)
		value = argv[++*i];
	if (!value)
		return as_fail(err, AS_ERR_USAGE, "%s needs a value: %s", o->name, o->value);
	return set_value(o, value, out, err);
}

enum as_status as_options_parse(int argc, char **argv, struct as_options *out, struct as_err *err)
{
	struct as_options o = {.time_ns = 1000000000, .calibrations = 1, .seed = -1};
	enum as_status st = AS_OK;
	bool only_globs = false;
	int n = 1;

	/* Globs move to the front as they are met. */
	for (int i = 1; !st && i < argc; i++) {
		if (only_globs || argv[i][0] != '-')
			argv[n++] = argv[i];
		else if (!strcmp(argv[i], "--"))
			only_globs = true;
		else
			st = read_option(argv, &i, &o, err);
	}
	if (st)
		return st;
	o.globs = argc ? (const char *const *)argv + 1 : NULL;
	o.n_globs = (size_t)(n - 1);
	*out = o;
	return AS_OK;
}

void as_options_help(struct as_text *t, const char *program, int columns)
{
	as_text_addf(t, "usage: %s [OPTION...] [GLOB...]\n\n", program);
	as_wrap(t, columns, 0,
		"Runs the benchmarks whose names match, or all, and prints their times. Under "
		"`assay run` it reports them to assay instead.",
		' ');
	as_text_char(t, '\n');
	for (size_t i = 0; i < N_OPTIONS; i++) {
		const char *value = options[i].value;
		int n = (int)strlen(options[i].name) + (value ? 1 + (int)strlen(value) : 0);
		as_text_addf(t, "  %s%s%s%*s", options[i].name, value ? " " : "",
			value ? value : "", 20 - n, "");
		as_wrap(t, columns, 22, options[i].help, ' ');
	}
}
