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

/* What the unit at some place of a line means, which the next line mostly has there, too. */
struct as_go_unit {
	const char *text; /* in the arena of the rows; NULL: there was none yet */
	double time_ns;   /* one of it, per operation; 0: it is no time */
	enum as_better better;
};

enum { AS_GO_PLACES = 8 };

/* What go says of where and of what the lines below are. */
enum as_go_part { AS_GO_OS, AS_GO_ARCH, AS_GO_CPU, AS_GO_PACKAGE, AS_GO_PARTS };

struct as_go_config {
	const char *part[AS_GO_PARTS]; /* in the arena of the rows; NULL: it does not say */
	size_t first; /* row that it holds for; up to that of the next one */
};

/* {.out = ..., .err = ...} at the beginning. */
struct as_go_reading {
	struct as_go_unit unit[AS_GO_PLACES];
	struct as_rows *out;
	struct as_err *err;
	struct as_go_direction *units;
	size_t n_units, cap_units, line;
	const char *text; /* of the line */
	struct as_go_config now, *configs; /* n_configs, of the rows */
	size_t n_configs, cap_configs;
	bool changed; /* now, since the last row */
	size_t skipped; /* number + 1 of the row of which the next line may say why it was skipped; 0: of none */
};

/* From here on that part is this. */
enum as_status as_go_config(struct as_go_reading *r, enum as_go_part part, const char *value);

/* All lines have been read: names of benchmarks get what tells those of the same name apart, if there is more than
 * one package, system or processor. */
enum as_status as_go_finish(struct as_go_reading *r);

/* Writes to the line. */
enum as_status as_go_line(struct as_go_reading *r, const struct as_lines *l);
void as_go_release(struct as_go_reading *r);

#endif
