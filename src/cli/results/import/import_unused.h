/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_RESULTS_IMPORT_IMPORT_UNUSED_H
#define AS_CLI_RESULTS_IMPORT_IMPORT_UNUSED_H

/* What of files nothing was made of: files of one tool leave the same, which is said once. */

#include "cli/verb.h"

struct as_unused_part; /* in import_unused.c */

struct as_unused {
	struct as_unused_part *v;
	size_t n, cap;
	size_t others; /* files of which it is not told apart any more */
};

/* what is as struct as_experiment has it; NULL: nothing is left of that file. */
enum as_status as_unused_add(struct as_unused *u, const char *file, const char *what,
	struct as_err *err) AS_MUST_CHECK;

/* "a.json and 3 others: not used of them: context.caches, benchmarks[].threads" */
void as_unused_say(const struct as_unused *u, struct as_cli *cli);

/* Remarks that were added in the same way, as notes on standard error. */
void as_remarks_say(const struct as_unused *u);

void as_unused_release(struct as_unused *u);

#endif
