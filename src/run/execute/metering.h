/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_METERING_H
#define AS_RUN_EXECUTE_METERING_H

/* The meter of --meter. */

#include "run/conductor.h"

/* Start the meter of --meter, if there is one and it is needed, and measure the power
 * at idle. One that is of no use is a fact, or an error as the criterion. */
enum as_status as_conductor_begin_meter(struct as_conductor *c, int64_t idle_ns, struct as_err *err)
	AS_MUST_CHECK;

#endif
