/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_AGAIN_RESCUE_H
#define AS_CLI_MEASURE_AGAIN_RESCUE_H

#include "cli/results/result.h"
#include "run/journal/journal.h"

/* What could not be kept where it should, for the reason why: into a file here, which the error
 * names. Where there can be none, the journal stays, or if it has not all of it, the file is
 * wherever there is room. */
enum as_status as_rescue(struct as_store *store, struct as_result *r,
	struct as_journal *journal, const struct as_err *why, struct as_err *err) AS_MUST_CHECK;

#endif
