/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REPORTER_REPORTED_BENCHMARKS_H
#define AS_RUN_REPORTER_REPORTED_BENCHMARKS_H

/* Programs with several benchmarks: which of them can be asked, what they are asked, and how one of
 * theirs is chosen for an execution (docs/reporter.md).
 *
 *	speaks     asked by                              one is chosen by
 *	protocol   ASSAY_LIST                            ASSAY_BENCHMARK
 *	google     BENCHMARK_LIST_TESTS                  BENCHMARK_FILTER, and tells in BENCHMARK_OUT
 *	go test    -test.bench, once each                -test.bench, and tells on its standard output
 *	go         running it                            nothing: what it prints of the others is left out
 */

#include "base/arena.h"
#include "run/context.h"
#include "run/reporter/reporter.h"

enum { AS_BENCHMARK_BYTES = AS_ROWS_NAME_BYTES }; /* of a name, at most */

/* The benchmarks of a program. */
struct as_benchmarks {
	enum as_speaks speaks;
	const char **name;
	size_t n; /* 0: it has none that it tells of */
};

/*
 * as_speaks_of - what a command can be asked, going by the bytes of its program
 *
 *   argv   its words, NULL at the end; a program that is looked for in PATH is not looked into
 *   cwd    the folder that they are relative to; NULL: assay's own
 *
 * Nothing is started. A program with the word ASSAY_LIST in it, or that needs libassay, speaks the
 * protocol, as does one whose first words name a text with that word or with assay_report in it
 * (the script of an interpreter), and java where its classes have AssayReport. One with Google Benchmark in it, or that needs its library, is
 * such a one; one with Go's testing flags is a go test. AS_SPEAKS_NOT: nothing of that.
 */
enum as_speaks as_speaks_of(const char *const *argv, const char *cwd);

/*
 * as_ask_benchmarks - ask command number i of the request which benchmarks it has
 *
 *   with  its checkouts, and what reads answers
 *   a     holds the names
 *
 * One short start of the program, and none where nothing is known to ask. A version is asked in its
 * folder, after its build; where that fails it has none. AS_ERR_BENCH: it failed, did not answer in
 * time, or has names that cannot be used: two alike, empty, with blanks or control characters where
 * the protocol has no place for them, too long, or too many.
 */
enum as_status as_ask_benchmarks(const struct as_request *r, size_t i,
	const struct as_run_context *with, struct as_arena *a, struct as_benchmarks *out,
	struct as_err *err) AS_MUST_CHECK;

/* A program that is there to be started. */
struct as_program {
	const struct as_resolved *words;
	const char *cwd;             /* NULL: assay's own */
	struct as_spawner *spawner;  /* which nothing is queued for */
	/* a file that it may write its answer into; it is not there yet */
	const char *answer;
	as_rows_reader *rows; /* reads what Go's benchmarks print */
};

/* as_ask_benchmarks of a program that was built for command i, asked as the request says. */
enum as_status as_ask_program(const struct as_request *r, size_t i,
	const struct as_program *program, struct as_arena *a, struct as_benchmarks *out,
	struct as_err *err) AS_MUST_CHECK;

/* The names in n bytes of an answer to ASSAY_LIST, in a; other names are those of `what` in words.
 * AS_ERR_DATA with the line. */
enum as_status as_benchmarks_parse(const char *bytes, size_t n, struct as_arena *a,
	struct as_benchmarks *out, struct as_err *err) AS_MUST_CHECK;

/* What is added for an execution of command c, in a: variables (*env, NULL at the end; at most
 * AS_SELECT_VARIABLES) and words behind argv (*argv, NULL: none). report is the file that it is to
 * write. False when out of memory. */
enum { AS_SELECT_VARIABLES = 4 };
bool as_benchmark_select(const struct as_command *c, const char *const *argv, struct as_arena *a,
	const char *env[static AS_SELECT_VARIABLES + 1], const char *const **words);

/*
 * as_rows_report - what a harness has told in a file, as a report
 *
 * Of that benchmark alone; NULL: of all. AS_ERR_DATA or AS_ERR_BENCH as as_reporter_read: it cannot
 * be read, has nothing of the benchmark, or says that it failed.
 */
enum as_status as_rows_report(const char *benchmark, as_rows_reader *read, const char *path,
	struct as_report *out, struct as_err *err) AS_MUST_CHECK;

#endif
