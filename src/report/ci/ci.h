/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_CI_CI_H
#define AS_REPORT_CI_CI_H

/* What a continuous integration shows of a review. To add a format: a writer below in a file of its
 * own, a line in ci.def, the file in report/meson.build, and its name in the values of --ci.
 *
 * The same review gives the same bytes, and undecided is bad in none of them unless the review
 * requires a decision. Whatever comes from outside is neutralised for the format. Memory errors
 * stick to the text.
 *
 *   limit   bytes that t may have in the end; 0: any. What does not fit is left out, from the least
 *           important on, and it is said that it is. */

#include "base/text.h"
#include "model/answer/compared/review.h"

/* Markdown of GitHub and GitLab: a comment on a pull request, or the summary of a step. Its first
 * line is a comment with the name of the review, which is alike in every run of it. */
void as_ci_markdown(struct as_text *t, const struct as_review *r, size_t limit);

/* Workflow commands of GitHub, one a line: an annotation for the verdict and for what is worth one.
 * */
void as_ci_commands(struct as_text *t, const struct as_review *r, size_t limit);

/* JUnit XML: a test case each row. A gate that failed is a failure of the type "regression", what
 * fails an error; undecided is skipped. The limit is not looked at: a part of a file is none. */
void as_ci_junit(struct as_text *t, const struct as_review *r, size_t limit);

/* OpenMetrics text: means with their intervals in base units, ratios, and how many benchmarks have
 * which verdict. The limit is not looked at. */
void as_ci_openmetrics(struct as_text *t, const struct as_review *r, size_t limit);

#endif
