/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/quantiles_show.h"

#include "analyse/result/quantiles_make.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "model/kept/derived.h"
#include "report/quantiles_screen.h"

static enum as_status write(struct as_cli *cli, const struct as_experiment *x,
	struct as_quantiles *q, struct as_err *err)
{
	const struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_quantiles(&t, x, q);
	else
		t.failed = !as_report_quantiles(&t, &style, x, q) || t.failed;
	const enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	as_quantiles_release(q);
	return st;
}

enum as_status as_show_quantiles(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	struct as_quantiles q = {0};
	const enum as_status st = as_quantiles_open(r->x, as_experiment_base(r->x, r->metric),
		as_args_has(cli->args, AS_OPT_POOLED), &q, err);

	return st ? st : write(cli, r->x, &q, err);
}

enum as_status as_compare_quantiles(
	struct as_cli *cli, const struct as_sides_of_results *all, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < all->n && !st; i++) {
		const size_t side[] = {all->comparisons[i].reference, all->comparisons[i].subject};
		struct as_quantiles_pair of = {.pair = all->pairs[i]};
		struct as_quantiles q = {0};
		for (size_t k = 0; k < 2; k++) {
			of.x[k] = all->results[all->result_of[side[k]]].x;
			of.name[k] = all->sides[side[k]].label;
		}
		st = as_quantiles_of_two(&of, &q, err);
		if (!st)
			st = write(cli, of.x[0], &q, err);
	}
	return st;
}
