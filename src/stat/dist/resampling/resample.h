/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_RESAMPLING_RESAMPLE_H
#define AS_STAT_DIST_RESAMPLING_RESAMPLE_H

/* How often would each detector err on the user's own data? (methods.md 10; 2006, figure 2) Groups
 * are drawn from the stored units of one version, so nothing differs between them but luck. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "stat/dist/comparing/detector.h"
#include "stat/dist/influence/impact_draw.h"

enum {
	AS_RESAMPLES = 2000,       /* R, by default */
	AS_RESAMPLE_ROUGH = 20,    /* fewer units in the pool: the table is rough */
};

struct as_pool {
	const double *x;  /* one number a top-level unit, L of them; finite */
	size_t n;
	/* Values one level down, a group a unit, for groups of one unit: how tools work that build
	 * or start a program once. NULL: there is no such level. */
	const struct as_groups *below;
};

struct as_resample {
	size_t group;     /* g: units on each side */
	double shift;     /* delta: the second group is multiplied by 1 + delta; 0: false alarms */
	size_t resamples; /* R >= 1 */
	bool independent; /* two groups that may share units, as perhaps in 2006: their difference
			   * varies too little, by the factor 1 - g / L */
	uint64_t seed;
	double confidence;
};

struct as_rate {
	bool known;   /* false: the detector needs more units than there are */
	double rate;  /* share of resamples with a change, 0 .. 1 */
	double error; /* Monte Carlo, sqrt(p (1 - p) / R); of the pool itself nothing is said */
};

/*
 * as_resample_rates - the rate of every detector
 *
 *   rates  AS_DETECTORS of them, in the order of detectors.def
 *
 * O(R g) for each detector, but O(R g log g) for Mann-Whitney. AS_ERR_DATA with words: 2 g > n (n
 * for independent groups: g > n), or a value that no detector takes. AS_ERR_ARG, AS_ERR_MEM. The
 * same seed gives the same rates. rates untouched on failure.
 */
AS_MUST_CHECK enum as_status as_resample_rates(const struct as_pool *pool,
	const struct as_resample *how, struct as_rate rates[AS_DETECTORS], struct as_err *err);

#endif
