/* SPDX-License-Identifier: MIT */
#include "base/text/utf8.h"

#include <stdbool.h>

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

struct utf8_range {
	uint32_t first, last;
};

/* Whether cp is in one of n ascending ranges. */
static bool inside(uint32_t cp, const struct utf8_range *r, size_t n)
{
	size_t from = 0, to = n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		if (cp > r[middle].last)
			from = middle + 1;
		else
			to = middle;
	}
	return from < n && cp >= r[from].first;
}

int as_utf8_columns(uint32_t cp)
{
	static const struct utf8_range zero[] = {
#define AS_ZERO(first, last) {first, last},
#define AS_WIDE(first, last)
#include "base/text/utf8_columns.def"
#undef AS_ZERO
#undef AS_WIDE
	};
	static const struct utf8_range wide[] = {
#define AS_ZERO(first, last)
#define AS_WIDE(first, last) {first, last},
#include "base/text/utf8_columns.def"
#undef AS_ZERO
#undef AS_WIDE
	};

	if (cp < zero[0].first)
		return 1;
	if (inside(cp, zero, sizeof zero / sizeof zero[0]))
		return 0;
	return inside(cp, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}
