/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_CHECK_H
#define AS_MODEL_KEPT_CHECK_H

/* Whether an experiment that came from outside can be trusted. */

#include <stdbool.h>

#include "base/err.h"
#include "model/kept/experiment.h"

/*
 * as_experiment_check - the experiment can be kept: everything that is an index, an enum or a count
 * fits
 *
 * Run before an experiment is written and after one was read, so that what is kept can be read and
 * what was read can be trusted. AS_ERR_DATA with half a sentence in *err that begins with the
 * place: "subject 2: execution 7 belongs to build 9 of 4".
 */
enum as_status as_experiment_check(const struct as_experiment *x, struct as_err *err) AS_MUST_CHECK;

/* A cost, a size or a width: not negative and not infinite. NaN, which means unknown, is good. */
bool as_is_amount(double v);

#endif
