/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_STORE_STORE_ACTION_H
#define AS_CLI_STORE_STORE_ACTION_H

/* What `assay store` does, one function an action; words are those after the name of the action, as
 * many as cmd_store.c lets through. */

#include "cli/verb.h"

enum as_status as_store_do_verify(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_thin(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_size(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_prune(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_copy(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_flush(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_send(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_label(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_note(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_pin(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_rename(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_store_do_unpin(struct as_cli *cli, char **words, size_t n, struct as_err *err)
	AS_MUST_CHECK;

/* prune --to-history: experiments stay, with what histories take. */
enum as_status as_store_prune_to_history(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* Write one line, neutralised. */
void as_store_say(struct as_cli *cli, const char *fmt, ...) AS_PRINTF(2, 3);

/* "1 experiment", "2 experiments", in memory of the arena. */
const char *as_store_experiments(struct as_cli *cli, size_t n);

#endif
