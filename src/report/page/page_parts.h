/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PAGE_PAGE_PARTS_H
#define AS_REPORT_PAGE_PAGE_PARTS_H

/* What the documents of report/page/ share. Internal to it. */

#include "report/page/page.h"
#include "report/page/page_words.h"

/* A document that is being written. */
struct as_page_doc {
	struct as_json j;
	struct as_screen s; /* its style is verbose, its rows are never on a terminal */
	struct as_style style, brief, painted; /* brief is what a terminal shows without -v */
	const struct as_page_result *r;
};

/* The kind of a comparison, as files of a review call it ("worse", "same"); "none" of one without a
 * verdict. */
const char *as_page_kind(const struct as_comparison *c, const struct as_metric *m);

/* page_numbers.c: metric k of r->a: means, order statistics, levels, comparisons; open stays the
 * object of that metric. */
void as_page_metric(struct as_page_doc *p, size_t k);

/* page_values.c: the values of metric k and what is drawn of them, all subjects; takes what it uses
 * off *room. */
void as_page_values(struct as_page_doc *p, size_t k, size_t *room);

/* page_pictures.c: what the page draws from charts, of the first metric; of very many executions none. */
void as_page_pictures(struct as_page_doc *p);

/* One of them, where there is something to be seen. */
void as_page_picture(struct as_page_doc *p, const struct as_picture_request *q);

/* page_rows.c: every row of the screen, with its words. */
void as_page_rows(struct as_page_doc *p);

/* page_about.c: where it was measured, when, how. */
void as_page_about(struct as_page_doc *p);

#endif
