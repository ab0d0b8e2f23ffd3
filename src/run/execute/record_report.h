/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_RECORD_REPORT_H
#define AS_RUN_EXECUTE_RECORD_REPORT_H

/* What an execution reports about itself. */

#include "run/conductor.h"

/* The number of metric i of a report. */
enum as_status as_conductor_report_metric(struct as_conductor *c, const struct as_report *r,
	size_t i, size_t *out, struct as_err *err) AS_MUST_CHECK;

/* Read what the execution reported about itself; a report that cannot be used makes the execution
 * one that does not count, with the reason. */
enum as_status as_conductor_read_report(struct as_conductor *c, const struct as_task *task,
	struct as_ended *e, struct as_report *report, struct as_err *why, struct as_err *err)
	AS_MUST_CHECK;

#endif
