/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_DIVIDE_H
#define AS_ANALYSE_DIAGNOSE_DIVIDE_H

/* Executions of about the same load (methods.md 8). */

#include "analyse/diagnose/surround.h"
#include "analyse/estimate/observed.h"
#include "model/answer/study/strata.h"

struct as_divided {
	const double *load;  /* of each execution of the course, NaN: not known */
	size_t unknown;      /* of how many it is not */
	size_t n;            /* strata, in the order of their load */
	/* the load is at least that, and below this; infinities are no bound */
	double from[AS_STRATA_CUTS + 1], to[AS_STRATA_CUTS + 1];
};

/*
 * as_divide - the strata of a course
 *
 * Between the cuts, an execution exactly on one in the upper stratum; without cuts by quartiles of
 * the load, of which those that are the same are one. Arrays are in memory of the course. AS_ERR_DATA with words: of no
 * execution is the load known, or it did not vary and no cuts are given. O(n log n).
 */
enum as_status as_divide(struct as_course *c, const struct as_strata_asked *r,
	struct as_divided *out, struct as_err *err) AS_MUST_CHECK;

/* The executions of one stratum, in the order of time and sorted, in memory of the course. AS_ERR_MEM. */
enum as_status as_divided_part(struct as_course *c, const struct as_divided *d, size_t stratum,
	struct as_observed *out, struct as_err *err) AS_MUST_CHECK;

#endif
