/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_ESTIMATORS_SHOW_H
#define AS_CLI_RESULTS_ESTIMATORS_SHOW_H

/* `assay show --estimators`: command by command, of the criterion or --metric; by the load with --by. */

#include "cli/results/result.h"

/* AS_ERR_USAGE with words: --by or --sizes without it. */
enum as_status as_show_estimators_check(const struct as_args *args, struct as_err *err)
	AS_MUST_CHECK;

enum as_status as_show_estimators(struct as_cli *cli, const struct as_result *r, struct as_err *err)
	AS_MUST_CHECK;

#endif
