/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_JUDGE_JUDGED_KEPT_H
#define AS_ANALYSE_DIAGNOSE_JUDGE_JUDGED_KEPT_H

/* How iterations went in time, as numbers that stay when they are thinned. */

#include "model/answer/steadiness.h"

/* To and from those of as_thinned.whole, from AS_WHOLE_JUDGED on. What follows from the interval is
 * not among them (warmup_matters), nor what is of executions (order). */
void as_judged_put(const struct as_steadiness *s, double *v);
void as_judged_take(struct as_steadiness *s, const double *v);

#endif
