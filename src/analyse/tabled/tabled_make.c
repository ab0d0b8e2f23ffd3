/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/tabled/tabled_make.h"

#include "analyse/tabled/tabled_parts.h"

enum as_status as_tabled_add(struct as_tabled *t, const struct as_place *of, struct as_err *err)
{
	static as_tabled_fill *const fill[AS_TABLES] = {
		[AS_TABLED_IMPACT] = as_tabled_impact,
		[AS_TABLED_LEVELS] = as_tabled_levels,
		[AS_TABLED_ALARMS] = as_tabled_alarms,
		[AS_TABLED_DIMENSION] = as_tabled_dimension,
		[AS_TABLED_ESTIMATORS] = as_tabled_estimators,
		[AS_TABLED_CORRELATION] = as_tabled_correlation,
	};
	enum as_status st = fill[t->id](t, of, err);

	return !st && t->failed ? as_fail_memory(err) : st;
}
