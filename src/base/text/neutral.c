/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <string.h>

#include "base/text/utf8.h"

bool as_is_deceptive(uint32_t cp)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5},
		{0x180B, 0x180F}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
		{0x3164, 0x3164}, {0xFDD0, 0xFDEF}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},
		{0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
	};

	if ((cp & 0xFFFE) == 0xFFFE) /* never a character */
		return true;
	for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
		if (cp >= ranges[i].first && cp <= ranges[i].last)
			return true;
	return false;
}

static void add_escaped(struct as_text *t, uint32_t cp)
{
	switch (cp) {
	case '\n':
		as_text_add(t, "\\n");
		break;
	case '\t':
		as_text_add(t, "\\t");
		break;
	case '\r':
		as_text_add(t, "\\r");
		break;
	case 0x1B:
		as_text_add(t, "\\e");
		break;
	default:
		as_text_addf(t, cp < 0xA0 ? "\\x%02x" : "\\u{%x}", (unsigned)cp);
	}
}

/* Combining marks on one letter: no script needs more, and a pile of them covers the lines above.
 * */
enum { MARKS_MAX = 4 };

bool as_may_show(uint32_t cp, int *marks)
{
	bool mark = cp >= 0x80 && as_utf8_columns(cp) == 0;
	bool may = cp >= 0x20 && !(cp >= 0x7F && cp < 0xA0) && !as_is_deceptive(cp) &&
		(!mark || *marks > 0);

	*marks = !may ? 0 : mark ? *marks - 1 : MARKS_MAX;
	return may;
}

void as_text_add_neutral(struct as_text *t, const char *s, size_t n, size_t max)
{
	size_t i = 0;
	int marks = 0;

	while (i < n) {
		uint32_t cp = 0;
		size_t len = as_utf8_next(s + i, n - i, &cp);

		if (max && i + (len ? len : 1) > max) {
			as_text_add(t, "…");
			return;
		}
		if (len && as_may_show(cp, &marks))
			as_text_add_n(t, s + i, len);
		else if (len)
			add_escaped(t, cp);
		else
			as_text_addf(t, "\\x%02x", (unsigned char)s[i]);
		marks = len ? marks : 0;
		i += len ? len : 1;
	}
}

size_t as_text_width(const char *s)
{
	size_t n = strlen(s), i = 0, columns = 0;

	while (i < n) {
		uint32_t cp = 0;
		size_t len = as_utf8_next(s + i, n - i, &cp);
		columns += len ? (size_t)as_utf8_columns(cp) : 1;
		i += len ? len : 1;
	}
	return columns;
}
