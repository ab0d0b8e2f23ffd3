/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_AGAIN_SALVAGE_H
#define AS_CLI_MEASURE_AGAIN_SALVAGE_H

/* Journals beside a store: what an assay that was killed had measured becomes an interrupted
 * experiment of the store. */

#include "cli/verb.h"
#include "run/journal/journal.h"
#include "store/store.h"

/*
 * as_salvage - keep what orphaned journals hold
 *
 *   s   open for writing
 *
 * A journal stays as long as its experiment can be gone on with: until that is complete, or is no
 * longer in the store. So does the ledger of a campaign while any of its experiments is there. Says on standard error what was lost of one that is
 * damaged. What waits for the store (waiting.h) goes into it as well.
 */
enum as_status as_salvage(struct as_cli *cli, struct as_store *s, struct as_err *err) AS_MUST_CHECK;

/* The same for a store that is about to be read; does nothing where that is not possible. */
void as_salvage_before_reading(struct as_cli *cli, const struct as_store_place *place);

#endif
