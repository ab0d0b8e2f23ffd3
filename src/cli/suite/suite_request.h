/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SUITE_SUITE_REQUEST_H
#define AS_CLI_SUITE_SUITE_REQUEST_H

/* From a benchmark of a suite to what is to be measured: one experiment, whose subjects are the
 * combinations of the benchmark's parameters. Other benchmarks are no alternatives to it, and have
 * experiments of their own. */

#include "cli/verb.h"
#include "cli/measure/extend_options.h"
#include "model/settings/suite.h"
#include "run/request/request.h"

/* Options that cannot stand beside a suite, because it says that itself. AS_ERR_USAGE. */
enum as_status as_suite_request_check(const struct as_args *args, struct as_err *err) AS_MUST_CHECK;

/*
 * as_suite_request - the request for benchmark b of s
 *
 *   a     where everything of out is made; nothing of s is borrowed
 *
 * Options come before the suite, and what the suite does not say is as without it, except that the
 * precision is that of each mean.
 * AS_ERR_USAGE, AS_ERR_SYS: "FILE:LINE:COLUMN:" and what cannot be used.
 */
enum as_status as_suite_request(const struct as_args *args,
	const struct as_suite *s, const struct as_suite_benchmark *b, struct as_arena *a,
	struct as_request *out, struct as_err *err) AS_MUST_CHECK;

#endif
