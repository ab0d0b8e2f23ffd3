/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/series/series.h"

#include <math.h>
#include <stdint.h>

enum as_status as_series_check(const double *x, size_t n, struct as_err *err)
{
	if (!n)
		return as_fail(err, AS_ERR_DATA,
			"a series without values says nothing: it takes one");
	if (n > INT32_MAX)
		return as_fail(err, AS_ERR_DATA, "a series of %zu values is too long: at most %d",
			n, INT32_MAX);
	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return as_fail(err, AS_ERR_DATA, "value %zu of %zu is no finite number",
				i + 1, n);
	return AS_OK;
}
