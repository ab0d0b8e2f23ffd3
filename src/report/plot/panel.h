/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PLOT_PANEL_H
#define AS_REPORT_PLOT_PANEL_H

/* A canvas with its axes: labels at the left and below, as lines. */

#include "say/number.h"
#include "report/plot/canvas.h"

enum { AS_PANEL_LABEL = 24 };

struct as_panel {
	struct as_canvas canvas;
	const char *title;              /* above it; NULL: none */
	char top[AS_PANEL_LABEL], middle[AS_PANEL_LABEL], bottom[AS_PANEL_LABEL]; /* at the left */
	char left[AS_PANEL_LABEL], right[AS_PANEL_LABEL]; /* below */
	const char *below; /* in the place of these two, as wide as the canvas; NULL: none */
	const char **row; /* of each row of the canvas, in the place of these three; NULL: none */
	size_t label; /* columns of those at the left */
	bool broken_x, broken_y; /* the axis does not begin at 0, and strokes across it say so */
};

/* Label an axis: `value` with the digits that tell 1/100 of what the axis spans apart, and its unit
 * if asked. */
void as_panel_label(char out[static AS_PANEL_LABEL], struct as_scale scale, double value,
	double range, bool unit);

/* The same of a whole number. */
void as_panel_count(char out[static AS_PANEL_LABEL], double n);

/* After the labels are set: how many columns they take. */
size_t as_panel_label_width(const struct as_panel *p);

/* Add all lines, of b beside a; b NULL: a alone. */
void as_panel_add(struct as_text *t, const struct as_style *style, const struct as_panel *a,
	const struct as_panel *b);
enum { AS_PANEL_GAP = 3 }; /* columns between the two */

#endif
