/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_DIMENSION_H
#define AS_MODEL_DIMENSION_H

/* What a dimensioning learnt about one benchmark on one machine with one toolchain, kept so that
 * later plans need not learn it again (methods.md 6.6). It gives the counts of the lower levels and
 * never the variance of a result (methods.md 6.7).
 *
 * Arrays are indexed by enum as_level_index; the levels it has are bottom to
 * bottom + n_levels - 1, the other elements mean nothing. NaN: unknown. */

#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

struct as_dimension {
	const char *key; /* hash of benchmark, build command, parameters, criterion, machine and
			  * environment; made by the caller, at least one byte */
	int64_t date_ns; /* when it was learnt: CLOCK_REALTIME, since 1970 */
	size_t n_levels; /* 1 to AS_MODEL_LEVELS - bottom */
	enum as_level_index bottom;        /* the lowest level that the criterion is read at */
	double mean;                       /* of the criterion, in its unit; finite */
	double s2[AS_MODEL_LEVELS];        /* S_i^2 of methods.md 4, in that unit squared; >= 0 */
	double t2[AS_MODEL_LEVELS];        /* T_i^2, raw: may be negative */
	double df[AS_MODEL_LEVELS];        /* degrees of freedom of s2; >= 0 */
	double cost_s[AS_MODEL_LEVELS];    /* of one unit, exclusive of the levels below; >= 0 */
	uint32_t pilot[AS_MODEL_LEVELS];   /* units of the level in one unit of the level above,
					    * at the top in all; at least 1 */
	uint32_t warmup; /* iterations to leave out at the start of each execution */
};

#endif
