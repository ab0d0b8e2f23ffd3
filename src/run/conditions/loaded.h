/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_CONDITIONS_LOADED_H
#define AS_RUN_CONDITIONS_LOADED_H

/* Load beside executions, waits before them, and isolation. */

#include "run/conductor.h"

/* What load needs, and what isolation does; as the facts state. */
enum as_status as_conductor_open_conditions(struct as_conductor *c,
	struct as_err *err) AS_MUST_CHECK;

/* The values of net_time that can be had so far. */
enum as_status as_conductor_subtract(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Wait before the execution of that seed, if waits were asked for; *ns is how long. */
enum as_status as_conductor_wait(struct as_conductor *c, uint64_t seed, int64_t *ns,
	struct as_err *err) AS_MUST_CHECK;

/* Values of load that an execution has had, and once why it had less of it. */
enum as_status as_conductor_take_load(struct as_conductor *c, const struct as_task *task,
	size_t unit, const struct as_launched *r, struct as_err *err) AS_MUST_CHECK;

#endif
