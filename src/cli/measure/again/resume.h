/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_AGAIN_RESUME_H
#define AS_CLI_MEASURE_AGAIN_RESUME_H

/* `assay run --resume[=RESULT]`: an interrupted experiment is gone on with. */

#include "cli/measure/again/going_on.h"
#include "cli/measure/extend_options.h"
#include "cli/verb.h"
#include "run/replay.h"
#include "store/store.h"

struct as_resuming {
	/* It is a campaign: as_campaign_go_on is what follows, and the rest is empty. NULL: it is one
	 * experiment */
	struct as_ledger *campaign;
	struct as_recorded rec;
	struct as_replay replay;
};

/*
 * as_resuming_open - find the journal, and ask for what it lacks
 *
 *   s         open for writing; orphans are salvaged
 *   out       released with as_resuming_close, after the request was carried out
 *   e         gets the request of the interrupted run, read again from its words, with journal and
 *             replay
 *
 * The words and options of that run take the place of those given now, of which only some can be
 * given (screen, store); the current folder becomes its own.
 *
 * AS_ERR_USAGE: there is nothing to go on with, or options that cannot stand there. AS_ERR_REFUSED:
 * another machine, another environment or other programs; what differs is named.
 */
enum as_status as_resuming_open(struct as_cli *cli, struct as_store *s, struct as_resuming *out,
	struct as_extending *e, struct as_err *err) AS_MUST_CHECK;

void as_resuming_close(struct as_resuming *r); /* takes a zeroed one */

#endif
