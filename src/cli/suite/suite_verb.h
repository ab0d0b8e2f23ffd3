/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SUITE_SUITE_VERB_H
#define AS_CLI_SUITE_SUITE_VERB_H

/* The suite that a verb is about: -f FILE or ./assay.yaml, and of it what --only names. */

#include "cli/verb.h"
#include "model/settings/suite.h"

/* The words of the command line are no commands: a suite is meant. */
bool as_suite_is_meant(const struct as_args *args);

/* There is one: -f names it, or it is ./assay.yaml. */
bool as_suite_is_there(const struct as_args *args);

/* AS_ERR_USAGE for an option about the suite beside a command. With own, --only and --list are
 * about the benchmarks that the command has. */
enum as_status as_suite_check_options(const struct as_args *args, bool own, struct as_err *err)
	AS_MUST_CHECK;

/*
 * as_suite_open - read the suite, and leave out what --only does not name
 *
 *   out   freed with as_suite_free; at least one benchmark is left
 *
 * AS_ERR_USAGE: what as_suite_read finds, an --only that names nothing, or no command and no suite.
 * AS_ERR_SYS: a file cannot be read.
 */
enum as_status as_suite_open(const struct as_args *args, struct as_suite **out, struct as_err *err)
	AS_MUST_CHECK;

/* What the suite says benchmarks of kept results are called now, in memory of a; *n is 0 where there is no suite, or where
 * it says nothing of it. Fails as as_suite_open where it cannot be read. */
enum as_status as_suite_renames(const struct as_args *args, struct as_arena *a,
	const struct as_rename **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* --list: the benchmarks, and nothing measured. */
enum as_status as_suite_show(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

#endif
