/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_PLANNING_PLAN_VERB_H
#define AS_CLI_PLANNING_PLAN_VERB_H

/* Plans that are not conducted: from given variances or from the clock, and how any of them is
 * shown. */

#include "analyse/plan/forecast_make.h"
#include "cli/verb.h"

/* What --min-top, --kappa and --integers say; where they were not given, 0, AS_PLAN_KAPPA and the
 * best. */
struct as_plan_options {
	size_t min_top;
	double kappa;
	enum as_rounding rounding;
};
enum as_status as_plan_options_read(const struct as_args *args, struct as_plan_options *out,
	struct as_err *err) AS_MUST_CHECK;

/* `assay plan --variance ...`, and of a table of values, whose variances those are */
enum as_status as_plan_given(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* `assay plan --machines NUM --variance ...` */
enum as_status as_plan_machines(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* `assay plan --oracle COST` */
enum as_status as_plan_oracle(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* `assay plan @last`: from what a result has taught. */
enum as_status as_plan_of_result(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

/* The words name a result: one that begins with @, or a file of an experiment (.assay). Other words
 * are commands. */
bool as_plan_is_of_result(const struct as_args *args);

/* The words name a table of values (.csv). */
bool as_plan_is_of_table(const struct as_args *args);

/* Only options of this list (n) were given; the error says that the others would be without effect
 * with `what`. */
enum as_status as_plan_check_options(const struct as_args *args, const enum as_option_id *meant,
	size_t n, const char *what, struct as_err *err) AS_MUST_CHECK;

/* Print a plan, and what going on as before would take: a screen, or with --json what docs/json.md
 * describes. */
enum as_status as_plan_show(struct as_cli *cli, const struct as_forecast *f,
	const struct as_forecast_flat *flat, struct as_err *err) AS_MUST_CHECK;

#endif
