/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_SLOW_RUNS_H
#define AS_REPORT_COMPARE_SLOW_RUNS_H

#include "report/draw/terminal.h"
#include "say/verdict.h"

/* Where the typical run and the mean are apart (methods-repairs.md 9): which share of the runs of
 * either side is slow, as bars, and by how much. Nothing elsewhere, nor without --verbose. */
void as_slow_runs_add(struct as_text *t, const struct as_style *style, const struct as_versus *v);

#endif
