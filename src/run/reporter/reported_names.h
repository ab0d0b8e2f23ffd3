/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REPORTER_REPORTED_NAMES_H
#define AS_RUN_REPORTER_REPORTED_NAMES_H

/* The names of benchmarks in what programs answer; as_benchmarks_parse (reported_benchmarks.h) reads those
 * of our own protocol. */

#include "run/reporter/reported_benchmarks.h"

/* Google Benchmark prints a name a line, and its names may have blanks. */
enum as_status as_names_parse(const char *bytes, size_t n, struct as_arena *a,
	struct as_benchmarks *out, struct as_err *err) AS_MUST_CHECK;

/* What a reader makes of all that a program of Go has printed. */
enum as_status as_names_of_rows(as_rows_reader *reader, struct as_bytes all, struct as_arena *a,
	struct as_benchmarks *out, struct as_err *err) AS_MUST_CHECK;

#endif
