/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_SIZE_H
#define AS_SAY_SIZE_H

/* The size of a difference as it is said. Internal to report/. */

#include "say/verdict.h"
#include "say/number.h"

/* A ratio as people say it: a percentage more or less, or a factor beyond 2; or a difference. */
enum as_manner {
	AS_IN_PERCENT,
	AS_BY_FACTOR,  /* takes 3.1 times as long as */
	AS_BY_INVERSE, /* is 3.1 times as fast as */
	AS_IN_UNITS,   /* takes 1.2 ms more: a difference, no ratio */
};

/* The size of a difference and its bounds, all in one manner. */
struct as_size {
	enum as_manner manner;
	double at, lo, hi; /* percent or units, signed; or factors */
	int decimals;
	struct as_scale scale; /* of percent and units */
};

struct as_size as_size_of(const struct as_style *style, const struct as_versus *v);

/* More or less of it, and not times. */
bool as_is_signed(enum as_manner manner);

/* There is more of it than of the reference, as it was measured. */
bool as_is_more(const struct as_comparison *c);

/* There is an interval that can be shown: not where nothing varies. */
bool as_has_interval(const struct as_comparison *c);

/* Slower, faster or different, by how much it may be. */
bool as_is_decided(enum as_verdict_word word);

/* Slower or faster, but by less than the tolerance. */
bool as_is_small(enum as_verdict_word word);

/* For qsort of pointers to comparisons: by how far the ratio is from 1, or the difference from 0,
 * the farthest first; those without one last, else in the order of their places. */
int as_by_size(const void *a, const void *b);

#endif
