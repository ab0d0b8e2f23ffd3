/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_CONDITIONS_OPTIONS_H
#define AS_CLI_MEASURE_CONDITIONS_OPTIONS_H

#include "cli/options.h"
#include "run/conditions/conditions.h"

/* The options of load and isolation; strings are borrowed from args. AS_ERR_USAGE names the option,
 * the value and what was expected; whether the machine can do it shows later (as_isolation_open).
 * */
enum as_status as_conditions_read(const struct as_args *args, struct as_conditions *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
