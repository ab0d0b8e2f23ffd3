/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_QUANTILES_SHOW_H
#define AS_CLI_QUANTILES_SHOW_H

#include "campaign/compared.h"
#include "cli/results/result.h"

/* show --quantiles: of the metric that is shown, as a screen or as JSON. */
enum as_status as_show_quantiles(struct as_cli *cli, const struct as_result *r, struct as_err *err)
	AS_MUST_CHECK;

/* compare --quantiles: each pair of them, a table each. */
enum as_status as_compare_quantiles(struct as_cli *cli, const struct as_sides_of_results *all,
	struct as_err *err) AS_MUST_CHECK;

#endif
