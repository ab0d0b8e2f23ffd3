/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_CI_CI_PAGE_H
#define AS_REPORT_CI_CI_PAGE_H

/* A page of Markdown while it is written: ci_markdown.c has its tables, ci_page.c what stands
 * around them. Internal to report/. */

#include "report/ci/ci_sum.h"

enum {
	AS_CI_NAME_BYTES = 200, /* of a benchmark, a gate */
	AS_CI_LABEL_BYTES = 80, /* of a version */
	AS_CI_WORST = 14,       /* bytes that one byte of a name may take */
};

struct as_page {
	struct as_text *t;
	const struct as_review *r;
	struct as_ci_sum sum;
	size_t limit, reserve; /* of bytes; how many the end of the page takes */
	bool metrics;          /* rows are of several metrics */
	const size_t *order;   /* of the rows, the worst first */
	bool *shown;           /* of each row */
	size_t n_shown;
};

/* So many bytes more fit, below `limit` (0: that of the page) less what is reserved. */
bool as_page_fits(const struct as_page *p, size_t bytes, size_t limit);

/* A sentence as a line of the page. */
#define as_page_line(p, ...) (as_ci_say((p)->t, __VA_ARGS__), as_text_char((p)->t, '\n'))

/* "**Gates:**", and an empty line. */
void as_page_heading(struct as_page *p, enum as_say_id words);

/* The mean of all ratios, where there is one. */
void as_page_overall(struct as_page *p);

/* Gates that failed, or are undecided, one a line. */
void as_page_gates(struct as_page *p);

/* Why benchmarks fail, the worst first. */
void as_page_reasons(struct as_page *p);

/* What makes comparisons less sure, each sentence once. */
void as_page_warnings(struct as_page *p);

/* How it was measured, what the numbers mean, and how to repeat it. */
void as_page_tail(struct as_text *t, const struct as_review *r);

#endif
