/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PAGE_PAGE_H
#define AS_REPORT_PAGE_PAGE_H

/* The page: one HTML file that needs nothing beside it. It holds view documents, JSON in which
 * every number has its words (docs/report.md), and the script of web/, which draws them. What the
 * page says is made here and in say/; the script computes no statistic and has no sentence of a
 * result. Memory errors stick to the text. */

#include "analyse/picture/picture_make.h"
#include "model/answer/around.h"
#include "model/answer/compared/review.h"
#include "say/style.h"

/* The script was there when assay was built. */
bool as_page_is_built(void);

enum { AS_PAGE_VALUES = 200000 };

/* A result, with all that is computed of it. */
struct as_page_result {
	const struct as_experiment *x;
	const struct as_analysis *a; /* n of them, a[0] the criterion's */
	size_t n;
	const struct as_outlier_report *around; /* one for each subject; NULL: nothing is known */
	const char *label; /* as the user named it; NULL: not at all */
	size_t room; /* for so many values; 0: AS_PAGE_VALUES */
	/* every two subjects compared, n_pairs of them and held together; 0: not asked for */
	const struct as_comparison *pairs;
	size_t n_pairs;
	const struct as_quantiles *quantiles; /* of the criterion; NULL: not looked for */
};

/* The page draws pictures of it, besides its own parts: of very many executions it does not. */
bool as_page_has_pictures(const struct as_experiment *x);

/*
 * as_page_result - the view document of a result, assay-view-result-1
 *
 * At most AS_PAGE_VALUES values, or `room`, are in it, the criterion's first, of each subject as many, evenly spread
 * in time; "of" says how many there are.
 */
void as_page_result(struct as_text *t, const struct as_style *style,
	const struct as_page_result *r);

/*
 * as_page_suite - the view document of a review, assay-view-suite-1
 *
 *   of  for each row the number of the result among the documents behind this one that has its
 *       values; SIZE_MAX: none has
 *   shown  the rows that are listed; NULL: all are. What is counted is always of all
 */
void as_page_suite(struct as_text *t, const struct as_style *style, const struct as_review *r,
	const size_t *of, const bool *shown);

/* A document and what is said where no script runs. */
struct as_page_view {
	const char *json;  /* one document */
	const char *plain; /* a screen without colours; "" for none */
};

/* The file: n documents in this order, under that title. The same documents give the same bytes. */
void as_page_html(struct as_text *t, const char *title, const struct as_page_view *view, size_t n);

#endif
