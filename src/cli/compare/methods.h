/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_COMPARE_METHODS_H
#define AS_CLI_COMPARE_METHODS_H

/* What --method and --interval ask for, beside our analysis: methods of papers, ways of comparing,
 * and how the intervals that are shown are made. */

#include "analyse/result/question.h"
#include "cli/verb.h"

/* What the options ask of an experiment: of its criterion, until q->metric says otherwise. Lists
 * are in memory of cli's arena. AS_ERR_USAGE: a method that is none. */
enum as_status as_question_read(const struct as_cli *cli, struct as_question *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
