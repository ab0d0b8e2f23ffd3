/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_ALERTS_ALERTS_TELL_H
#define AS_CLI_ALERTS_ALERTS_TELL_H

/* Whom alerts are told to. */

#include "campaign/alerting.h"
#include "cli/verb.h"

/*
 * as_alerts_notify - run the command of --notify once for each alert that is due
 *
 * It is started without a shell; the alert is a document of assay-alerts-1 on its standard input.
 * What ends with 0 has told it, which is kept at once; else, or after --notify-timeout (half a minute without it), that is said, the
 * exit status is 6, and it is tried again the next time. AS_ERR_USAGE: no such program, or words
 * that only a shell understands.
 */
enum as_status as_alerts_notify(struct as_cli *cli, const char *command, struct as_alerting *u,
	struct as_err *err) AS_MUST_CHECK;

/* Write the feed of --feed: an entry for each alert in each state that is told. */
enum as_status as_alerts_feed(struct as_cli *cli, const char *path, const struct as_alerting *u,
	struct as_err *err) AS_MUST_CHECK;

#endif
