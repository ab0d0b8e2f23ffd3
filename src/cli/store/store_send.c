/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store send: what waits for a server goes there. */
#include "cli/measure/outbox.h"
#include "cli/store/store_action.h"

enum as_status as_store_do_send(
	struct as_cli *cli, char **words, size_t n_words, struct as_err *err)
{
	(void)words;
	(void)n_words;
	return as_outbox_send(cli, err);
}
