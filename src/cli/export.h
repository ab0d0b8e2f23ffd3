/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_EXPORT_H
#define AS_CLI_EXPORT_H

/* --export-* of the command line, and the options of order and unit. */

#include "cli/command.h"
#include "format/export.h"
#include "report/terminal.h"

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

/* ns in the unit of -u; 0 if it was not given. */
double as_cli_time_unit(const struct as_args *args);

/* How screens are drawn: what the terminal can do, -u and --sort. */
struct as_style as_cli_style(const struct as_cli *cli);

#endif
