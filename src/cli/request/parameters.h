/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_REQUEST_PARAMETERS_H
#define AS_CLI_REQUEST_PARAMETERS_H

/* Parameters of the command line (-L, -P, -D) and where they are filled in. */

#include <stddef.h>

#include "base/arena.h"
#include "cli/line/options.h"
#include "model/kept/subject.h"
#include "run/request/request.h"

/* A parameter with its values, in order. */
struct as_axis {
	const char *name;
	const char *const *values;
	size_t n;
};

struct as_axes {
	struct as_axis *v;
	size_t n;
	size_t combinations; /* product of their numbers of values; 1 without axes */
};

/*
 * as_axes_read - the parameters that the options name; strings in a
 *
 * A scan goes from MIN to MAX in exact decimals: 0.1 in steps of 0.1 is 0.1, 0.2, 0.3. A value has
 * the decimals of the step, or more if MIN has more; the first is as MIN was given.
 *
 * AS_ERR_USAGE for a scan together with lists, numbers that are none, a step of 0 or below, a MAX
 * below MIN, decimals without a step, a name given twice or empty, over AS_COMMANDS_MAX values.
 */
enum as_status as_axes_read(const struct as_args *args, struct as_arena *a, struct as_axes *out,
	struct as_err *err) AS_MUST_CHECK;

/* The k-th combination, k < combinations; the first axis changes fastest. out has axes->n places.
 * */
void as_axes_pick(const struct as_axes *axes, size_t k, struct as_parameter *out);

#endif
