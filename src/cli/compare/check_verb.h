/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_CHECK_VERB_H
#define AS_CLI_COMPARE_CHECK_VERB_H

/* `assay check`: what is measured now, or kept, against a baseline.
 *
 *	cmd_check.c      which of these it is
 *	baseline.c       what --baseline stands for
 *	check_measure.c  the suite or the command, measured now
 *	check_stored.c   the comparison with results that are there
 */

#include "cli/verb.h"
#include "cli/compare/baseline.h"
#include "campaign/checked.h"

/* What is measured now. */
struct as_measured {
	struct as_cli *cli;
	struct as_checked of;
	/* What is made of it, once all has been measured; set by the caller. */
	enum as_status (*review)(void *context, struct as_err *err);
	void *context;
};

/*
 * as_check_args - the options and the command without what is of check alone
 *
 *   verb   which is to understand them: its options are left but for gates, and the groups `more`
 *
 * Words after -- are the command.
 */
enum as_status as_check_args(const struct as_args *args, const struct as_command_entry *verb,
	as_option_groups more, struct as_arena *a, struct as_args *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_check_measure - measure the suite or the command of cli
 *
 * out is zeroed but for its label and what reviews it. What fails is noted in it, raises the exit
 * status, and the rest goes on. What is in it is to be released, also on failure.
 */
enum as_status as_check_measure(struct as_cli *cli, struct as_measured *out, struct as_err *err)
	AS_MUST_CHECK;

/* assay check with a baseline that is kept. */
enum as_status as_check_stored(struct as_cli *cli, struct as_baseline *base, struct as_err *err)
	AS_MUST_CHECK;

#endif
