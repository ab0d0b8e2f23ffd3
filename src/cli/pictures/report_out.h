/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_PICTURES_REPORT_OUT_H
#define AS_CLI_PICTURES_REPORT_OUT_H

/* `assay report`, and --page of other verbs: views, put into one HTML file. */

#include "analyse/result/question.h"
#include "cli/verb.h"
#include "model/answer/compared/review.h"

/* Documents for one page, in their order, each with what is said of it without a script. */
struct as_report_views {
	struct as_text *json, *plain; /* n of each */
	size_t n, cap_json, cap_plain;
};
void as_report_views_release(struct as_report_views *v);

/* The page can be made, and written to path. AS_ERR_USAGE: assay was built without it, or path cannot
 * be written. */
enum as_status as_report_check(const char *path, const char *what,
	struct as_err *err) AS_MUST_CHECK;

/* One more view: a result, with every two of its subjects compared. */
enum as_status as_report_add_result(struct as_cli *cli, struct as_report_views *v,
	const struct as_result *r, struct as_err *err) AS_MUST_CHECK;

/* A review, and behind it the results that it is of, each with its criterion. shown: the rows that are listed, where these
 * are some of very many; NULL: all of them, and all results. */
enum as_status as_report_add_review(struct as_cli *cli, struct as_report_views *v,
	const struct as_review *r, const bool *shown, struct as_err *err) AS_MUST_CHECK;

/* One more of each, empty. */
enum as_status as_report_add_view(struct as_report_views *v, struct as_err *err) AS_MUST_CHECK;

/* The histories that --history names; none without it. AS_ERR_USAGE: no benchmark is called so. */
enum as_status as_report_add_histories(struct as_cli *cli, struct as_report_views *v,
	struct as_err *err) AS_MUST_CHECK;

/* Write the page; path - is standard output. */
enum as_status as_report_write(struct as_cli *cli, const struct as_report_views *v,
	const char *title, const char *path, struct as_err *err) AS_MUST_CHECK;

#endif
