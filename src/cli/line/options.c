/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/line/options.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "run/request/request.h"

#define HF AS_OPTION_HF
#define OURS AS_OPTION_OURS
#define MANY AS_OPTION_MANY
#define LAST AS_OPTION_LAST
#define ANY AS_OPTION_ANY
#define OPTIONAL AS_OPTION_OPTIONAL
#define HIDDEN AS_OPTION_HIDDEN

/* --method: papers, then the ways of comparing that stat/dist lists. */
static const char method_names[] = "spects2005 epew2006"
#define AS_DETECTOR(symbol, name, title, about, least) " " name
#include "stat/dist/comparing/detectors.def"
#undef AS_DETECTOR
	;

/* --estimator */
static const char estimator_names[] =
#define AS_ESTIMATOR(symbol, name, title, function, claims) name " "
#include "stat/core/estimators.def"
	"all";

static const char method_help[] = "Show what other methods make of it (NAME,NAME, or "
				  "repeated), beside ours, which the design decides on. "
				  "Papers, as printed there, with interval, "
				  "optimum and cost of Kalibera, Bulej and Tuma (spects2005, two "
				  "levels) or of Kalibera and Tuma (epew2006, three levels). Ways "
				  "of comparing, on the means of the units at the top:"
#define AS_DETECTOR(symbol, name, title, about, least) "\n" name ": " about "."
#include "stat/dist/comparing/detectors.def"
#undef AS_DETECTOR
	;

static const char ci_help[] = "Write what a continuous integration shows of the comparison, to "
			      "FILE or to a file of the usual name; - is standard output. Given "
			      "several times: each of them. docs/ci.md has workflows for GitHub, "
			      "GitLab and Jenkins. FORMAT is"
#define AS_CI(name, also, file, limit, write, say, help) "\n" name " (" file "): " help "."
#include "report/ci/ci.def"
	;

const struct as_option as_options[AS_OPTIONS_KNOWN] = {
#define AS_OPTION(id, letter, name, group, kind, args, values, initial, help) \
	{letter, name, AS_GROUP_##group, kind, args, values, initial, help},
#include "cli/line/options.def"
#undef AS_OPTION
};

/* Names of metrics are kept as they were given, and --fail-unless is one more kind of gate. */
bool as_option_is_setting(enum as_option_id id)
{
	static const bool said[AS_OPTIONS_KNOWN + 1] = {
#define AS_SETTING(part, member, type, min, max, initial, words, option, key) option
#define AS_OPTION(id, letter, name, group, kind, args, values, initial, help) [AS_OPT_##id] = true,
#define AS_OPTION_IS(id)
#define AS_NO_OPTION
#define AS_SETTINGS_OF_REQUEST
#include "model/settings/settings.def"
#undef AS_SETTINGS_OF_REQUEST
#undef AS_NO_OPTION
#undef AS_OPTION_IS
#undef AS_OPTION
#undef AS_SETTING
		[AS_OPT_FAIL_UNLESS] = true,
	};

	return said[id] && id != AS_OPT_METRIC;
}

const char *const as_option_group_titles[AS_OPTION_GROUPS] = {
	"What to measure",
	"How it is started",
	"How it is built",
	"What to run around it",
	"How much to measure",
	"Analysis",
	"Order and unit",
	"Screen",
	"Export",
	"Keeping the result",
	"Which results",
	"What to draw",
	"Pruning",
	"Store",
	"What is planned from",
	"Planning without measuring",
	"Other methods",
	"What is written",
	"A suite",
	"Gates",
	"Results measured apart",
	"The machine",
	"Many comparisons, and CI",
	"What is drawn",
	"Versions",
	"What to compare with",
	"One number of each side",
	"Load and isolation",
	"Another look",
	"Which versions, and how",
	"By what they are compared",
	"How files are read",
	"What is written, and how",
	"The page",
	"Which versions are measured",
	"The change to be seen",
	"The tool that wrote it",
	"Serving",
	"Which alerts",
	"The alert",
	"A range of versions",
	"Between which commits",
	"Which machines",
	"Which machines count",
	"What executions are divided by",
	"Percentiles",
	"Other",
};

void as_option_spell(enum as_option_id id, char out[static 32])
{
	if (as_options[id].name)
		snprintf(out, 32, "--%s", as_options[id].name);
	else
		snprintf(out, 32, "-%c", as_options[id].letter);
}

const struct as_arg *as_args_nth(const struct as_args *args, enum as_option_id id, size_t i)
{
	for (size_t k = 0; k < args->n_given; k++)
		if (args->given[k].id == id && i-- == 0)
			return &args->given[k];
	return NULL;
}

bool as_args_has(const struct as_args *args, enum as_option_id id)
{
	return as_args_nth(args, id, 0) != NULL;
}

bool as_args_help(const struct as_args *args)
{
	return as_args_has(args, AS_OPT_HELP) || as_args_has(args, AS_OPT_HELP_PAGE);
}

size_t as_args_times(const struct as_args *args, enum as_option_id id)
{
	size_t n = 0;

	for (size_t k = 0; k < args->n_given; k++)
		n += args->given[k].id == id;
	return n;
}

const char *as_args_value(const struct as_args *args, enum as_option_id id)
{
	size_t n = as_args_times(args, id);

	return n ? as_args_nth(args, id, n - 1)->values[0] : NULL;
}

bool as_args_kept(const struct as_args *args, enum as_option_id id)
{
	return args->settings && as_option_is_setting(id) && as_args_has(args, id) &&
		!as_args_value(args, id);
}

const char *as_args_criterion(const struct as_args *args)
{
	return as_args_kept(args, AS_OPT_CRITERION) ? args->settings->reading.criterion
		: as_args_value(args, AS_OPT_CRITERION);
}

bool as_args_is(const struct as_args *args, enum as_option_id id, const char *value)
{
	const char *given = as_args_value(args, id);

	return given && !strcmp(given, value);
}

enum as_status as_args_bad(enum as_option_id id, const char *value, const char *expected,
	struct as_err *err)
{
	char name[32];

	as_option_spell(id, name);
	return as_fail(err, AS_ERR_USAGE, "cannot use '%.200s' for %s: expected %s", value, name,
		expected);
}

enum as_status as_args_count(const struct as_args *args, enum as_option_id id, uint32_t min,
	uint32_t max, uint32_t *out, struct as_err *err)
{
	const char *value = as_args_value(args, id);
	char expected[80];
	int64_t n = 0;

	if (!value)
		return AS_OK;
	if (!as_parse_i64(value, min, max, &n)) {
		snprintf(expected, sizeof expected, "a whole number from %u to %u", min, max);
		return as_args_bad(id, value, expected, err);
	}
	*out = (uint32_t)n;
	return AS_OK;
}

enum as_status as_args_duration(const struct as_args *args, enum as_option_id id, int64_t *out_ns,
	struct as_err *err)
{
	const char *value = as_args_value(args, id);
	int64_t ns = 0;

	if (!value)
		return AS_OK;
	if (!as_parse_duration(value, &ns) || ns <= 0)
		return as_args_bad(id, value,
			"a time above 0 with its unit, such as 500ms, 30s, 20m or 2h", err);
	*out_ns = ns;
	return AS_OK;
}

enum as_status as_args_percent(const struct as_args *args, enum as_option_id id,
	const struct as_share_range *range, double *out, struct as_err *err)
{
	const char *value = as_args_value(args, id);
	double x = 0;

	if (!value)
		return AS_OK;
	if (!as_parse_percent(value, &x) || !(x >= range->min && x < range->max) ||
		(range->open && !(x > range->min)))
		return as_args_bad(id, value, range->words, err);
	*out = x;
	return AS_OK;
}
