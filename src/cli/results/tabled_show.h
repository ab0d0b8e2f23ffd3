/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_TABLED_SHOW_H
#define AS_CLI_RESULTS_TABLED_SHOW_H

#include "cli/verb.h"

/* assay show --table: one table of all results that the words name. */
enum as_status as_show_table(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

#endif
