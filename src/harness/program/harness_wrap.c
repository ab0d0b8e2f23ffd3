/* SPDX-License-Identifier: MIT */
#include "harness/program/harness_wrap.h"

#include <string.h>

static int columns_of(const char *s, size_t n)
{
	int columns = 0;

	for (size_t i = 0; i < n; i++)
		columns += ((unsigned char)s[i] & 0xC0) != 0x80;
	return columns;
}

void as_wrap(struct as_text *t, int columns, int hang, const char *body, char gap)
{
	int at = hang;

	while (*body) {
		const char *end = strchr(body, gap);
		size_t n = end ? (size_t)(end - body) : strlen(body);
		int wide = columns_of(body, n);
		bool fits = at + 1 + wide <= columns;
		if (at > hang && fits)
			as_text_char(t, ' ');
		else if (at > hang)
			as_text_addf(t, "\n%*s", hang, "");
		at = at > hang && fits ? at + 1 + wide : hang + wide;
		as_text_add_n(t, body, n);
		body += n + (end != NULL);
	}
	as_text_char(t, '\n');
}
