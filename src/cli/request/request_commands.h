/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_REQUEST_REQUEST_COMMANDS_H
#define AS_CLI_REQUEST_REQUEST_COMMANDS_H

/* The part of as_request_fill that makes the commands with their hooks, names and outputs. */

#include "cli/line/options.h"
#include "run/request/request.h"

/* Fill commands, n_commands and shared_hooks of *r. */
enum as_status as_request_commands(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err) AS_MUST_CHECK;

/* --subtract is of run and plan alone: AS_ERR_USAGE where another verb was given it. */
enum as_status as_request_check_subtract(const struct as_args *args, const char *verb,
	struct as_err *err) AS_MUST_CHECK;

#endif
