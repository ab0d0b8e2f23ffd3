/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "run/reporter/report_parse.h"

enum { SHOWN_BYTES = 80 };

enum as_status as_report_odd(const struct as_report_parser *p, struct as_err *err,
	const char *found, const char *wanted)
{
	return as_fail(err, AS_ERR_DATA, "line %zu%s%s: found %s, expected %s%s", p->line,
		*p->file ? " of " : "", p->file, found, wanted,
		p->unfinished
			? "; the line has no end, so the program may have died while writing it"
			: "");
}

enum as_status as_report_bad(const struct as_report_parser *p, struct as_err *err,
	const char *found, const char *wanted)
{
	char quoted[SHOWN_BYTES + sizeof "'...'"];

	snprintf(quoted, sizeof quoted, "'%.*s%s'", SHOWN_BYTES, found,
		strlen(found) > SHOWN_BYTES ? "..." : "");
	return as_report_odd(p, err, quoted, wanted);
}

char *as_report_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");

	if (!*word)
		return NULL;
	char *end = word + strcspn(word, " \t");
	*rest = *end ? end + 1 : end;
	*end = 0;
	return word;
}

enum as_status as_report_number(struct as_report_parser *p, char **rest, double *out, char **unit,
	struct as_err *err)
{
	char *number = as_report_word(rest);

	if (!number)
		return as_report_odd(p, err, "the end of the line", "a number and its unit");
	if (!as_parse_double(number, out))
		return as_report_bad(p, err, number,
			"a finite number and, after a blank, its unit, as in '12.3 us'");
	*unit = as_report_word(rest);
	if (!*unit)
		return as_report_bad(p, err, number, "a unit after the number, as in '12.3 us'");
	if (strchr(*unit, '='))
		return as_report_bad(p, err, *unit, "the number's unit before it, as in '12.3 us'");
	return AS_OK;
}
