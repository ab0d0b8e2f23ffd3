/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Criterion.rs' target/criterion/.../new/raw.csv. A sample is a sum over so many iterations; the column
 * value is a parameter. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "group", .is = AS_COLUMN_KEY},
	{.column = "function", .is = AS_COLUMN_KEY},
	{.column = "value", .is = AS_COLUMN_KEY},
	{.column = "sample_measured_value", .is = AS_COLUMN_VALUE},
	{.column = "unit", .is = AS_COLUMN_UNIT},
	{.column = "iteration_count", .is = AS_COLUMN_INNER},
};

static const struct as_columns table = {
	.tool = "Criterion.rs",
	.head = "group,function,value,throughput_num",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.per_inner = true,
};

AS_COLUMNS_FORMAT(criterion_csv, "raw.csv of Criterion.rs", ".csv");
