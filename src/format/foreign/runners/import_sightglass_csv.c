/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV of sightglass, of the phase in which the program runs; other phases stand beside it. */
#include "format/foreign/parts/columns.h"

static const struct as_column_row rows[] = {
	{.column = "wasm", .is = AS_COLUMN_KEY},
	{.column = "engine", .is = AS_COLUMN_KEY},
	{.column = "engine_flags", .is = AS_COLUMN_KEY},
	{.column = "process", .is = AS_COLUMN_EXECUTION},
	{.column = "iteration", .is = AS_COLUMN_ITERATION},
	{.column = "phase", .is = AS_COLUMN_METRIC_NAME, .name = "Execution"},
	{.column = "event", .is = AS_COLUMN_UNIT},
	{.column = "count", .is = AS_COLUMN_VALUE},
};

static const struct as_columns table = {
	.tool = "sightglass",
	.head = "arch,engine",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_COLUMNS_FORMAT(sightglass_csv, "CSV of sightglass", ".csv");
