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

static const struct grain braille = {
	2, 4, {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};
static const struct grain plain = {1, 2, {{0x01}, {0x02}}};

static const struct grain *grain_of(const struct as_canvas *c)
{
	return c->wide > c->columns ? &braille : &plain;
}

bool as_canvas_init(struct as_canvas *c, const struct as_style *style, struct as_arena *arena,
	size_t columns, size_t rows)
{
	const struct grain *g = style->unicode ? &braille : &plain;
	const size_t n = columns * rows;

	*c = (struct as_canvas){.columns = columns,
		.rows = rows,
		.wide = columns * g->wide,
		.high = rows * g->high,
		.cell = as_arena_array(arena, n, 1),
		.owner = as_arena_array(arena, n, 1),
		.over = as_arena_array(arena, n, sizeof *c->over),
		.under = as_arena_array(arena, n, sizeof *c->under)};
	if (!c->cell || !c->owner || !c->over || !c->under)
		return false;
	for (size_t i = 0; i < n; i++) {
		c->cell[i] = c->owner[i] = 0;
		c->over[i] = c->under[i] = NULL;
	}
	return true;
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
	size_t at = down / g->high * c->columns + x / g->wide;

	c->owner[at] = c->cell[at] && c->owner[at] != c->pen ? 0 : c->pen;
	c->cell[at] |= g->bit[down % g->high][x % g->wide];
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
	const char s[] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)),
		(char)(0x80 | (code & 0x3f)), '\0'};

	as_text_add(t, s);
}

/* The character that holds (x, y); columns * rows: none. */
static size_t cell_of(const struct as_canvas *c, double x, double y)
{
	size_t column = place(x, c->x_from, c->x_to, c->columns),
	       up = place(y, c->y_from, c->y_to, c->rows);

	return column < c->columns && up < c->rows ? (c->rows - 1 - up) * c->columns + column
		: c->columns * c->rows;
}

void as_canvas_put_over(struct as_canvas *c, double x, double y, const char *what)
{
	size_t at = cell_of(c, x, y);

	if (at == c->columns * c->rows)
		return;
	c->over[at] = what;
	c->owner[at] = c->pen;
}

void as_canvas_put_under(struct as_canvas *c, double x, double y, const char *what)
{
	size_t at = cell_of(c, x, y);

	if (at < c->columns * c->rows)
		c->under[at] = what;
}

const char *as_canvas_letter(size_t pen)
{
	static const char *const letters[AS_CANVAS_PENS + 1] = {"*", "a", "b", "c", "d", "e", "f",
		"g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w",
		"x", "y", "z"};

	return letters[pen <= AS_CANVAS_PENS ? pen : 0];
}

/* Whether any pen but the common one was used: then what several have is a star in ASCII. */
static bool has_pens(const struct as_canvas *c)
{
	return c->pen > 0;
}

static void add_cell(struct as_text *t, const struct as_canvas *c, size_t at)
{
	const unsigned char bits = c->cell[at];

	if (c->over[at])
		as_text_add(t, c->over[at]);
	else if (!bits)
		as_text_add(t, c->under[at] ? c->under[at] : " ");
	else if (grain_of(c) == &braille)
		add_braille(t, bits);
	else if (has_pens(c))
		as_text_add(t, as_canvas_letter(c->owner[at]));
	else
		as_text_char(t, " '.:"[bits & 3]);
}

/* The colour of each stretch of cells that are of one pen. */
void as_canvas_row_add(struct as_text *t, const struct as_style *style, const struct as_canvas *c,
	size_t r)
{
	const size_t from = r * c->columns;

	for (size_t i = 0; i < c->columns;) {
		const unsigned char owner = c->owner[from + i];
		if (owner)
			as_paint_of(t, style, owner - 1U);
		else
			as_paint(t, style, AS_PAINT_DRAWN);
		for (; i < c->columns && c->owner[from + i] == owner; i++)
			add_cell(t, c, from + i);
		as_paint_end(t, style);
	}
}
