/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_ALERTS_ALERTS_LOOK_H
#define AS_CLI_ALERTS_ALERTS_LOOK_H

/* Alerts as the verbs about them see and show them. */

#include "campaign/alerting.h"
#include "cli/verb.h"

/*
 * as_alerts_look - the histories of the store, and its alerts brought up to date by them
 *
 *   store   out: open for writing; NULL where there is none, and no alert either. The caller closes it
 *   out     in the arena of cli
 *
 * Histories are read as assay history reads them; only then is the store opened for writing.
 */
enum as_status as_alerts_look(struct as_cli *cli, struct as_store **store,
	struct as_alerting *out, struct as_err *err) AS_MUST_CHECK;

/* The screen or the document of n of them; `others` are not shown. */
enum as_status as_alerts_print(struct as_cli *cli, const struct as_alert *const *v, size_t n,
	size_t others, struct as_err *err) AS_MUST_CHECK;

/* The exit status: something is confirmed to be worse, and nobody has dealt with it. */
void as_alerts_raise(struct as_cli *cli, const struct as_alerting *u);

#endif
