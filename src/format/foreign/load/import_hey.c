/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hey's -o csv: a request is an iteration of one run; those that the server did not answer well are among
 * them. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "status-code", .is = AS_COLUMN_KEY, .name = "status"},
	{.column = "response-time", .is = AS_COLUMN_VALUE},
	{.column = "DNS+dialup", .is = AS_COLUMN_METRIC, .name = "dns_dialup", .unit = "s"},
	{.column = "Response-delay", .is = AS_COLUMN_METRIC, .name = "response_delay", .unit = "s"},
};

static const struct as_columns table = {
	.tool = "hey",
	.head = "response-time,DNS+dialup",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "s",
};

AS_COLUMNS_FORMAT(hey, "CSV of hey", ".csv");
