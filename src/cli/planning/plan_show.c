/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/planning/plan_verb.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/draw/terminal.h"

enum as_status as_plan_show(struct as_cli *cli, const struct as_forecast *f,
	const struct as_forecast_flat *flat, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_forecast(&t, f, flat);
	else
		as_report_forecast(&t, &style, f, flat);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
