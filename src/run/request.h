/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REQUEST_H
#define AS_RUN_REQUEST_H

/* What the user asked `assay run` to measure: filled by cli/ from the command line (later by the
 * suite file), carried out by run/conduct. Strings are borrowed from the caller. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/gate.h"
#include "model/plan.h"
#include "model/subject.h"
#include "model/version.h"
#include "plan/amount.h"
#include "probe/around_read.h"
#include "run/conditions/conditions.h"

enum {
	AS_EXECUTIONS_MAX = 100000000, /* of -w, -r, -m, -M, --stage1 */
	AS_BUILDS_MAX = 10000,         /* of --builds */
	AS_ITERATIONS_MAX = 100000000, /* of --iterations, --drop */
	AS_COMMANDS_MAX = 10000,       /* that parameters or benchmarks may make */
};

/* For stage 2 of each command, unless a budget is given. */
#define AS_BUDGET_EACH_NS INT64_C(10000000000)

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

/* One command to measure: one subject. Parameters are filled in already. */
struct as_command {
	const char *name;    /* as given by -n, else NULL */
	/* one string, to be split or given to a shell; NULL if words are given */
	const char *command;
	char *const *words;  /* after `--`: the words themselves, NULL-terminated; else NULL */
	const struct as_parameter *parameters;
	size_t n_parameters;
	const char *build; /* --build; NULL: nothing is built */
	const char *setup, *prepare, *conclude, *cleanup; /* by /bin/sh (or -S); NULL: none */
	const char *check; /* the same, with its output as input, after each execution; then its
			    * output goes nowhere else or to a file */
	const char *input; /* a file in place of that of the request; NULL: that */
	const char *const *artifacts; /* in place of those of the request, if there are any */
	size_t n_artifacts;
	enum as_output output;
	const char *output_file;
	bool is_reference; /* --reference */
	bool is_subtracted; /* --subtract: the last one */
	/* the one of the program's that is measured; NULL: the program as it is */
	const char *benchmark;
	enum as_speaks speaks; /* how that is chosen; AS_SPEAKS_AUTO: it is not */
	/* the first command of the same program, which may be this one; where there is a benchmark */
	size_t lead;
	/* its version's folder: 1 + its place in as_run_context.checkouts; 0: the user's directory */
	uint32_t checkout;
	const struct as_version *version; /* NULL: not known */
};

/* What is measured, and how it is started. */
struct as_what {
	struct as_command *commands;
	size_t n_commands;
	bool shared_hooks; /* setup and cleanup are the same for all and without parameters */
	enum as_shell_choice shell;
	const char *shell_command; /* AS_SHELL_GIVEN: a program with words, as -S takes it */
	const char *input;         /* --input FILE; NULL: /dev/null */
	int64_t timeout_ns;        /* --timeout; 0: none */
	enum as_ignore ignore;
	const int *ignore_codes;
	size_t n_ignore_codes;
	const char *combine; /* --combine sum|max|pool; NULL: not given */
	enum as_speaks report; /* --report: how programs are asked for their benchmarks */
};

/* How it is built, and what is drawn at random. */
struct as_building {
	uint32_t builds;               /* --builds; 0: planned */
	const char *const *artifacts;  /* --artifact; none: the program itself */
	size_t n_artifacts;
	int64_t timeout_ns;            /* --build-timeout; default 30 minutes */
	unsigned randomize;            /* --randomize: bits of enum as_randomize */
	uint32_t jobs;                 /* --build-jobs; 0: one for each processor */
	int64_t cache_bytes;           /* --build-cache; 0: none */
	bool randomize_given;          /* else a layout that cannot be drawn is not missed */
	bool measure_identical; /* versions that build to the same program are measured all the
				 * same */
};

/* How precise it is to be, and what is compared. */
struct as_aim {
	double precision;        /* --precision; default 0.01 */
	bool precision_each;     /* --precision-each */
	double confidence;       /* --confidence; default 0.95 */
	double tolerance;        /* --tolerance; default 0.01 */
	bool decide;             /* --decide; confidence is 0.95 then, and there are two commands */
	/* --fail-if, n_gates: one on the criterion that is undecided at the first look asks for the
	 * second. */
	const struct as_gate *gates;
	size_t n_gates;
	bool ratio_of_means;     /* --ratio=means */
	bool by_difference;      /* --difference */
	bool all_pairs;          /* --pairs=all */
	size_t same_iteration;   /* --same-iteration, as struct as_experiment has it */
};

/* What is read of executions. */
struct as_observing {
	const char *criterion;   /* --criterion; default "time" */
	const char *const *wanted; /* metrics that a suite names; programs may have some of them */
	size_t n_wanted;
	enum as_around_extent around; /* --surroundings */
	const char *meter;         /* --meter; NULL: none */
	/* words for what assay reads: those, --metric, and what the criterion and gates need
	 * (as_choice_find) */
	const char *const *metrics;
	size_t n_metrics;
};

/* What is kept with the experiment. */
struct as_keeping {
	const char *command_line;
	const char *label;
	/* what else was said, by the names of options: how the result is shown, judged, exported */
	const struct as_parameter *said;
	size_t n_said;
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
