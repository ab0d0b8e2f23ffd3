/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_CONDITIONS_TWO_SIDES_H
#define AS_RUN_CONDITIONS_TWO_SIDES_H

/* A duet: two cores, a side each. */

#include "run/conductor.h"

/* Find two cores, where a duet is asked for, and what else it takes. AS_ERR_USAGE: it
 * cannot be. */
enum as_status as_conductor_open_duet(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Register a command of subject i for both sides. */
enum as_status as_conductor_prepare_sides(struct as_conductor *c, size_t i,
	const struct as_command_spec *spec, struct as_cell *cell, struct as_err *err) AS_MUST_CHECK;

/* The core that an execution was bound to. */
enum as_status as_conductor_take_core(struct as_conductor *c, const struct as_step *step,
	size_t unit, struct as_err *err) AS_MUST_CHECK;

#endif
