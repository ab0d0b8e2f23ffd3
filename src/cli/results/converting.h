/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_CONVERTING_H
#define AS_CLI_RESULTS_CONVERTING_H

/* Results in any format that is written. */

#include "analyse/result/question.h"
#include "base/stream.h"
#include "format/export/export.h"

/* Whether the format can hold the criterion of x, and x as a whole. AS_ERR_USAGE with what else to
 * do. */
enum as_status as_convert_check(const struct as_experiment *x, const struct as_exporter *w,
	struct as_err *err) AS_MUST_CHECK;

/* Write it all; what is checked before holds. */
enum as_status as_convert_write(const struct as_result *r, const struct as_exporter *w,
	const struct as_sink *to, struct as_err *err) AS_MUST_CHECK;

#endif
