/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SUITE_RUN_H
#define AS_CLI_SUITE_RUN_H

#include "cli/command.h"
#include "model/suite.h"
#include "store/store.h"

/*
 * as_suite_run - measure the benchmarks of a suite, one experiment after the other
 *
 *   plan   only say what it would take
 *
 * A table of results, a line as each has ended; with --verbose all of each, with --json a document
 * each. What fails is shown in its place, raises the exit status, and the rest goes on; the first Ctrl-C
 * ends the benchmark that runs, and the suite.
 */
enum as_status as_suite_run(struct as_cli *cli, bool plan, struct as_err *err) AS_MUST_CHECK;

/*
 * as_suite_shares - what of a budget each benchmark gets
 *
 *   store       what was learnt of them before; NULL: nothing
 *   budget_ns   for all, above 0
 *   free_of_charge   what finding out takes does not count: only a plan is asked for
 *   out         s->n shares; without what finding out took
 *
 * Each benchmark is planned from what is remembered of it or, while less than half of the budget is
 * spent, from a pilot; as_share_budget says what follows. Of builds that are all the same the costs are
 * not known, so that a benchmark that has them gets the mean share. AS_ERR_INTERRUPTED, AS_ERR_SYS, AS_ERR_MEM.
 */
enum as_status as_suite_shares(struct as_cli *cli, const struct as_suite *s, struct as_store *store,
	int64_t budget_ns, bool free_of_charge, int64_t *out, struct as_err *err) AS_MUST_CHECK;

#endif
