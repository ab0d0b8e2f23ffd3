/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_VALUES_H
#define AS_STAT_CORE_VALUES_H

/* Numbers of one side, or of one unit each: what a test or an interval is made from. */

#include <stddef.h>

struct as_values {
	const double *v;
	size_t n;
};

#endif
