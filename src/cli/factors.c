/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/factors.h"

#include "analyse/around.h"
#include "analyse/factors.h"
#include "cli/screen.h"
#include "format/assay_json.h"
#include "report/around.h"

static enum as_status analyse(const struct as_analysis *a, const struct as_experiment *x,
	struct as_factors *f, bool all, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < a->n_subjects && !st; i++) {
		const struct as_summary *y = &a->summaries[i];
		if (all)
			st = as_analyse_factors(x, y, &f[i], err);
		else
			st = as_analyse_around(x, y->subject, y->metric, &f[i].around, err);
	}
	return st;
}

static enum as_status write(struct as_cli *cli, const struct as_result *r, const struct as_factors *f,
	struct as_err *err)
{
	const struct as_analysis *a = &r->analyses[0];
	const struct as_style style = as_screen_style(cli);
	struct as_outlier_report *around = as_arena_array(cli->arena, a->n_subjects, sizeof *around);
	struct as_text t = {0};

	if (!around)
		return as_fail_memory(err);
	for (size_t i = 0; i < a->n_subjects; i++)
		around[i] = f[i].around;
	as_report_around(&t, &style, r->x, around, a->n_subjects);
	for (size_t i = 0; i < a->n_subjects && as_args_has(cli->args, AS_OPT_FACTORS); i++)
		as_report_factors(&t, &style, r->x, &a->summaries[i], &f[i]);
	enum as_status st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

enum as_status as_show_factors(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	const struct as_analysis *a = &r->analyses[0];
	bool json = as_args_has(cli->args, AS_OPT_JSON), all = as_args_has(cli->args, AS_OPT_FACTORS);
	struct as_factors *f = as_arena_array(cli->arena, a->n_subjects, sizeof *f);
	struct as_text t = {0};

	if (!all && (json || as_args_has(cli->args, AS_OPT_ESTIMATORS)))
		return AS_OK;
	if (!f)
		return as_fail_memory(err);
	enum as_status st = analyse(a, r->x, f, all, err);
	if (st || !json)
		return st ? st : write(cli, r, f, err);
	as_json_factors(&t, r->x, f, a->n_subjects);
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}
