/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERIES_BISECT_FOR_GIT_H
#define AS_CLI_SERIES_BISECT_FOR_GIT_H

/* assay bisect as the command of git bisect run: all is measured when it asks first, which it takes as
 * any number of questions afterwards. What was found is kept beside the store for these; it holds as
 * long as that git bisect goes on. */

#include "campaign/versions/bisection.h"
#include "campaign/versions/versions.h"
#include "cli/verb.h"

struct as_for_git {
	struct as_git_bisect asked;
	const char *path;   /* of what is kept */
	const char *before, *first, *last; /* commits, NULL: not known yet: one from first to last did
	                                    * it, and this one before them is good */
};

/*
 * as_for_git_open - what git bisect asks, and what is known already
 *
 *   line   out: the commits between which it is to be measured, where nothing is known
 *
 * AS_ERR_USAGE: no git bisect goes on, or none of its good commits leads to the bad one along first
 * parents.
 */
enum as_status as_for_git_open(struct as_cli *cli, struct as_for_git *out,
	struct as_version_line *line, struct as_err *err) AS_MUST_CHECK;

/* Keep what was found, for the questions that follow. AS_ERR_DATA where nothing was. */
enum as_status as_for_git_keep(struct as_for_git *f, const struct as_bisection *b,
	struct as_arena *a, struct as_err *err) AS_MUST_CHECK;

/* Say whether what is checked out is good, bad, or none of both, in words and as the exit status. */
enum as_status as_for_git_answer(struct as_cli *cli, const struct as_for_git *f,
	struct as_err *err) AS_MUST_CHECK;

#endif
