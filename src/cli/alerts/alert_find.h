/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_ALERTS_ALERT_FIND_H
#define AS_CLI_ALERTS_ALERT_FIND_H

/* An alert by its number. */

#include "campaign/alerting.h"

/* The one that a word of the command line means, among all that are kept. AS_ERR_USAGE: no number, or
 * of no alert. */
enum as_status as_alert_find(const struct as_alerting *u, const char *word, size_t *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
