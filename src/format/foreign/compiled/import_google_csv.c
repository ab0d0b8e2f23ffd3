/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Google Benchmark's --benchmark_format=csv, whose context is on standard error. Aggregates and fits are
 * lines made of others; an error is a line without a time. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "name", .is = AS_COLUMN_KEY},
	{.column = "iterations", .is = AS_COLUMN_INNER},
	{.column = "real_time", .is = AS_COLUMN_VALUE},
	{.column = "time_unit", .is = AS_COLUMN_UNIT},
	{.column = "cpu_time", .is = AS_COLUMN_METRIC, .name = "cpu_time"},
	{.column = "bytes_per_second",
		.is = AS_COLUMN_METRIC,
		.name = "bytes_per_second",
		.unit = "bytes/s"},
	{.column = "items_per_second",
		.is = AS_COLUMN_METRIC,
		.name = "items_per_second",
		.unit = "items/s"},
	{.column = "error_occurred", .is = AS_COLUMN_IS_FAILED},
	{.column = "error_message", .is = AS_COLUMN_FAILED},
};

static const struct as_columns table = {
	.tool = "Google Benchmark",
	.head = "name,iterations,real_time,cpu_time,time_unit",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.skip = "_mean _median _stddev _cv _min _max _BigO _RMS",
};

AS_COLUMNS_FORMAT(google_csv, "CSV of Google Benchmark", ".csv");
