/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <string.h>

#include "base/utf8.h"

bool as_is_deceptive(uint32_t cp)
{
	return cp == 0xAD || cp == 0x61C || (cp >= 0x200B && cp <= 0x200F) ||
		(cp >= 0x2028 && cp <= 0x202E) || (cp >= 0x2060 && cp <= 0x206F) ||
		cp == 0xFEFF || (cp >= 0xFFF9 && cp <= 0xFFFB) || (cp >= 0xE0000 && cp <= 0xE007F);
}

static void add_control(struct as_text *t, uint32_t cp)
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
		as_text_addf(t, "\\x%02x", (unsigned)cp);
	}
}

void as_text_add_neutral(struct as_text *t, const char *s, size_t n, size_t max)
{
	size_t i = 0;

	while (i < n) {
		uint32_t cp = 0;
		size_t len = as_utf8_next(s + i, n - i, &cp);

		if (max && i + (len ? len : 1) > max) {
			as_text_add(t, "…");
			return;
		}
		if (!len)
			as_text_addf(t, "\\x%02x", (unsigned char)s[i]);
		else if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0))
			add_control(t, cp);
		else if (as_is_deceptive(cp))
			as_text_addf(t, "\\u{%x}", (unsigned)cp);
		else
			as_text_add_n(t, s + i, len);
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
