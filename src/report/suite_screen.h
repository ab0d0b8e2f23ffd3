/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_SUITE_SCREEN_H
#define AS_REPORT_SUITE_SCREEN_H

/* Screens of suites: what there is, and the results, a line a command, written as they come. */

#include "model/settings/suite.h"
#include "report/draw/terminal.h"

/* `assay run --list`: the benchmarks of a suite, a line each. */
void as_report_suite_list(struct as_text *t, const struct as_style *style,
	const struct as_suite *s);

/* What a suite is, before it is measured: "mono   3 benchmarks, 7 commands of assay.yaml". */
void as_report_suite_head(struct as_text *t, const struct as_style *style,
	const struct as_suite *s);

/* Columns for the names of the results of a suite, the longest of `longest` columns. */
size_t as_suite_name_columns(const struct as_style *style, size_t longest);

/* The name that begins a row, indented, neutralised, and filled up to so many columns. */
void as_suite_name_add(struct as_text *t, const struct as_style *style, const char *name,
	size_t columns);

/* A result of a suite. */
struct as_suite_result {
	const struct as_experiment *x;
	const struct as_analysis *a; /* n of them, a[0] that of the criterion */
	size_t n;
	const struct as_suite_list *metrics; /* to be shown beside the criterion, by name */
	size_t columns;                      /* of names */
};

/* A line for each command of it: mean, half-width, units at the top, what ended otherwise. */
void as_report_suite_result(struct as_text *t, const struct as_style *style,
	const struct as_suite_result *r);

/* The line of one that came to nothing, and why. */
void as_report_suite_failed(struct as_text *t, const struct as_style *style, const char *name,
	size_t columns, const struct as_err *why);

/* How it ended. */
struct as_suite_end {
	size_t done, failed, left; /* benchmarks: with a result, without one, not begun */
	int64_t first_id, last_id; /* of the experiments in the store; 0: none is kept */
	double seconds;
};
void as_report_suite_end(struct as_text *t, const struct as_style *style,
	const struct as_suite_end *e);

#endif
