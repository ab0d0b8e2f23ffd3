/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/plot/canvas.h"

#include <math.h>

#include "report/draw/layout.h"

enum { BRAILLE = 0x2800 };

/* Dots of one character. */
struct grain {
	size_t wide, high;
	unsigned char bit[4][2]; /* by row from the top, and column */
};

static const struct grain braille = {2, 4, {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};
static const struct grain plain = {1, 2, {{0x01}, {0x02}}};

static const struct grain *grain_of(const struct as_canvas *c)
{
	return c->wide > c->columns ? &braille : &plain;
}

bool as_canvas_init(struct as_canvas *c, const struct as_style *style, struct as_arena *arena,
	size_t columns, size_t rows)
{
	const struct grain *g = style->unicode ? &braille : &plain;

	*c = (struct as_canvas){.columns = columns, .rows = rows, .wide = columns * g->wide,
		.high = rows * g->high, .cell = as_arena_array(arena, columns * rows, 1)};
	for (size_t i = 0; c->cell && i < columns * rows; i++)
		c->cell[i] = 0;
	return c->cell != NULL;
}

/* The dot that holds v, from 0; n: outside. */
static size_t place(double v, double from, double to, size_t n)
{
	double at = (v - from) / (to - from) * (double)n;

	if (!(at >= 0 && at <= (double)n))
		return n;
	return at < (double)n ? (size_t)at : n - 1;
}

static void set(struct as_canvas *c, size_t x, size_t y)
{
	const struct grain *g = grain_of(c);
	size_t down = c->high - 1 - y;

	c->cell[down / g->high * c->columns + x / g->wide] |= g->bit[down % g->high][x % g->wide];
}

void as_canvas_dot(struct as_canvas *c, double x, double y)
{
	as_canvas_stroke(c, x, y, y);
}

void as_canvas_stroke(struct as_canvas *c, double x, double y0, double y1)
{
	size_t column = place(x, c->x_from, c->x_to, c->wide);
	size_t from = place(fmin(y0, y1), c->y_from, c->y_to, c->high);
	size_t to = place(fmax(y0, y1), c->y_from, c->y_to, c->high);

	for (size_t y = from; column < c->wide && to < c->high && y <= to; y++)
		set(c, column, y);
}

static void add_braille(struct as_text *t, unsigned char bits)
{
	const unsigned code = BRAILLE + bits;
	const char s[] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)), (char)(0x80 | (code & 0x3f)), '\0'};

	as_text_add(t, s);
}

void as_canvas_row_add(struct as_text *t, const struct as_style *style, const struct as_canvas *c, size_t r)
{
	as_paint(t, style, AS_PAINT_DRAWN);
	for (size_t i = 0; i < c->columns; i++) {
		unsigned char bits = c->cell[r * c->columns + i];
		if (bits && grain_of(c) == &braille)
			add_braille(t, bits);
		else
			as_text_char(t, " '.:"[bits & 3]);
	}
	as_paint_end(t, style);
}
