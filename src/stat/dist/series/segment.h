/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SERIES_SEGMENT_H
#define AS_STAT_DIST_SERIES_SEGMENT_H

/* Where a series changes its mean or its variance (methods.md 7.1; Killick, Fearnhead and Eckley
 * 2012, with the penalty of Barrett and others 2017). */

#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

/* How a series is cut. */
struct as_cutting {
	double penalty; /* beta, of each segment beside its cost; >= 0 */
	size_t least;   /* points in a segment, at least 2 */
	double floor;   /* no variance counts as smaller; > 0, in the square of the values' unit */
};

/* Segments of x[0 .. n): segment i is x[start[i]] to x[start[i + 1] - 1]. */
struct as_segments {
	size_t n;      /* at least 1 */
	size_t *start; /* n + 1 of them, the last is the length of the series */
	double cost;   /* of all segments, with a penalty for each but the first */
	size_t replaced; /* points that stood apart from those around them, by as_segment_run */
	/* points that were taken together as one, by as_segment_run; 1: none were */
	size_t block;
};

/*
 * as_segment - the cheapest way to cut a series
 *
 *   x    n >= 1 finite values in order; n below 2^32. Fewer than 2 * how->least are one segment
 *   a    holds out->start afterwards
 *
 * A segment of n points costs n (ln(2 pi v) + 1), v its variance with divisor n or the floor; the
 * sum of these and of the penalties is the smallest there is, exactly. Usually O(n log n), O(n^2)
 * at worst; 56 bytes a point while it runs. Errors: AS_ERR_ARG, AS_ERR_DATA (a value that is not
 * finite, by its number), AS_ERR_MEM.
 */
AS_MUST_CHECK enum as_status as_segment(const double *x, size_t n, const struct as_cutting *how,
	struct as_arena *a, struct as_segments *out, struct as_err *err);

/* More points than the first are cut as means of blocks of points, at most as many as the second.
 * */
enum { AS_SEGMENT_POINTS = 100000, AS_SEGMENT_BLOCKS = 25000 };

/*
 * as_segment_run - the segments of the iterations of one execution
 *
 *   resolution  of the clock, in the unit of x; 0 where it is not known
 *
 * As as_segment with the penalty 15 ln n, at least 5 points (blocks) in a segment and the floor
 * max(resolution^2 / 12, (1e-6 mean)^2). Points further than three times q90 - q10 of the 200
 * around them from their median are replaced by that median first, and counted. Memory: 80 bytes a
 * point.
 */
AS_MUST_CHECK enum as_status as_segment_run(const double *x, size_t n, double resolution,
	struct as_arena *a, struct as_segments *out, struct as_err *err);

#endif
