/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_REVIEW_VERSIONS_SCREEN_H
#define AS_REPORT_REVIEW_VERSIONS_SCREEN_H

/* What `assay diff` compares, said before the work, and what it says where there is nothing to
 * measure. */

#include "model/kept/version.h"
#include "report/draw/terminal.h"

/* A row for each: its name, the commit with its date, the branch, whether there are changes. */
void as_report_versions(struct as_text *t, const struct as_style *style,
	const struct as_version *base, const struct as_version *head);

/* Both build to the same program; unlike: the sections in which their files differ, or NULL. */
void as_report_identical(struct as_text *t, const struct as_style *style, const char *base,
	const char *head, const char *unlike);

/* Both build to the same program, and were measured all the same. */
void as_report_aa_check(struct as_text *t, const struct as_style *style, const char *base,
	const char *head);

/* The command that builds them, which was found and not given. */
void as_report_built_by(struct as_text *t, const struct as_style *style, const char *command);

#endif
