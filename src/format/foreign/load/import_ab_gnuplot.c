/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ab's -g FILE: requests, sorted by their time, in whole ms. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "ttime", .is = AS_COLUMN_VALUE},
	{.column = "ctime", .is = AS_COLUMN_METRIC, .name = "connect_time", .unit = "ms"},
	{.column = "wait", .is = AS_COLUMN_METRIC, .name = "wait", .unit = "ms"},
};

static const struct as_columns table = {
	.tool = "ab",
	.head = "starttime\tseconds\tctime",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "ms",
	.sorted = true,
};

AS_COLUMNS_FORMAT(ab_gnuplot, "table of ab", ".tsv");
