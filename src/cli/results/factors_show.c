/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/factors_show.h"

#include "analyse/diagnose/factors/factor_effects.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/around_screen.h"

static enum as_status write(struct as_cli *cli, const struct as_result *r,
	const struct as_factors *f, struct as_err *err)
{
	const struct as_analysis *a = &r->analyses[0];
	const struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	for (size_t i = 0; i < a->n_subjects; i++)
		as_report_factors(&t, &style, r->x, &a->summaries[i], &f[i]);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

enum as_status as_show_factors(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const struct as_analysis *a = &r->analyses[0];
	struct as_factors *f = NULL;
	struct as_surrounds around = {0};
	struct as_text t = {0};
	enum as_status st = AS_OK;

	if (!as_args_has(cli->args, AS_OPT_FACTORS))
		return AS_OK;
	f = as_arena_array(cli->arena, a->n_subjects, sizeof *f);
	if (!f)
		return as_fail_memory(err);
	st = as_surrounds_open(r->x, &around, err);
	for (size_t i = 0; i < a->n_subjects && !st; i++)
		st = as_analyse_factors(&around, &a->summaries[i], &f[i], err);
	as_surrounds_close(&around);
	if (st || !as_args_has(cli->args, AS_OPT_JSON))
		return st ? st : write(cli, r, f, err);
	as_json_factors(&t, r->x, f, a->n_subjects);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
