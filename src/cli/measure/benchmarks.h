/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_MEASURE_BENCHMARKS_H
#define AS_CLI_MEASURE_BENCHMARKS_H

/* Programs with several benchmarks of their own: a command of each (docs/reporter.md). */

#include "cli/verb.h"
#include "run/context.h"
#include "run/reporter/reported_benchmarks.h"

/*
 * as_benchmarks_expand - ask the commands of a request which benchmarks they have
 *
 * A command that has some is replaced by one for each, of those --only names where it is given.
 * What is built first is asked by as_conduct when it is there (with->asking; a holds that, too).
 * Each mean has the precision asked for then.
 *
 * AS_ERR_USAGE: --only names nothing, or a gate has nothing to compare. AS_ERR_BENCH as
 * as_ask_benchmarks.
 */
enum as_status as_benchmarks_expand(const struct as_args *args, struct as_request *r,
	struct as_run_context *with, struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* The same for a benchmark of a suite, all of whose own are measured: --only and gates are about
 * the suite. */
enum as_status as_benchmarks_expand_suite(const struct as_args *args, struct as_request *r,
	struct as_run_context *with, struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* Whether commands that are versions of one program are to be asked: what is built is asked anyway; to
 * look into what is not, its versions would have to be moved, which is done where the program in the
 * current folder shows that it has benchmarks, or --only or --report says so. */
bool as_benchmarks_in_versions(const struct as_args *args, const struct as_request *r,
	struct as_arena *a);

/* r was written when its programs had been asked, and is carried out again: only what is built, and
 * was not there then, is asked. AS_ERR_MEM. */
enum as_status as_benchmarks_again(const struct as_args *args, struct as_request *r,
	struct as_run_context *with, struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* r is what is conducted: it gets the commands that are found out then, as long as as_conduct runs.
 * */
void as_benchmarks_follow(struct as_request *r, const struct as_run_context *with);

/* --list beside commands, which are built for that: the benchmarks they have, a line each. */
enum as_status as_benchmarks_show(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* c for its benchmark called name; lead is the number of the program's first command. */
void as_benchmark_take(struct as_command *c, enum as_speaks speaks, const char *name, size_t lead);

#endif
