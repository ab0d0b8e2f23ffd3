/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SUITE_SUITE_RUN_H
#define AS_CLI_SUITE_SUITE_RUN_H

#include "analyse/plan/share.h"
#include "campaign/campaign.h"
#include "cli/verb.h"
#include "cli/results/result.h"
#include "model/settings/suite.h"
#include "run/request/request.h"
#include "store/store.h"

/*
 * as_suite_run - measure the benchmarks of a suite, one experiment after the other
 *
 *   plan   only say what it would take
 *
 * A table of results, a line as each has ended; with --verbose all of each, with --json a document
 * each. What fails is shown in its place, raises the exit status, and the rest goes on; the first
 * Ctrl-C ends the benchmark that runs, and the suite.
 */
enum as_status as_suite_run(struct as_cli *cli, bool plan, struct as_err *err) AS_MUST_CHECK;

/* Who wants the results of a suite, to compare them with others. */
struct as_suite_guest {
	/* Before anything is measured. The suite lives until as_suite_run_as returns. */
	enum as_status (*begin)(void *context, const struct as_suite *s, struct as_err *err);
	/* The piece has failed; its commands, where it is known what they are, are those of r. */
	void (*fail)(void *context, const struct as_campaign *c, const struct as_piece *piece,
		const struct as_request *r, const struct as_err *why);
	/* All has been measured: it is in c->v, from where it may be taken. */
	enum as_status (*review)(void *context, struct as_campaign *c, struct as_err *err);
	void *context;
};

/* as_suite_run as a campaign of another kind, for a guest, whose are the gates of the suite; with
 * --json nothing is written then. */
enum as_status as_suite_run_as(struct as_cli *cli, bool plan, const struct as_campaign_kind *kind,
	const struct as_suite_guest *guest, struct as_err *err) AS_MUST_CHECK;

/* One that goes on does so with the files of then: benchmarks of another text would stand beside
 * those that were measured. AS_ERR_REFUSED names the file that has changed since. */
enum as_status as_suite_same_files(struct as_cli *cli, const struct as_suite *s,
	struct as_err *err) AS_MUST_CHECK;

/* One file cannot hold n results. AS_ERR_USAGE, as as_exports_check. */
enum as_status as_suite_check_exports(const struct as_args *args, size_t n, struct as_err *err)
	AS_MUST_CHECK;

/* What can be known of the gates before anything is measured; a benchmark has at least so many
 * commands that are compared. AS_ERR_USAGE, with the place in the file. */
enum as_status as_suite_check_gates(struct as_cli *cli, const struct as_suite *s, size_t most,
	struct as_err *err) AS_MUST_CHECK;

/* Columns of the longest name of a result. */
size_t as_suite_longest_name(const struct as_suite *s);

/* The budget for all: that of the options, else that of the suite; 0: there is none. AS_ERR_USAGE. */
enum as_status as_suite_budget(const struct as_args *args, const struct as_suite *s,
	int64_t *out_ns, struct as_err *err) AS_MUST_CHECK;

/* The need of benchmark i, planned as a dry run does from what is remembered of it or from a pilot.
 * Builds that are all the same leave it unknown; one that fails will fail where it is seen. */
enum as_status as_suite_foresee(struct as_cli *cli, const struct as_campaign *c, size_t i,
	struct as_share_need *need, struct as_err *err) AS_MUST_CHECK;

#endif
