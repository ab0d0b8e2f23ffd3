/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine's --export-csv: means, nothing single; --export-json has the times. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "command", .is = AS_COLUMN_KEY},
	{.column = "parameter_*", .is = AS_COLUMN_KEY},
	{.column = "parameter_*", .is = AS_COLUMN_KEY},
	{.column = "parameter_*", .is = AS_COLUMN_KEY},
	{.column = "mean", .is = AS_COLUMN_CENTRE},
};

static const struct as_columns table = {
	.tool = "hyperfine",
	.head = "command,mean,stddev,median,user,system,min,max",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "s",
	.executions = true,
};

AS_COLUMNS_FORMAT(hyperfine_csv, "CSV of hyperfine", ".csv");
