/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "say/style.h"

const struct as_symbols *as_symbols(const struct as_style *style)
{
	static const char *const levels[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	static const char *const parts[] = {"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
	static const char *const plain_levels[] = {".", ":", "-", "=", "+", "*", "#"};
	static const char *const plain_parts[] = {"#"};
	static const struct as_symbols unicode = {"…", "…", "±", "×", levels, 8, parts, 8, "░"};
	static const struct as_symbols plain = {"..", "..", "+-", "x", plain_levels, 7,
		plain_parts, 1, "."};

	return style->unicode ? &unicode : &plain;
}

void as_paint(struct as_text *t, const struct as_style *style, enum as_paint paint)
{
	static const char *const sgr[] = {
		[AS_PAINT_STRONG] = "\x1b[1m",
		[AS_PAINT_FAINT] = "\x1b[2m",
		[AS_PAINT_GOOD] = "\x1b[1;32m",
		[AS_PAINT_BAD] = "\x1b[1;31m",
		[AS_PAINT_WARN] = "\x1b[33m",
		[AS_PAINT_DRAWN] = "\x1b[36m",
	};

	if (style->colour)
		as_text_add(t, sgr[paint]);
}

void as_paint_end(struct as_text *t, const struct as_style *style)
{
	if (style->colour)
		as_text_add(t, "\x1b[0m");
}

void as_paint_of(struct as_text *t, const struct as_style *style, size_t k)
{
	/* blue, orange, green, vermilion, purple, light blue: the nearest of the 256 colours */
	static const unsigned char colour[] = {32, 214, 36, 166, 175, 117};

	if (style->colour)
		as_text_addf(t, "\x1b[38;5;%dm", colour[k % sizeof colour]);
}

size_t as_style_width(const struct as_style *style)
{
	const int least = style->least_width ? style->least_width : 40;

	return style->width <= 0 ? 80 : style->width < least ? (size_t)least : (size_t)style->width;
}

void as_layout_flat(struct as_text *t, size_t from)
{
	for (size_t i = from; i < t->len; i++)
		if (t->data[i] == *AS_TIE || t->data[i] == *AS_GAP)
			t->data[i] = ' ';
}
