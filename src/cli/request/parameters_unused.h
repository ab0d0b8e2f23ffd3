/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_REQUEST_PARAMETERS_UNUSED_H
#define AS_CLI_REQUEST_PARAMETERS_UNUSED_H

/* Parameters of the command line whose values go nowhere. */

#include "base/arena.h"
#include "cli/line/options.h"

/*
 * as_parameter_unused - what is to be said of the first one that no command, name or hook has
 *
 *   a   where the sentence is made
 *
 * It names {word} of a command that is no parameter, which is probably meant. NULL where all are
 * used, and where there is no memory.
 */
const char *as_parameter_unused(const struct as_args *args, struct as_arena *a);

#endif
