/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_FIGURE_FIGURE_PARTS_H
#define AS_REPORT_FIGURE_FIGURE_PARTS_H

/* What the files of figures share, and nobody else includes. All lengths are centimetres. */

#include "model/picture/picture.h"
#include "report/figure/figure.h"
#include "say/charted.h"
#include "say/number.h"

/* How wide a letter is, about, in heights of one; as wide as in DejaVu Sans, which stands where Liberation Sans is missing, and is wider. */
#define AS_FIGURE_LETTER 0.6

/* Where a picture lies in the figure, from its lower left corner, and how large its letters are. */
struct as_figure_place {
	double wide, high; /* of the picture */
	double bottom; /* of it */
	double all_high; /* of the figure */
	double em; /* height of a letter */
	size_t number; /* of the picture, for the names of its data */
};

/* A frame as it is drawn. */
struct as_figure_frame {
	struct as_text *t;
	const struct as_style *style;
	const struct as_frame *f;
	size_t number; /* of the frame in the figure */
	double em;
	double left, right, bottom, top; /* of what is inside the axes */
	bool beyond_said; /* how many values lie beyond stands below the title */
	double head; /* share of that which is above the end of the axis, for names of places */
	struct as_scale x, y; /* in which values are shown */
};

/* A text in single quotes, in which gnuplot reads nothing. */
void as_figure_quote(struct as_text *t, const char *s);

/* The same of a text with marks for layout; released. */
void as_figure_quote_flat(struct as_text *t, struct as_text *body);

/* The same of what a tick is called. */
void as_figure_quote_tick(struct as_text *t, struct as_text *name);

/* What a chart says, on one line. */
struct as_text as_figure_said(const struct as_style *style, const struct as_charted_words *w);

/* The point that dots of a layer are. */
void as_figure_point(struct as_text *t, const struct as_layer *l);

/* How wide a text is, about. */
double as_figure_text_wide(const char *s, double em);

enum { AS_FIGURE_TICKS = 12 };

/* Of an axis, as shown. */
struct as_figure_ticks {
	size_t n;
	double at[AS_FIGURE_TICKS];
	int decimals;
};

/* Ticks of an axis that is so long: as many as stand apart. */
struct as_figure_ticks as_figure_ticks_of(const struct as_chart_axis *a, struct as_scale s,
	double length, double em, bool across);
double as_figure_widest_tick(
	const struct as_chart_axis *a, const struct as_figure_ticks *k, double em);
void as_figure_ticks_add(struct as_text *t, const struct as_chart_axis *a,
	const struct as_figure_ticks *k, const char *axis);

/* What a chart is high when it is so wide. */
double as_figure_chart_high(const struct as_picture *p, double wide, double em);

/* Draw a chart below its title. */
void as_figure_chart(struct as_text *t, const struct as_style *style, const struct as_picture *p,
	const struct as_figure_place *at, const char *title);

/* Data and marks of all layers of a frame: its axes have been set. */
void as_figure_marks(const struct as_figure_frame *f);

/* Names of places, if asked, in rows below the upper border; how many rows. */
size_t as_figure_places(const struct as_figure_frame *f, bool add);

/* Which share of the frame they take. */
double as_figure_places_high(const struct as_figure_frame *f);

/* Where the middle of row `row` below the upper border is, as a share of the frame. */
double as_figure_row_at(const struct as_figure_frame *f, size_t row);

/* How much higher than its curves the frame has to be for their names, and if asked these names. */
double as_figure_tops(const struct as_figure_frame *f, bool add);

/* Of a frame whose heights have no numbers: whether the layer is called above its top, behind a
 * piece of its line: that is the data `$s`, frame and layer. */
bool as_figure_has_top(const struct as_layer *l);

/* Inside the frame: from 0 at the left or bottom end of the axis to 1 at the other. */
double as_figure_at(const struct as_chart_axis *a, double value);

#endif
