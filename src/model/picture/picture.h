/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_PICTURE_PICTURE_H
#define AS_MODEL_PICTURE_PICTURE_H

/* What a picture shows: frames that analyse/picture fills, for the terminal, files and pages to draw. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/picture/chart.h"

enum as_picture_kind {
#define AS_PICTURE(symbol, name, of, part, help) AS_PICTURE_##symbol,
#include "model/picture/pictures.def"
	AS_PICTURES
};

/* What there is one picture of. */
enum as_picture_of {
	AS_OF_RESULT,  /* of all its commands together */
	AS_OF_SUBJECT, /* of each command */
	AS_OF_HISTORY, /* of benchmarks over versions */
};

struct as_picture_entry {
	const char *name; /* on the command line */
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
	const char *unit; /* what those are where they are neither executions nor iterations; NULL elsewhere */
	/* numbers of a density, a sequence or an acf, as pages have them */
	size_t n; /* of each array that is not NULL */
	double *x, *y;
	double *other; /* those of a sequence in random order */
	double bound;  /* of an acf, y[i] at the distance i + 1: 95 % of independent values' lie within */
	size_t modes;  /* of a density */
	struct as_chart *chart;
	struct as_arena arena; /* owns the arrays */
};

/* What is counted in `observed`, of one. */
const char *as_picture_noun(const struct as_picture *p);

#endif
