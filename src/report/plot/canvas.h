/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PLOT_CANVAS_H
#define AS_REPORT_PLOT_CANVAS_H

/* A frame of characters in which dots are set: eight to a character by Braille patterns where there
 * is Unicode, two (' . :) where there is ASCII. Several curves in one frame have a pen each: a
 * colour, and in ASCII a letter. */

#include "base/arena.h"
#include "report/draw/terminal.h"

enum { AS_CANVAS_PENS = 26 };

struct as_canvas {
	size_t columns, rows; /* characters */
	size_t wide, high;    /* dots */
	double x_from, x_to, y_from, y_to; /* what they span; from < to */
	unsigned char *cell;  /* rows * columns, a bit a dot */
	/* of each, the pen that set its dots; 0: the common one, or several */
	unsigned char *owner;
	const char **over;    /* of each, a character in its place; NULL: none */
	const char **under;   /* the same where there are no dots */
	unsigned char pen;    /* 1 to AS_CANVAS_PENS; 0: the common one */
};

/* An empty one in memory of arena; false: there is none. */
bool as_canvas_init(struct as_canvas *c, const struct as_style *style, struct as_arena *arena,
	size_t columns, size_t rows);

/* Set the dot at (x, y); what lies outside is left out. */
void as_canvas_dot(struct as_canvas *c, double x, double y);

/* Set dots from (x, y0) to (x, y1). */
void as_canvas_stroke(struct as_canvas *c, double x, double y0, double y1);

/* Put a character of one column, of static duration, over what is at (x, y), with the colour of the
 * pen; or under it, where nothing is. */
void as_canvas_put_over(struct as_canvas *c, double x, double y, const char *what);
void as_canvas_put_under(struct as_canvas *c, double x, double y, const char *what);

/* The letter of a pen, "a" for 1. */
const char *as_canvas_letter(size_t pen);

/* Add the characters of row r, counted from the top. */
void as_canvas_row_add(struct as_text *t, const struct as_style *style, const struct as_canvas *c,
	size_t r);

#endif
