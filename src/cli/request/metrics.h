/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_REQUEST_METRICS_H
#define AS_CLI_REQUEST_METRICS_H

/* --metric, and the metrics that other options name. */

#include "cli/verb.h"
#include "run/metrics/choice.h"
#include "run/request/request.h"

/*
 * as_metrics_read - what is to be read beside what is read anyway
 *
 *   of   criterion, and names from elsewhere (wanted): what assay does not read is left to the programs
 *
 * All of --metric, where every name must be known, and the criterion and the metrics of gates where
 * assay reads them. In a, each once. AS_ERR_USAGE with what was probably meant.
 */
enum as_status as_metrics_read(const struct as_args *args, const struct as_observing *of,
	struct as_arena *a, struct as_choices *out, struct as_err *err) AS_MUST_CHECK;

/* The names of the choices, NULL at the end; NULL when out of memory. */
const char *const *as_metrics_named(const struct as_args *args, struct as_arena *a);

#endif
