/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_COMPARING_H
#define AS_CLI_COMPARE_COMPARING_H

/* How commands are compared, as options ask for: which of them, and by what. */

#include "cli/line/options.h"
#include "model/kept/experiment.h"

/* AS_ERR_USAGE where --difference stands beside what means nothing for it, and for a
 * --same-iteration that is none. */
enum as_status as_comparing_check(const struct as_args *args, struct as_err *err) AS_MUST_CHECK;

/* --same-iteration as struct as_experiment has it; after as_comparing_check. */
size_t as_comparing_same(const struct as_args *args);

/* What is said of times is to be of means (--estimator mean). */
bool as_comparing_by_mean(const struct as_args *args);

/* --pairs, --ratio, --estimator, --difference and --same-iteration, into the experiment that is to be analysed:
 * they are given anew each time, and not kept. */
void as_comparing_set(const struct as_args *args, struct as_experiment *x);

#endif
