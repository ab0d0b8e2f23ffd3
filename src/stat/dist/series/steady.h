/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SERIES_STEADY_H
#define AS_STAT_DIST_SERIES_STEADY_H

/* When does an execution reach the speed it keeps, and does it at all? (methods.md 7.2) */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/dist/series/segment.h"

enum as_steady_class {
	AS_STEADY_UNKNOWN = 0, /* too short to be told */
	AS_STEADY_FLAT = 1,
	AS_STEADY_WARMUP = 2,   /* slower first */
	AS_STEADY_SLOWDOWN = 3, /* faster first */
	AS_STEADY_CYCLIC = 4,   /* never steady, and it repeats itself */
	AS_STEADY_NONE = 5,     /* never steady */
	AS_STEADY_INCONSISTENT = 6, /* of several executions: not all the same */
	AS_STEADY_CLASSES
};

/* Fewer iterations than this are of no class: they cannot be cut in two. */
enum { AS_STEADY_LEAST = 10 };

struct as_steady {
	enum as_steady_class class;
	bool reached;     /* a steady state */
	/* where it begins, from 0; the length of the series where there is none */
	size_t from;
	size_t period;    /* after which the end of the series repeats itself; 0: it does not */
	double tolerance; /* within which means of segments are equivalent */
	/* Mean of what lies before the steady part (NaN: nothing does), and of the last segment */
	double first, last;
};

/* Segments whose means are within max(0.01 |m|, 3 s / sqrt L) of the last one's are equivalent. O(n
 * log n). Fewer than AS_STEADY_LEAST values: AS_STEADY_UNKNOWN. Errors: of as_acf, AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_steady_of(const double *x, size_t n, const struct as_segments *s,
	struct as_steady *out, struct as_err *err);

/* The warm-up of several executions by their median curve, made for short ones. */
struct as_settling {
	size_t d;        /* iterations to leave out */
	bool settled;    /* what remains neither rises nor falls */
	double p;        /* that the first d are like the rest; NaN: there was nothing to ask */
	double p_drift;  /* that the rest is level */
	double drift;    /* how much the rest rises from its beginning to its end, relative */
	/* by how much the mean of the first d exceeds that of the rest, relative; 0 for d = 0 */
	double excess;
};

/*
 * as_settling_of - the rule for short runs
 *
 *   x   k >= 3 executions of n >= 4 iterations each, one after the other
 *
 * The first minimum of MSER over the first half, kept where it is established at 1 % over
 * executions; not settled: the rest drifts by more than 1 %, established at 1 %, or d = n / 2. Does
 * not depend on the order of the executions but for rounding. O(k n log k). AS_ERR_DATA: fewer, or
 * a value that is not finite. AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_settling_of(const double *x, size_t k, size_t n,
	struct as_settling *out, struct as_err *err);

#endif
