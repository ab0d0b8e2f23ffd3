/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_SERIES_SERIES_H
#define AS_STAT_DIST_SERIES_SERIES_H

/* What all methods for values in order of time ask of them (methods.md 0.2). */

#include <stddef.h>

#include "base/err.h"

/* AS_ERR_DATA with the number of the value, from 1, that is no number or infinite, and for an empty
 * or an endless (2^31 values and more) series. */
AS_MUST_CHECK enum as_status as_series_check(const double *x, size_t n, struct as_err *err);

#endif
