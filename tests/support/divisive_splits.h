/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_SUPPORT_DIVISIVE_SPLITS_H
#define TESTS_SUPPORT_DIVISIVE_SPLITS_H

/* The statistic of every split of a series, on which its steps stand: n + 1 values, q[k] is Q of the
 * first k beside the rest, NaN where a side has less than 2. */

#include <math.h>

#include "papers/divisive_parts.h"

static inline enum as_status divisive_splits(const double *x, size_t n, struct as_arena *a, double *q)
{
	struct as_divisive e;
	enum as_status st = as_divisive_init(&e, n, a);

	if (st)
		return st;
	for (size_t k = 0; k <= n; k++)
		q[k] = (double)NAN;
	if (n >= 4) {
		as_divisive_take(&e, x, n);
		(void)as_divisive_best(&e, NULL, 2, q);
	}
	return AS_OK;
}

#endif
