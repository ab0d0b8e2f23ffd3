/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table in long form, a value a line. */
#include "format/export/export.h"
#include "format/table/sheet.h"

const struct as_exporter as_exporter_sheet = {
	.name = "csv",
	.title = "a table of values",
	.summary = "a table, a value a line with the units it belongs to",
	.extension = ".csv",
	.holds = ~(AS_HOLDS_PART(CRITERION) | AS_HOLDS_PART(PARAMETERS) | AS_HOLDS_PART(VERSIONS) |
		   AS_HOLDS_PART(CONDITIONS)),
	.stream = as_sheet_write,
};
