/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_REQUEST_COMMAND_H
#define AS_RUN_REQUEST_COMMAND_H

/* From a command as the user wrote it to words that can be started. */

#include "base/arena.h"
#include "run/request/request.h"

struct as_resolved {
	const char *path;        /* of the program to start; has a slash */
	const char *const *argv; /* NULL at the end */
	const char *shell;       /* the shell it goes through; NULL: none */
	const char *shell_text;  /* what that shell reads: the last word of argv; NULL: no shell */
	const char *shell_reason; /* what in it needs a shell; NULL if a shell was asked for */
};

/*
 * as_command_resolve - words, shell and program of the request's command number i
 *
 * {iterations} and {warmup} are filled in. A command is split as a shell splits words and started
 * directly; one with unquoted shell syntax, or whose first word is known to shells only, goes to
 * /bin/sh -c (design.md 5). Results live in a.
 *
 * AS_ERR_USAGE: it cannot be split; with -N: it needs a shell. AS_ERR_BENCH: no such program in
 * PATH; the sentence suggests `--` where the word may be an argument of the command before it.
 */
enum as_status as_command_resolve(const struct as_request *r, size_t i, struct as_arena *a,
	struct as_resolved *out, struct as_err *err) AS_MUST_CHECK;

/* The command in the form in which a person would type it, in a; NULL when out of memory. */
char *as_command_words(const struct as_command *cmd, struct as_arena *a);

/* The words that run a hook: by /bin/sh, or by the shell of -S. */
enum as_status as_hook_resolve(const struct as_request *r, const char *hook, struct as_arena *a,
	struct as_resolved *out, struct as_err *err) AS_MUST_CHECK;

#endif
