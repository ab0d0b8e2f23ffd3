/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_PICTURE_CHART_H
#define AS_MODEL_PICTURE_CHART_H

/* A picture as frames of marks: numbers that analyse/picture finds, and that files and the terminal
 * draw alike (report/figure, report/plot). Whatever is drawn is one of these marks. */

#include <stdbool.h>
#include <stddef.h>

#include "model/answer/summary.h"
#include "model/kept/metric.h"

/* What is said in a chart: a sentence of say/words/charted.def by its name, with its values. */
enum as_charted {
#define AS_CHARTED(id) AS_CHARTED_##id,
#include "model/picture/chart_words.def"
};

union as_charted_value {
	size_t n;
	double x;
	const char *s;
	const struct as_metric *m;
};

enum { AS_CHARTED_VALUES = 3, AS_CHART_NOTES = 4, AS_LAYERS_MAX = 16 };

struct as_charted_words {
	enum as_charted id;
	union as_charted_value v[AS_CHARTED_VALUES];
	const struct as_metric *metric; /* whose values there are among them; NULL: of none */
};

/* AS_CHART_SAYS(LAG, {.n = 2}) */
#define AS_CHART_SAYS(name, ...) \
	((struct as_charted_words){.id = AS_CHARTED_##name, .v = {__VA_ARGS__}})

enum as_mark {
	AS_MARK_DOTS, /* y over x; one beyond the frame is shown at its border, with its value */
	AS_MARK_LINE, /* y over x, from one to the next; NaN parts it */
	AS_MARK_BAND, /* from lo to hi over x; NaN parts it */
	AS_MARK_SPAN, /* at the height y: from lo to hi, and a tick at x */
	AS_MARK_RISE, /* at the place x: from lo to hi, and a point at y */
	AS_MARK_BAR, /* at the height y: from 0 to x */
	AS_MARK_COLUMN, /* at the place x: from 0 to y, so wide as twice half */
	AS_MARK_TICK, /* a short line across at (x, y) */
	AS_MARK_AT, /* a dotted line from bottom to top at x, named text[i] */
	AS_MARK_LEVEL, /* a dotted line across at y, named text[i] */
	AS_MARK_ZONE, /* a shade from bottom to top, from lo to hi, named text[i] */
	AS_MARK_CELL, /* around (x, y): the verdict of compared[i], shaded by how much lo, 0 to 1, says */
};

/* What a mark is: colours mean something, and nothing hangs on them. */
enum as_tone {
	AS_TONE_INK, /* what is found */
	AS_TONE_REF, /* what was measured */
	AS_TONE_MUTE, /* what stands beside */
	AS_TONE_WORSE,
	AS_TONE_BETTER,
	AS_TONE_QUARTER, /* of something else, from little to much: this and the three behind it */
	AS_TONE_MUCH = AS_TONE_QUARTER + 3,
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
	const struct as_comparison *compared; /* n of cells; NULL of others */
	double half; /* of SPAN, BAR, RISE, TICK and CELL: half of what it is thick or wide */
	struct as_charted_words label; /* of the whole of it */
	bool thin; /* many of them lie over each other */
	bool shaded; /* of LINE: what lies below it, too */
};

struct as_chart_axis {
	double from, to; /* from < to; above 0 where log */
	bool log;
	const struct as_metric *metric; /* whose values; NULL: numbers */
	bool share; /* numbers are shown as percentages */
	bool whole; /* numbers are counts */
	struct as_charted_words words; /* what it is; AS_CHARTED_NONE: the metric's name */
	bool unsaid; /* nothing is said of it */
	const char **name; /* of the places 0 .. n_names - 1, in the place of numbers */
	size_t n_names;
	double lines; /* of text that a place is high; of y */
};

/* It is of an amount, and does not begin at 0. */
bool as_chart_axis_broken(const struct as_chart_axis *a);

/* Height along it counts nothing by itself: it has no numbers, and lines are named at their tops. */
bool as_chart_axis_bare(const struct as_chart_axis *a);

struct as_frame {
	struct as_charted_words title;
	double wide; /* beside the others; 0: 1 */
	struct as_chart_axis x, y;
	struct as_layer layer[AS_LAYERS_MAX]; /* the first lie below the others */
	size_t n_layers;
};

struct as_chart {
	struct as_frame *frame;
	size_t n_frames, columns; /* frames beside each other */
	struct as_charted_words title; /* NONE: whose it is, and of how many */
	struct as_charted_words note[AS_CHART_NOTES]; /* what is to be known; NONE ends them */
};

#endif
