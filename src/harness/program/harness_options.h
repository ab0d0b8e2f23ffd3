/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_PROGRAM_HARNESS_OPTIONS_H
#define AS_HARNESS_PROGRAM_HARNESS_OPTIONS_H

/* The command line of a program of benchmarks. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/text.h"

enum as_action { AS_ACTION_RUN, AS_ACTION_LIST, AS_ACTION_HELP, AS_ACTION_VERSION };

struct as_options {
	enum as_action action;
	const char *const *globs; /* of argv; which benchmarks */
	size_t n_globs;
	int64_t time_ns;     /* to measure each for */
	int64_t calibrations;
	int64_t accuracy_ns; /* 0: as the clock is */
	int64_t seed;        /* -1: from the clock */
	bool counter;        /* --clock counter */
	bool json, isolate;
};

/*
 * as_options_parse - read argv; globs point into it, and it is put in order: options first
 *
 * AS_ERR_USAGE with the option and what it takes.
 */
AS_MUST_CHECK enum as_status as_options_parse(int argc, char **argv, struct as_options *out,
	struct as_err *err);

/* In lines of at most so many columns. */
void as_options_help(struct as_text *t, const char *program, int columns);

#endif
