/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/results/estimators_show.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/study/study_make.h"
#include "base/num.h"
#include "cli/results/strata_read.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "report/study_screen.h"

enum { SIZE_MOST = 10000 };

enum as_status as_show_estimators_check(const struct as_args *args, struct as_err *err)
{
	static const enum as_option_id of[] = {AS_OPT_BY, AS_OPT_SIZES};
	static const char *const name[] = {"--by", "--sizes"};

	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
		if (as_args_has(args, of[i]) && !as_args_has(args, AS_OPT_ESTIMATORS))
			return as_fail(err, AS_ERR_USAGE,
				"cannot use %s without --estimators, which it is of: give both",
				name[i]);
	return AS_OK;
}

/* "7,11,15": each larger than the one before it. */
static enum as_status read_sizes(struct as_cli *cli, struct as_study_asked *r, struct as_err *err)
{
	const char *given = as_args_value(cli->args, AS_OPT_SIZES);
	char *list = given ? as_arena_strdup(cli->arena, given) : NULL, *rest = NULL;
	int64_t n = 0;

	if (!given)
		return AS_OK;
	if (!list)
		return as_fail_memory(err);
	for (char *s = strtok_r(list, ",", &rest); s; s = strtok_r(NULL, ",", &rest)) {
		if (r->n_sizes == AS_STUDY_SIZES || !as_parse_i64(s, n + 1, SIZE_MOST, &n))
			break;
		r->size[r->n_sizes++] = (size_t)n;
		if (!*rest)
			return AS_OK;
	}
	return as_args_bad(AS_OPT_SIZES, given,
		"up to 10 numbers of executions, ascending, such as 1,5,11,17", err);
}

static enum as_status show_one(struct as_cli *cli, const struct as_result *r,
	const struct as_study_asked *asked, struct as_studies *all, struct as_err *err)
{
	const struct as_style style = as_screen_style(cli);
	struct as_text t = {0};
	enum as_status st = as_studies_of(r->x, asked, all, err);

	if (st)
		return st;
	if (as_args_has(cli->args, AS_OPT_JSON)) {
		as_json_study(&t, r->x, all);
	} else {
		as_text_add(&t, asked->subject ? "\n" : "");
		if (all->n || asked->n_sizes)
			as_report_studies(&t, &style, r->x, all, asked->n_sizes > 0);
		else
			as_report_study(&t, &style, r->x, &all->v[0].study);
	}
	st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

enum as_status as_show_estimators(struct as_cli *cli, const struct as_result *r, struct as_err *err)
{
	struct as_study_asked asked = {.metric = r->metric};
	struct as_studies *all = malloc(sizeof *all);
	enum as_status st = all ? read_sizes(cli, &asked, err) : as_fail_memory(err);

	if (!st)
		st = as_strata_read(cli, r->x, &asked.strata, err);
	for (; !st && asked.subject < r->x->n_subjects; asked.subject++)
		st = show_one(cli, r, &asked, all, err);
	free(all);
	return st;
}
