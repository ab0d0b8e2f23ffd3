/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FLEET_RUN_ON_H
#define AS_CLI_FLEET_RUN_ON_H

/* `assay run --on PLACE`: the same request on many machines, and what they say together. */

#include "cli/verb.h"
#include "run/context.h"

/*
 * as_run_on - measure a request on the machines of --on
 *
 *   r  as it would be measured here, with a number of rounds
 *
 * Every machine measures all commands in rounds of its own (methods-machines.md A1), and what comes of
 * it is put into the store. One that is lost is replaced by another where there is one; what it had
 * measured counts if that is enough. AS_ERR_USAGE, AS_ERR_SYS; the exit status of a stop is raised.
 */
enum as_status as_run_on(struct as_cli *cli, const struct as_request *r, struct as_err *err)
	AS_MUST_CHECK;

#endif
