/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/table/csv_field.h"

#include <string.h>

#include "base/num.h"

/* Characters by which a spreadsheet knows what it is to calculate. */
static const char formula[] = "=+-@\t\r\n";

bool as_csv_wants_guard(const char *s)
{
	const char *first = s + strspn(s, "'");
	double number;

	return *first && strchr(formula, *first) && !as_parse_double(s, &number);
}

size_t as_csv_guard(const char *s, size_t n)
{
	size_t quotes = 0;

	while (quotes < n && s[quotes] == '\'')
		quotes++;
	return quotes && quotes < n && s[quotes] && strchr(formula, s[quotes]);
}

void as_csv_field_add(struct as_text *t, const char *s)
{
	const bool guard = as_csv_wants_guard(s);
	size_t n = strlen(s);

	if (!strpbrk(s, ",\"\r\n;\t") && n && s[0] != ' ' && s[n - 1] != ' ') {
		as_text_add(t, guard ? "'" : "");
		as_text_add(t, s);
		return;
	}
	if (!n)
		return;
	as_text_add(t, guard ? "\"'" : "\"");
	for (; *s; s++) {
		if (*s == '"')
			as_text_char(t, '"');
		as_text_char(t, *s);
	}
	as_text_char(t, '"');
}
