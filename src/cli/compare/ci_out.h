/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_CI_OUT_H
#define AS_CLI_COMPARE_CI_OUT_H

/* --ci, and --page: what a continuous integration is shown of a review. A verb that has AS_GROUP_CI calls
 *
 *	as_ci_check(cli->args, err);           before anything is measured
 *	as_ci_write(cli, &review, err);        at its end, also where something failed */

#include "cli/verb.h"
#include "report/ci/ci.h"

struct as_ci_format {
	const char *name, *also, *file;
	size_t limit;
	void (*write)(struct as_text *t, const struct as_review *r, size_t limit);
	void (*say)(struct as_text *t, const struct as_review *r, size_t limit); /* NULL: nothing */
	const char *help;
};

/* Those of ci.def, in that order. */
extern const struct as_ci_format as_ci_formats[];
extern const size_t as_ci_formats_known;

/* Is there a --ci, or a --page? */
bool as_ci_asked(const struct as_args *args);

/* AS_ERR_USAGE: no such format (with the one that was probably meant), two for one file, standard
 * output is wanted twice, the variable of the environment is not set. AS_ERR_SYS: a file cannot be
 * written. */
enum as_status as_ci_check(const struct as_args *args, struct as_err *err) AS_MUST_CHECK;

/* Write all that --ci asks for, each file as a whole or not at all; the error is that of the first
 * that failed. Nothing where there is no --ci. */
enum as_status as_ci_write(struct as_cli *cli, const struct as_review *r, struct as_err *err)
	AS_MUST_CHECK;

#endif
