/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_PICTURE_CHART_H
#define AS_MODEL_PICTURE_CHART_H

/* A picture as frames of marks: numbers that analyse/picture finds, and that files and the terminal
 * draw alike (report/figure, report/plot). Whatever is drawn is one of these marks. */

#include <stdbool.h>
#include <stddef.h>

#include "model/kept/metric.h"

enum as_mark {
	AS_MARK_DOTS, /* y over x; one beyond the frame is shown at its border, with its value */
	AS_MARK_LINE, /* y over x, from one to the next; NaN parts it */
	AS_MARK_BAND, /* from lo to hi over x; NaN parts it */
	AS_MARK_SPAN, /* at the height y: from lo to hi, and a tick at x */
	AS_MARK_RISE, /* at the place x: from lo to hi, and a point at y */
	AS_MARK_BAR, /* at the height y: from 0 to x */
	AS_MARK_TICK, /* a short line across at (x, y) */
	AS_MARK_AT, /* a dotted line from bottom to top at x, named text[i] */
	AS_MARK_LEVEL, /* a dotted line across at y, named text[i] */
	AS_MARK_ZONE, /* a shade from bottom to top, from lo to hi, named text[i] */
	AS_MARK_CELL, /* text[i] around (x, y), shaded by how much lo, 0 to 1, says */
};

/* What a mark is: colours mean something, and nothing hangs on them. */
enum as_tone {
	AS_TONE_INK, /* what is found */
	AS_TONE_REF, /* what was measured */
	AS_TONE_MUTE, /* what stands beside */
	AS_TONE_WORSE,
	AS_TONE_BETTER,
	AS_TONES
};

struct as_layer {
	enum as_mark mark;
	enum as_tone tone;
	/* which of several lines or points it is, from 0: dashes and shapes tell them apart */
	size_t series;
	size_t n;
	double *x, *y, *lo, *hi; /* n each, NaN where the mark has none */
	const char **text; /* n; NULL: none has any */
	double half; /* of SPAN, BAR, RISE, TICK and CELL: half of what it is thick or wide */
	const char *label; /* of the whole of it; NULL: none */
	bool thin; /* many of them lie over each other */
};

enum { AS_LAYERS_MAX = 16 };

struct as_chart_axis {
	double from, to; /* from < to; above 0 where log */
	bool log;
	const struct as_metric *metric; /* whose values; NULL: numbers */
	bool share; /* numbers are shown as percentages */
	bool whole; /* numbers are counts */
	const char *words; /* what it is; NULL: the metric's name */
	const char **name; /* of the places 0 .. n_names - 1, in the place of numbers */
	size_t n_names;
	double lines; /* of text that a place is high; of y */
};

struct as_frame {
	const char *title; /* NULL: none */
	double wide; /* beside the others; 0: 1 */
	struct as_chart_axis x, y;
	struct as_layer layer[AS_LAYERS_MAX]; /* the first lie below the others */
	size_t n_layers;
};

struct as_chart {
	struct as_frame *frame;
	size_t n_frames, columns; /* frames beside each other */
	const char *note; /* what has been left out, or is to be known; NULL: nothing */
};

#endif
