/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_STORE_PROFILE_H
#define AS_STORE_STORE_PROFILE_H

/* What writing and reading of noise profiles share. */

#include "store/sql/row.h"

/* As as_experiment_check: run before one is written and after one was read. */
enum as_status as_store_check_profile(const struct as_profile *p, struct as_err *err) AS_MUST_CHECK;

#endif
