/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PLOT_CANVAS_H
#define AS_REPORT_PLOT_CANVAS_H

/* A frame of characters in which dots are set: eight to a character by Braille patterns where there is
 * Unicode, two (' . :) where there is ASCII. */

#include "base/arena.h"
#include "report/draw/terminal.h"

struct as_canvas {
	size_t columns, rows; /* characters */
	size_t wide, high;    /* dots */
	double x_from, x_to, y_from, y_to; /* what they span; from < to */
	unsigned char *cell;  /* rows * columns, a bit a dot */
};

/* An empty one in memory of arena; false: there is none. */
bool as_canvas_init(struct as_canvas *c, const struct as_style *style, struct as_arena *arena,
	size_t columns, size_t rows);

/* Set the dot at (x, y); what lies outside is left out. */
void as_canvas_dot(struct as_canvas *c, double x, double y);

/* Set dots from (x, y0) to (x, y1). */
void as_canvas_stroke(struct as_canvas *c, double x, double y0, double y1);

/* Add the characters of row r, counted from the top. */
void as_canvas_row_add(struct as_text *t, const struct as_style *style, const struct as_canvas *c, size_t r);

#endif
