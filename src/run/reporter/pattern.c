/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/pattern.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

static const char shape[] =
	"NAME=REGEX:UNIT, such as 'rate=([0-9.]+) requests per second:1/s:more'";

static enum as_status bad(const char *word, const char *why, struct as_err *err)
{
	return as_fail(err, AS_ERR_USAGE, "cannot use '%.200s' for --metric: %s", word, why);
}

bool as_pattern_is(const char *word)
{
	return strchr(word, '=') != NULL;
}

static bool is_name(const char *s)
{
	size_t n = 0;

	if (!isalpha((unsigned char)s[0]) && s[0] != '_')
		return false;
	while (isalnum((unsigned char)s[n]) || (s[n] && strchr("_-./", s[n])))
		n++;
	return !s[n] && n <= 60;
}

/* What makes an expression dangerous: NULL if nothing does. */
static const char *dangers(const char *regex)
{
	double repeats = 1;
	bool bracket = false;

	if (strlen(regex) > AS_PATTERN_BYTES)
		return "the expression is longer than 512 bytes";
	for (const char *s = regex; *s; s++) {
		if (bracket) {
			bracket = *s != ']';
		} else if (*s == '[') {
			bracket = true;
			s += s[1] == '^';
			s += s[1] == ']';
		} else if (*s == '\\' && s[1]) {
			if (isdigit((unsigned char)*++s))
				return "back-references such as \\1 can take forever; say what is "
				       "meant without";
		} else if (*s == '{') {
			long least = strtol(s + 1, NULL, 10);
			const char *comma = s + strcspn(s, ",}");
			long most = *comma == ',' ? strtol(comma + 1, NULL, 10) : 0;

			repeats *= (double)(most > least ? most : least > 1 ? least : 1);
		}
	}
	return repeats > AS_PATTERN_REPEATS ? "its bounds in braces multiply to more than 1000"
					    : NULL;
}

static enum as_status check_regex(const char *word, const char *regex, struct as_err *err)
{
	const char *why = dangers(regex);
	char words[160];
	regex_t compiled;

	if (why)
		return bad(word, why, err);
	int code = regcomp(&compiled, regex, REG_EXTENDED);
	if (code) {
		regerror(code, &compiled, words, sizeof words);
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%.200s' for --metric: '%.200s' is no extended "
			"regular expression: %s",
			word, regex, words);
	}
	regfree(&compiled);
	return AS_OK;
}

/* Cut what stands behind the last colon off; NULL if there is none. */
static char *cut(char *s)
{
	char *colon = strrchr(s, ':');

	if (!colon)
		return NULL;
	*colon = '\0';
	return colon + 1;
}

enum as_status as_pattern_read(const char *word, struct as_arena *a, struct as_metric *m,
	const char **regex, double *scale, struct as_err *err)
{
	struct as_metric out = {.level = AS_LEVEL_EXECUTION, .better = AS_BETTER_NEITHER,
		.describe = "a number in the program's output"};
	char *name = as_arena_strdup(a, word), *text = name ? strchr(name, '=') : NULL;
	bool said = false;

	if (!text)
		return name ? bad(word, shape, err) : as_fail_memory(err);
	*text++ = '\0';
	char *unit = cut(text);
	if (unit && (!strcmp(unit, "less") || !strcmp(unit, "more"))) {
		out.better = *unit == 'l' ? AS_BETTER_LESS : AS_BETTER_MORE;
		said = true;
		unit = cut(text);
	}
	if (!is_name(name) || !unit || !*unit || strlen(unit) > 40 ||
		unit[strcspn(unit, " \t\n()[]*\\")] || !*text)
		return as_fail(err, AS_ERR_USAGE, "cannot use '%.200s' for --metric: expected %s",
			word, shape);
	enum as_status st = check_regex(word, text, err);
	if (st)
		return st;
	out.name = name;
	out.unit = as_unit_kept(unit, scale);
	if (!said && as_metric_is_time(&out))
		out.better = AS_BETTER_LESS;
	*regex = text;
	*m = out;
	return AS_OK;
}
