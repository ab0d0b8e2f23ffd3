/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/table/csv_field.h"

#include <string.h>

void as_csv_field_add(struct as_text *t, const char *s)
{
	size_t n = strlen(s);

	if (!strpbrk(s, ",\"\r\n;\t") && n && s[0] != ' ' && s[n - 1] != ' ') {
		as_text_add(t, s);
		return;
	}
	if (!n)
		return;
	as_text_char(t, '"');
	for (; *s; s++) {
		if (*s == '"')
			as_text_char(t, '"');
		as_text_char(t, *s);
	}
	as_text_char(t, '"');
}
