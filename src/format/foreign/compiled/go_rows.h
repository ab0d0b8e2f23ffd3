/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_COMPILED_GO_ROWS_H
#define AS_FORMAT_FOREIGN_COMPILED_GO_ROWS_H

/* Text of Go's benchmarks, a line at a time, to rows: for as_go_rows, and what has the lines in
 * something else. */

#include "format/foreign/parts/harness.h"
#include "format/foreign/parts/lines.h"

/* What a "Unit" line says. */
struct as_go_direction {
	const char *unit;
	enum as_better better;
};

/* {.out = ..., .err = ...} at the beginning. */
struct as_go_reading {
	struct as_rows *out;
	struct as_err *err;
	struct as_go_direction *units;
	size_t n_units, cap_units, line;
	const char *text; /* of the line */
};

/* Writes to the line. */
enum as_status as_go_line(struct as_go_reading *r, const struct as_lines *l);
void as_go_release(struct as_go_reading *r);

#endif
