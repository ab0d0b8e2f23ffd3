/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_AROUND_EXPLAIN_H
#define AS_ANALYSE_DIAGNOSE_AROUND_EXPLAIN_H

#include "analyse/diagnose/surround.h"

/*
 * as_analyse_around - what was read around a subject's executions, and what of it explains those
 * that are far out
 *
 * An execution is far out when it is more than five robust standard deviations (1.4826 times the
 * median distance from the median) from the median, the rule of methods-blocks.md 9 for rounds; of
 * builds and sessions each is held against its own median. A source of the surroundings is far out
 * for an execution by the same rule, upwards (a frequency downwards); its deviation is no smaller
 * than what its resolution makes, tau / sqrt 12 (the floor of methods.md 7.1). Fewer than six
 * executions: none is far out. AS_ERR_DATA for values that no statistic may take; AS_ERR_MEM. O(n
 * log n).
 */
enum as_status as_analyse_around(const struct as_surrounds *around, size_t subject, size_t metric,
	struct as_outlier_report *out, struct as_err *err) AS_MUST_CHECK;

#endif
