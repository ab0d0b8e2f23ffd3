/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_PUBLISHED_H
#define AS_MODEL_ANSWER_PUBLISHED_H

/* What the formulas of earlier papers make of a tree, beside ours (methods.md 2, 3.1, 3.2). They
 * are kept as they were printed, for comparison with the papers; methods.md says what is wrong with
 * each. Times and costs are in the metric's unit and in seconds; NaN: not known. */

#include <stdbool.h>
#include <stddef.h>

/* One paper each. */
enum as_published_method {
	AS_PUBLISHED_SPECTS2005, /* Kalibera, Bulej, Tuma: two levels */
	AS_PUBLISHED_EPEW2006,   /* Kalibera, Tuma: three levels */
	AS_PUBLISHED_METHODS,
};

enum { AS_PUBLISHED_INTERVALS = 2, AS_PUBLISHED_LEVELS = 3 };

struct as_published_bounds {
	double lo, hi, half_width;
	double df; /* of t; infinite: the normal quantile */
};

struct as_published {
	enum as_published_method method;
	size_t subject, metric;
	/* why it says nothing of this tree; "" if it does, and only then the rest holds */
	char refused[200];
	size_t n_levels;   /* of the tree: 2 or 3 */
	bool one_binary;   /* 2006 with one unit at the top: conditional on it */
	size_t n_intervals;
	struct as_published_bounds interval[AS_PUBLISHED_INTERVALS];
	size_t counts[AS_PUBLISHED_LEVELS]; /* of this tree, from the bottom; the top in all */
	/* b: a binary in measured parts of an iteration, 0 at two levels; w: an execution in
	 * iterations; q: how many times longer an iteration is than its measured part. */
	double b, w, q;
	bool q_assumed;   /* it is 1 because the program reports no t */
	/* of this experiment, (7) in iterations, (18) or (22) in measured parts */
	double cost;
	double cost_s;    /* the same in seconds */
	/* Counts of the lower levels that the paper holds best, from the bottom: (8), (21) or (23).
	 * Infinite where there is no best one, 0 where the level below does not vary. */
	double optimum[AS_PUBLISHED_LEVELS - 1];
	size_t optimum_counts[AS_PUBLISHED_LEVELS - 1]; /* rounded up; 0 where there is none */
};

/* "spects2005", "epew2006": what the command line calls them. */
extern const char *const as_published_names[AS_PUBLISHED_METHODS];

#endif
