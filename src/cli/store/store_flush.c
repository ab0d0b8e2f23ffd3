/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store flush: what waits for the store goes into it. */
#include "cli/measure/again/salvage.h"
#include "cli/measure/again/waiting.h"
#include "cli/store/store_action.h"

enum as_status as_store_do_flush(struct as_cli *cli, char **words, size_t n_words,
	struct as_err *err)
{
	struct as_store *s = NULL;
	size_t n = 0;
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, &s, err);

	(void)words;
	(void)n_words;
	if (!st)
		st = as_waiting_send(cli, s, &n, err);
	if (s && (!st || n))
		as_store_say(cli, "sent %s to '%s'", as_store_experiments(cli, n),
			as_store_path(s));
	if (!st)
		st = as_salvage(cli, s, err); /* journals of what was interrupted */
	as_store_close(s);
	return st;
}
