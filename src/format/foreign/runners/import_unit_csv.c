/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of nobody in particular with one column that is named by a unit: ms, time_ms, "time (ms)". The others are what was
 * repeated, or tell benchmarks apart, by their names; how it was understood is told. */
#include "format/foreign/parts/columns.h"

static const struct as_columns table = {.tool = "csv", .head = "", .of_unit = true};

static int probe(const struct as_head *head)
{
	return as_columns_of_unit_probe(&table, head);
}

static enum as_status read(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	return as_columns_read(&table, from, name, out, err);
}

const struct as_data_format as_data_unit_csv = {.name = "unit_csv",
	.summary = "a table with a column that is named by a unit, as time_ms",
	.extension = ".csv",
	.probe = probe,
	.read = read,
	.guess = true};
