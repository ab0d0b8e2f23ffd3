/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_RELATED_H
#define AS_ANALYSE_DIAGNOSE_RELATED_H

/* How much two metrics of a subject go together, level by level. */

#include "analyse/result/analyse.h"
#include "stat/dist/influence/correlation.h"

struct as_related_level {
	enum as_level_index level;
	struct as_correlation c; /* of its units, inside one unit of the level above */
};

struct as_related {
	struct as_related_level level[AS_TREE_LEVELS]; /* from the lowest */
	size_t n;
};

/*
 * as_relate - a metric and another one
 *
 * Of iterations where both were read of each, else from the execution on; units of a level by the means
 * of what lies in them. At the experiment's confidence. Levels that are too few or do not vary are left
 * out; AS_ERR_DATA if all are, with the words of the last. AS_ERR_MEM. out untouched on failure.
 */
enum as_status as_relate(const struct as_place *of, size_t other, struct as_related *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
