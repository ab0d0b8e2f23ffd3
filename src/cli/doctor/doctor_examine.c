/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/doctor/doctor_verb.h"

#include <string.h>

#include "analyse/diagnose/judge/judge_machine.h"
#include "cli/screen_out.h"
#include "probe/examine/examine.h"
#include "report/doctor/doctor_screen.h"
#include "report/page/page.h"
#include "serve/crypt.h"
#include "serve/server.h"

enum as_status as_doctor_examine(struct as_cli *cli, const struct as_probe_root *root,
	struct as_diagnosis *d, struct as_machine *machine, struct as_err *err)
{
	const struct as_sight sight = {.root = root, .machine = machine};
	enum as_status st = as_probe_machine(root, cli->arena, machine, err);

	if (st)
		return st;
	as_doctor_read(&sight, d);
	as_doctor_judge(d);
	d->root = root->root;
	return AS_OK;
}

/* Of "cannot serve: why it cannot", why. */
static const char *why(enum as_status st, const struct as_err *err)
{
	const char *colon = st ? strstr(err->msg, ": ") : NULL;

	return colon ? colon + 2 : NULL;
}

void as_doctor_abilities(const struct as_probe_root *root, const struct as_machine *machine,
	struct as_diagnosis *d)
{
	struct as_err serve = {0}, crypt = {0};
	struct as_crypt *c = NULL;
	const struct as_sight sight = {.root = root, .machine = machine,
		.page = as_page_is_built(), .unserved = why(as_serve_can(&serve), &serve),
		.untokened = why(as_crypt_open(&c, &crypt), &crypt)};

	as_doctor_try(&sight, d);
	as_crypt_close(c);
}

void as_doctor_announce(struct as_cli *cli)
{
	const struct as_probe_root here = {0};
	struct as_diagnosis *d = as_arena_alloc(cli->arena, sizeof *d);
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	struct as_machine machine;

	if (!cli->out->is_terminal || as_args_has(cli->args, AS_OPT_JSON) || !d ||
		as_doctor_examine(cli, &here, d, &machine, NULL))
		return;
	as_report_disturbed(&t, &style, d);
	as_out_show(cli->out, &t);
	as_text_release(&t);
}
