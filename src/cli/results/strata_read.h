/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_STRATA_READ_H
#define AS_CLI_RESULTS_STRATA_READ_H

/* --by, of show and plot. */

#include "cli/verb.h"
#include "model/answer/study/strata.h"
#include "model/kept/experiment.h"

/* "load:80,90,125", or "load"; untouched without the option. AS_ERR_USAGE with words: it is something else, or
 * the result has no such metric. */
enum as_status as_strata_read(struct as_cli *cli, const struct as_experiment *x,
	struct as_strata_asked *out, struct as_err *err) AS_MUST_CHECK;

#endif
