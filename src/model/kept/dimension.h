/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_DIMENSION_H
#define AS_MODEL_KEPT_DIMENSION_H

/* What a dimensioning learnt about one benchmark on one machine with one toolchain, kept so that
 * later plans need not learn it again (methods.md 6.6). It gives the counts of the lower levels and
 * never the variance of a result (methods.md 6.7).
 *
 * Levels are indexed by enum as_level_index; those it has are bottom to bottom + n_levels - 1, the
 * others mean nothing. NaN: unknown. */

#include <stddef.h>
#include <stdint.h>

#include "model/kept/metric.h"

struct as_dimension_level {
#include "model/fields/members.def"
#include "model/fields/dimension_level.def"
};

struct as_dimension {
#include "model/fields/members.def"
#include "model/fields/dimension.def"
	struct as_dimension_level level[AS_MODEL_LEVELS];
};

#endif
