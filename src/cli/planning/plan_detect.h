/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_PLANNING_PLAN_DETECT_H
#define AS_CLI_PLANNING_PLAN_DETECT_H

/* `assay plan @last --detect 0.5%,1%,3%`: what it takes to see changes of given sizes. */

#include "cli/verb.h"
#include "model/kept/dimension.h"
#include "model/kept/experiment.h"
#include "stat/dist/planning/counts.h"

/*
 * as_plan_detect - read --detect and --power, and print the table, or with --json what docs/json.md
 * describes
 *
 *   d, p  learnt from x of that metric, with costs of units for all commands
 */
enum as_status as_plan_detect(struct as_cli *cli, const struct as_experiment *x, size_t metric,
	const struct as_dimension *d, const struct as_planning *p, struct as_err *err)
	AS_MUST_CHECK;

#endif
