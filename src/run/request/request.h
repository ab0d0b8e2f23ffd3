/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REQUEST_REQUEST_H
#define AS_RUN_REQUEST_REQUEST_H

/* What the user asked `assay run` to measure: filled by cli/ from the command line and the suite, carried
 * out by run/conduct. Its members are rows of model/settings/ (model/settings/setting.h). Strings are borrowed from the
 * caller. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/answer/compared/gate.h"
#include "model/kept/plan.h"
#include "model/kept/subject.h"
#include "model/kept/version.h"
#include "model/settings/setting.h"
#include "plan/amount.h"
#include "probe/around_read.h"
#include "probe/counting/counter.h"
#include "run/conditions/conditions.h"

/* For stage 2 of each command, unless a budget is given. */
#define AS_BUDGET_EACH_NS INT64_C(5000000000)

/* Where a child's standard output goes. */
enum as_output {
	AS_OUTPUT_NULL = 0, /* /dev/null; hyperfine's default and ours */
	AS_OUTPUT_PIPE,     /* through a pipe that is read and thrown away */
	AS_OUTPUT_INHERIT,  /* to assay's own (--show-output, --output inherit) */
	AS_OUTPUT_FILE,     /* to a file, truncated before each execution */
};

/* Which programs' failures are fine (-i, --ignore-failure[=codes]). */
enum as_ignore {
	AS_IGNORE_NONE = 0,
	AS_IGNORE_ALL,   /* every exit status other than 0 */
	AS_IGNORE_CODES, /* those listed */
};

enum as_shell_choice {
	AS_SHELL_AUTO = 0, /* directly, or by /bin/sh -c where there is shell syntax */
	AS_SHELL_NONE,     /* -N: shell syntax is an error */
	AS_SHELL_GIVEN,    /* -S CMD: always by that shell, "CMD -c COMMAND" */
};

/* How a program that has several benchmarks is asked for one of them (run/reporter/reported_benchmarks.h).
 * */
enum as_speaks {
	AS_SPEAKS_AUTO = 0, /* what its bytes show */
	AS_SPEAKS_NOT,      /* it is not asked */
	AS_SPEAKS_PROTOCOL, /* ASSAY_LIST and ASSAY_BENCHMARK */
	AS_SPEAKS_GOOGLE,   /* Google Benchmark */
	AS_SPEAKS_GO_TEST,  /* a test binary of Go */
	AS_SPEAKS_GO,       /* anything that prints what Go's benchmarks print */
};

/* One command to measure: one subject. */
struct as_command {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/command.def"
#undef AS_SETTING
};

/* What is measured, and how it is started. */
struct as_what {
	struct as_command *commands;
	size_t n_commands;
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/what.def"
#undef AS_SETTING
};

/* How it is built, and what is drawn at random. */
struct as_building {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/building.def"
#undef AS_SETTING
};

/* How precise it is to be, and what is compared. */
struct as_aim {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/aim.def"
#undef AS_SETTING
};

/* What is read of executions. */
struct as_observing {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/reading.def"
#undef AS_SETTING
};

/* What is kept with the experiment. */
struct as_keeping {
#define AS_SETTING AS_SETTING_MEMBER
#include "model/settings/keeping.def"
#undef AS_SETTING
};

struct as_request {
	struct as_what what;
	struct as_building building;
	struct as_amount amount;
	struct as_dimensioning planning;
	struct as_aim aim;
	struct as_conditions conditions; /* load and isolation */
	struct as_observing reading;
	struct as_keeping keeping;
};

#endif
