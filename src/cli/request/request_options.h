/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_REQUEST_REQUEST_OPTIONS_H
#define AS_CLI_REQUEST_REQUEST_OPTIONS_H

/* From the options of `assay run` to what is to be measured. */

#include "cli/line/options.h"
#include "run/request/settings.h"

/*
 * as_request_fill - understand the options
 *
 *   a   where strings and lists are made; out points into it
 *
 * Commands come in this order: that of --reference, then for each combination of parameters all
 * words, then likewise the words after -- as one command (hyperfine's order). A command whose text
 * does not show all its parameters is named "COMMAND (VAR = VALUE)". Files that are to be read or
 * written are looked at.
 *
 * What was filled in by another assay and kept (args->settings) is taken as it was.
 *
 * AS_ERR_USAGE or AS_ERR_SYS with a sentence that names the option; out is untouched then.
 */
enum as_status as_request_fill(const struct as_args *args, struct as_arena *a,
	struct as_request *out, struct as_err *err) AS_MUST_CHECK;

/* as_request_fill without the commands and what belongs to them: r has what holds where the options
 * say nothing. */
enum as_status as_request_options(const struct as_args *args, struct as_arena *a,
	struct as_request *r, struct as_err *err) AS_MUST_CHECK;

/* What --shell says: a shell, default or none. */
enum as_status as_request_shell(const char *shell, struct as_arena *a, struct as_request *r,
	struct as_err *err) AS_MUST_CHECK;

/* Add what a word of --randomize, n bytes of it, stands for; false: it is none. */
bool as_request_randomize(const char *word, size_t n, unsigned *bits);

/* What may be asked for anew of an experiment that is there: --runs, --precision, --budget,
 * --label. The rest of out is 0, as is what was not given. */
enum as_status as_request_more(const struct as_args *args, struct as_request *out,
	struct as_err *err) AS_MUST_CHECK;

/* --precision, --confidence and --budget; what was not given is left alone. */
enum as_status as_request_targets(const struct as_args *args, double *precision,
	double *confidence, int64_t *budget_ns, struct as_err *err) AS_MUST_CHECK;

#endif
