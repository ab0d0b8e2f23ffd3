/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/quantiles_show.h"

#include "analyse/result/quantiles_make.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "model/kept/derived.h"
#include "report/quantiles_screen.h"

enum as_status as_show_quantiles(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const struct as_style style = as_screen_style(cli);
	struct as_quantiles q = {0};
	struct as_text t = {0};
	const size_t base = as_experiment_base(r->x, r->metric);
	const bool pooled = as_args_has(cli->args, AS_OPT_POOLED);
	enum as_status st = (pooled ? as_quantiles_pool : as_quantiles_open)(r->x, base, &q, err);

	if (st)
		return st;
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_quantiles(&t, r->x, &q);
	else
		t.failed = !as_report_quantiles(&t, &style, r->x, &q) || t.failed;
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	as_quantiles_release(&q);
	return st;
}
