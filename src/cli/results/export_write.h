/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_EXPORT_WRITE_H
#define AS_CLI_RESULTS_EXPORT_WRITE_H

/* --export-* of the command line. */

#include "cli/verb.h"
#include "format/export/export.h"

/* Is there an --export-*? */
bool as_exports_asked(const struct as_args *args);

/* Before anything is measured: every file that an --export-* or --export names can be written.
 * AS_ERR_USAGE also where --json and an export both want standard output. */
enum as_status as_exports_check(const struct as_args *args, struct as_err *err) AS_MUST_CHECK;

/*
 * as_exports_write - write what --export-* ask for
 *
 *   e   its time_unit_ns and by_mean are set here, from -u and --sort
 *
 * Tries all of them; the error is that of the first that failed.
 */
enum as_status as_exports_write(const struct as_cli *cli, struct as_export e, struct as_err *err)
	AS_MUST_CHECK;

#endif
