/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_INTERVALS_H
#define AS_CLI_COMPARE_INTERVALS_H

/* --interval: how the intervals that are shown are made. What is kept and exported has ours, whatever it
 * was looked at by. */

#include "cli/result.h"

/* The kind that is asked for; AS_INTERVAL_NONE: ours. */
enum as_interval_method as_interval_asked(const struct as_args *args);

/* The summaries of the criterion with the intervals asked for: the result's own, or copies in the
 * arena. */
enum as_status as_intervals_chosen(const struct as_cli *cli, const struct as_result *r,
	struct as_summary **out, struct as_err *err) AS_MUST_CHECK;

#endif
