/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fleet/fleet_show.h"

#include "analyse/compare/fleet/fleet_make.h"
#include "cli/fleet/fleet_rules.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/compare/fleet_screen.h"

enum as_status as_fleet_show(struct as_cli *cli, const struct as_result *v, size_t n,
	struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	struct as_fleet f;
	struct as_fleet_rules rules;
	enum as_status st = as_fleet_rules_read(cli, v, n, &rules, err);

	if (!st)
		st = as_fleet_make(v, n, cli->arena, &rules, &f, err);

	if (st)
		return st;
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_fleet(&t, &f);
	else
		as_report_fleet(&t, &style, &f);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
