/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERVE_TOKENS_H
#define AS_CLI_SERVE_TOKENS_H

/* The tokens of a store, in a file beside it, and the log of what was changed, in another. */

#include "cli/verb.h"
#include "serve/token.h"

/* Read those of the store of that path: none where there is no file. into memory of a. */
enum as_status as_tokens_of(const char *store, struct as_arena *a, struct as_tokens *out,
	struct as_err *err) AS_MUST_CHECK;

/* The file; NULL when out of memory. */
const char *as_tokens_path(const char *store, struct as_arena *a);

/* A line of the log: when, who, what. AS_ERR_SYS. */
enum as_status as_served_log(
	const char *store, const char *who, const char *what, struct as_err *err) AS_MUST_CHECK;

/* assay serve token add NAME | list | revoke NAME; words are those after token. */
enum as_status as_serve_token(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

#endif
