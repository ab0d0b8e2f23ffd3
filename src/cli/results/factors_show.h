/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_FACTORS_SHOW_H
#define AS_CLI_RESULTS_FACTORS_SHOW_H

/* What `assay show` adds to a result: its surroundings, and with --factors where the variation
 * comes from. */

#include "cli/results/result.h"

/* The rows below the screen; with --json and --factors the document that stands in the place of the
 * result's. */
enum as_status as_show_factors(struct as_cli *cli, const struct as_result *r, struct as_err *err)
	AS_MUST_CHECK;

#endif
