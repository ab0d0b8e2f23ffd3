/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/fleet/head.h"

void as_head_say(struct as_fleet_head *h, const char *machine, const char *what)
{
	struct as_text t = {0};

	if (as_args_has(h->cli->args, AS_OPT_JSON))
		return;
	as_text_add(&t, "  ");
	as_text_add_neutral(&t, machine, strlen(machine), 40);
	as_text_add(&t, ": ");
	as_text_add_neutral(&t, what, strlen(what), 400);
	as_text_char(&t, '\n');
	as_out_show(h->cli->out, &t);
	as_text_release(&t);
}
