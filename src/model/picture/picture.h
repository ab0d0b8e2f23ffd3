/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_PICTURE_PICTURE_H
#define AS_MODEL_PICTURE_PICTURE_H

/* What a picture shows: numbers that analyse/picture finds and report/plot draws. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/picture/chart.h"

enum as_picture_kind {
#define AS_PICTURE(symbol, name, form, of, part, help) AS_PICTURE_##symbol,
#include "model/picture/pictures.def"
	AS_PICTURES
};

enum as_picture_form {
	AS_FORM_BARS,   /* y[i]: the height of bar i */
	AS_FORM_LINE,   /* y[i] over x[i] */
	AS_FORM_POINTS, /* the same; other[i] over other_x[i] in a second frame */
	AS_FORM_CURVES, /* n_curves of them, each y[k * n + i] over x[k * n + i], called name[k] */
	AS_FORM_RANGES, /* y[i], from lo[i] to hi[i], of what name[i] says */
	AS_FORM_CHART,  /* frames of marks */
	AS_FORM_STEPS,  /* of a history, which is no picture of a result: report/history draws it */
};

/* What there is one picture of. */
enum as_picture_of {
	AS_OF_RESULT,  /* of all its commands together */
	AS_OF_SUBJECT, /* of each command */
	AS_OF_HISTORY, /* of benchmarks over versions */
};

struct as_picture_entry {
	const char *name; /* on the command line */
	enum as_picture_form form;
	enum as_picture_of of;
	const char *part; /* of a page */
	const char *help;
};
extern const struct as_picture_entry as_pictures[AS_PICTURES];

struct as_picture {
	enum as_picture_kind kind;
	size_t subject, metric;
	/* whose iterations these are, from 1 in the order of time; 0: executions */
	size_t execution;
	size_t observed;  /* values that it was made of */
	const char *unit; /* what those are where they are units of a level: "build"; NULL elsewhere */
	size_t n;         /* of each array below that is not NULL */
	size_t n_curves;  /* of AS_FORM_CURVES */
	size_t n_groups;  /* of which there are curves, some of them where there are many */
	double *x, *y;
	double *other_x, *other; /* in random order */
	double *lo, *hi;
	const char **name;
	double x_from, x_to, y_from, y_to; /* what the frame spans, x_from < x_to, y_from < y_to */
	double bound;     /* of an acf, y[i] at the distance i + 1: 95 % of independent values' lie within */
	size_t modes;     /* of a density */
	struct as_chart *chart; /* of AS_FORM_CHART */
	struct as_arena arena; /* owns the arrays */
};

/* What is counted in `observed`, of one. */
const char *as_picture_noun(const struct as_picture *p);

#endif
