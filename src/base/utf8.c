/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

size_t as_utf8_next(const char *s, size_t n, uint32_t *cp)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char c = (unsigned char)s[0];
	size_t len = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3
		: c >= 0xF0 && c < 0xF5 ? 4 : 0;
	uint32_t v = len == 1 ? c : len ? c & (0x7Fu >> len) : 0;

	if (!len || len > n)
		return 0;
	for (size_t i = 1; i < len; i++) {
		unsigned char d = (unsigned char)s[i];
		if ((d & 0xC0) != 0x80)
			return 0;
		v = v << 6 | (d & 0x3Fu);
	}
	if ((len > 1 && v < least[len]) || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF))
		return 0;
	*cp = v;
	return len;
}

struct range {
	uint32_t first, last;
};

static int inside(uint32_t cp, const struct range *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (cp >= r[i].first && cp <= r[i].last)
			return 1;
	return 0;
}

/* The blocks that matter for aligning a table, not the whole of Unicode's width data: a name that
 * uses others may stand a column off, nothing worse. */
int as_utf8_columns(uint32_t cp)
{
	static const struct range zero[] = {
		{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
		{0x064B, 0x065F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
		{0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
	};
	static const struct range wide[] = {
		{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
		{0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6},
		{0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
	};

	if (inside(cp, zero, sizeof zero / sizeof zero[0]))
		return 0;
	return inside(cp, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}
