/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_DIFF_DIFF_H
#define AS_CLI_DIFF_DIFF_H

/* `assay diff`: two versions of benchmarks measured in the same rounds, and the review of them.
 *
 *	diff_suite.c    the benchmarks of a suite, one after the other
 *	diff_benchmarks.c   those that a command has of its own
 *	diff_row.c      one of them: what is measured
 *	diff_review.c   all together: gates, the exit status, the screen
 *
 * What became of either version, and verdicts for the number of rows, are of campaign/
 * (diff_sides.h, reviewing.h).
 */

#include "campaign/diff_sides.h"
#include "campaign/versions/versions.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/measure.h"
#include "cli/verb.h"
#include "model/answer/compared/review.h"
#include "model/settings/suite.h"

/* What stands behind a row of the review, for as long as that is there. */
struct as_diff_row {
	struct as_result result; /* of both versions; x is NULL where there is none */
	struct as_result alone;  /* of the one that works, where the other does not */
	const struct as_gate *gates; /* that it is judged by */
	size_t n_gates;
};

struct as_diffing {
	struct as_cli *cli;
	const struct as_args *args; /* without the revisions */
	const struct as_versions *versions;
	struct as_store *store; /* NULL: nothing is kept */
	struct as_review review; /* its rows are review.v, as many as were measured */
	struct as_diff_row *rows; /* as many as there will be */
	size_t planned;
	const char *built_by;    /* the command that nobody gave; NULL: none */
	bool of_benchmarks;      /* some rows are those of a program's own */
	int64_t first_id, last_id; /* of the experiments that were kept; 0: none */
	/* of the last row that failed; its code is AS_OK where none did */
	struct as_err why;
};

/* A row to be measured. */
struct as_diff_task {
	struct as_request request;  /* of the commands of the benchmark */
	size_t command;             /* the one of them */
	const char *benchmark, *name;
	const char *const *names;   /* of the two subjects; NULL: "NAME of VERSION" */
	bool of_suite;              /* it is a benchmark of a suite */
	bool is_own;                /* it is a program's own benchmark already */
	/* it is all there is: its screen is shown, and its gates are judged */
	bool by_itself;
};

/*
 * as_diff_measure - measure one command in both versions, into the next row of the review
 *
 * A program with benchmarks of its own has a row for each; both versions are built once for all of
 * them. What fails is a row, too: the other version is built and executed once then, to tell
 * whether that works. With a plan alone (--dry-run) there is no row. AS_ERR_INTERRUPTED,
 * AS_ERR_SYS, AS_ERR_MEM, AS_ERR_STORE: nothing can go on.
 */
enum as_status as_diff_measure(struct as_diffing *d, const struct as_diff_task *task,
	struct as_err *err) AS_MUST_CHECK;

/* A benchmark that a program has of its own, with its subject in either version. */
struct as_diff_own {
	struct {
		const char *name;
		size_t subject[AS_REVIEW_SIDES];
	} *v;
	size_t n; /* 0: there are none */
	enum as_speaks speaks;
};

/*
 * as_diff_ask - let the program of the task be asked for its benchmarks, in both versions
 *
 * What is built is asked when it is there (with->asking), with the builds that are measured. What
 * is not built is asked now where the program in the current folder shows that it can be, or --only or
 * --report says so. AS_ERR_USAGE and AS_ERR_BENCH as as_benchmarks_expand.
 */
enum as_status as_diff_ask(struct as_diffing *d, const struct as_diff_task *task,
	struct as_request *r, struct as_run_context *with, struct as_err *err) AS_MUST_CHECK;

/* The benchmarks that are the commands of r: the head's, then those of the base alone. AS_ERR_MEM.
 * */
enum as_status as_diff_list(struct as_diffing *d, const struct as_request *r,
	struct as_diff_own *out) AS_MUST_CHECK;

/* How a row is called: by the benchmark, and in a suite by whose it is. NULL when out of memory. */
const char *as_diff_own_name(const struct as_diffing *d, const struct as_diff_task *task,
	const char *name);

/* A line for each row, where the whole of each is not shown. */
enum as_status as_diff_lines(struct as_diffing *d, struct as_err *err) AS_MUST_CHECK;

/* Room for n rows more, behind the one that is measured, with its gates. */
enum as_status as_diff_more_rows(struct as_diffing *d, size_t n, struct as_err *err) AS_MUST_CHECK;

/* Compare all that was measured together, judge the gates, and choose the exit status, which is
 * raised. AS_ERR_USAGE: a gate cannot be judged. */
enum as_status as_diff_conclude(struct as_diffing *d, struct as_err *err) AS_MUST_CHECK;

/* Print the review: the screen, or the document of --json. */
enum as_status as_diff_show(struct as_diffing *d, struct as_err *err) AS_MUST_CHECK;

/* as_versions_open for this campaign, which begins with it, or goes on with the same files:
 * AS_ERR_REFUSED where they are others. */
enum as_status as_diff_open(const struct as_diffing *d, const char *base, const char *head,
	struct as_versions *v, struct as_err *err) AS_MUST_CHECK;

/* Room for d->planned rows. */
enum as_status as_diff_rows(struct as_diffing *d, struct as_err *err) AS_MUST_CHECK;

/* The names of the versions in d->review. */
void as_diff_name(struct as_diffing *d, const char *name);

void as_diff_release(struct as_diffing *d);

/* assay diff, and assay check against a revision: of the command that args have, without the
 * revisions, or of the suite. base and head are as as_versions_open takes them. */
enum as_status as_diff_versions(struct as_cli *cli, const struct as_args *args, const char *base,
	const char *head, struct as_err *err) AS_MUST_CHECK;

/* The same with a suite. args are those of the command without the revisions, which are as
 * as_versions_open takes them. The suite file is that of the working tree, for both. */
enum as_status as_diff_suite(struct as_cli *cli, const struct as_args *args, const char *base,
	const char *head, struct as_err *err) AS_MUST_CHECK;

#endif
