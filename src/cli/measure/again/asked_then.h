/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_AGAIN_ASKED_THEN_H
#define AS_CLI_MEASURE_AGAIN_ASKED_THEN_H

/* What was asked for, as the ledger of a campaign keeps it: the request as JSON, as journals keep it; which
 * options were given, with what they say where that is no setting of the request; the words. */

#include "campaign/ledger/ledger.h"
#include "cli/verb.h"

/* What was asked for then. How it was called is kept with its experiments, and is not read. */
struct as_asked {
	struct as_args args;
	const char *line; /* the command line, as it was written */
};

/* Into the settings of a head. own has the options, and of the words the command alone. */
enum as_status as_asked_write(const struct as_cli *cli, const struct as_args *own,
	struct as_ledger_head *head, struct as_err *err) AS_MUST_CHECK;

/* AS_ERR_DATA with words where another version of assay wrote it, with what this one does not know. */
enum as_status as_asked_read(const struct as_ledger *l, struct as_arena *a, struct as_asked *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
