/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_REVIEW_GEOMEAN_H
#define AS_REPORT_REVIEW_GEOMEAN_H

/* One number for many benchmarks, in words. */

#include "model/answer/compared/overall.h"
#include "report/draw/terminal.h"

/*
 * as_geomean_add - what the row `overall` says
 *
 *   m        what was compared, for the words
 *   apart    the sides were measured in different sessions
 *
 * "1.012x (1.003 … 1.021), 12 benchmarks of 4 programs: 1.20 % more time, 95 %, for this suite", or
 * why there is none.
 */
void as_geomean_add(struct as_text *t, const struct as_style *style, const struct as_overall *o,
	const struct as_metric *m, bool apart);

#endif
