/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_FLEET_FLEET_MEASURE_H
#define AS_CLI_FLEET_FLEET_MEASURE_H

/* A request that is measured on the machines of --on. */

#include "analyse/result/question.h"
#include "cli/verb.h"
#include "run/context.h"
#include "store/store.h"

struct as_fleet_task {
	struct as_request *request;
	struct as_run_context *with;
	struct as_store *store; /* NULL: nothing is kept */
	bool brief;             /* only what goes wrong is told */
};

/*
 * as_fleet_measure - build what is to be built, here and once; measure it on all machines; and put together
 * what they say
 *
 *   out  what they say together, where each machine is one round (analyse/compare/fleet/fleet_pool.h), with
 *        out->fleet; empty where with->identical was found and nothing was measured
 *
 * Results of machines are in the store then. AS_ERR_USAGE: it cannot be measured on several. As
 * as_head_measure, and as_conduct of what is built.
 */
enum as_status as_fleet_measure(struct as_cli *cli, struct as_fleet_task *task,
	struct as_result *out, struct as_err *err) AS_MUST_CHECK;

#endif
