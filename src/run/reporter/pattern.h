/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REPORTER_PATTERN_H
#define AS_RUN_REPORTER_PATTERN_H

/* A number in what a program prints: --metric NAME=REGEX:UNIT. */

#include "base/arena.h"
#include "base/err.h"
#include "model/kept/metric.h"

enum {
	AS_PATTERN_BYTES = 512,      /* of a regular expression */
	AS_PATTERN_REPEATS = 1000,   /* all its {n} multiplied */
	AS_PATTERN_LINE = 4096,      /* of each line, so many bytes are looked at */
	AS_PATTERN_SECONDS = 2,      /* of processor time for the output of one execution, */
	AS_PATTERN_BYTES_READ = 256 << 20, /* and so much of it is read */
};

/* The word is of this kind, and no name. */
bool as_pattern_is(const char *word);

/*
 * as_pattern_read - take NAME=REGEX:UNIT apart, with :less or :more behind it
 *
 *   a       holds the strings
 *   m       the metric: an execution's, its unit as as_unit_kept says
 *   regex   a POSIX extended regular expression that is known to be one
 *   scale   from what is printed to the unit that is kept
 *
 * AS_ERR_USAGE says what is wrong with it. Back-references, which take exponential time, and bounds
 * that multiply to more than AS_PATTERN_REPEATS are refused.
 */
enum as_status as_pattern_read(const char *word, struct as_arena *a, struct as_metric *m,
	const char **regex, double *scale, struct as_err *err) AS_MUST_CHECK;

/* One of those that are looked for in an output. */
struct as_search {
	const char *name, *regex; /* in */
	double scale;
	double value;             /* out: in the unit that is kept */
	size_t matches;           /* lines that matched; the last one counts */
};

/*
 * as_pattern_search - look for n numbers in a file, line by line
 *
 * The number is what the first group matched, or all of the match where there is no group. It is
 * looked for by a process of its own, whose time and memory are limited, so that no expression and
 * no output can hold assay up. Some ms, outside of what is measured.
 *
 * AS_ERR_DATA in words, for the report of a failed execution: nothing matches, what matched is no
 * number, or it took too long. AS_ERR_SYS where the file cannot be read, or no process be made.
 */
enum as_status as_pattern_search(const char *path, struct as_search *v, size_t n,
	struct as_err *err) AS_MUST_CHECK;

#endif
