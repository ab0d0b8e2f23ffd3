/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JMH's -rf csv: scores, nothing single. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "Benchmark", .is = AS_COLUMN_KEY},
	{.column = "Mode", .is = AS_COLUMN_KEY},
	{.column = "Threads", .is = AS_COLUMN_KEY, .name = "threads", .unit = "1"},
	{.column = "Param: *", .is = AS_COLUMN_KEY},
	{.column = "Param: *", .is = AS_COLUMN_KEY},
	{.column = "Param: *", .is = AS_COLUMN_KEY},
	{.column = "Param: *", .is = AS_COLUMN_KEY},
	{.column = "Score", .is = AS_COLUMN_CENTRE},
	{.column = "Unit", .is = AS_COLUMN_UNIT},
};

static const struct as_columns table = {
	.tool = "JMH",
	.head = "\"Benchmark\",\"Mode\",\"Threads\"",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_COLUMNS_FORMAT(jmh_csv, "CSV of JMH", ".csv");
