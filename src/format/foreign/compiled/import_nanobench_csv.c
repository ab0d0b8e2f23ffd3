/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV of nanobench's template: the median of each benchmark, in s of one iteration. A name in which a quote
 * stands is no CSV, which the error shows. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "title", .is = AS_COLUMN_KEY},
	{.column = "name", .is = AS_COLUMN_KEY},
	{.column = "elapsed", .is = AS_COLUMN_CENTRE},
};

static const struct as_columns table = {
	.tool = "nanobench",
	.head = "\"title\";\"name\";\"unit\"",
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_COLUMNS_FORMAT(nanobench_csv, "CSV of nanobench", ".csv");
