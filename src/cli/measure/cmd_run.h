/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_CMD_RUN_H
#define AS_CLI_MEASURE_CMD_RUN_H

#include "cli/verb.h"

/* `assay plan`: what `assay run` with the same words would do, cost and give. */
enum as_status as_plan_only(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

#endif
