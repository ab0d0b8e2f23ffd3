/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-node's CSV: operations a second, nothing single. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "name", .is = AS_COLUMN_KEY},
	{.column = "ops/sec", .is = AS_COLUMN_CENTRE},
};

static const struct as_columns table = {
	.tool = "bench-node",
	.head = "name,ops/sec,samples",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "ops/s",
};

AS_COLUMNS_FORMAT(bench_node_csv, "CSV of bench-node", ".csv");
