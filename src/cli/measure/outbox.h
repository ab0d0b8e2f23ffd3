/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_OUTBOX_H
#define AS_CLI_MEASURE_OUTBOX_H

/* Results for a server of assay (--send URL): each waits in a file beside the store until the server
 * has said that it is kept. */

#include "cli/results/result.h"

/*
 * as_outbox_begin - before anything is measured
 *
 * Takes ASSAY_TOKEN out of the environment, so that no program that is started has it. AS_ERR_USAGE
 * where --send cannot work: an address that is none, or over which others would read the token, no
 * token, no curl.
 */
enum as_status as_outbox_begin(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* Let a result wait, if --send was given. */
enum as_status as_outbox_keep(
	struct as_cli *cli, const struct as_result *r, struct as_err *err) AS_MUST_CHECK;

/* Send what waits, and say so. What a server cannot be given now goes on waiting, which is said and no
 * failure; what it refuses, too, and the exit status is that of a system that failed. */
enum as_status as_outbox_send(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

#endif
