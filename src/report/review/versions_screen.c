/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/review/versions_screen.h"

#include <string.h>

#include "report/draw/layout.h"

static void add_version(struct as_text *t, const struct as_style *style, enum as_label label,
	const struct as_version *v)
{
	enum { SHORT = 9 };
	struct as_text commit = {0};

	if (v->commit)
		as_text_add_n(&commit, v->commit, strnlen(v->commit, SHORT));
	as_row_of(t, style, label, VERSION, AS_PAINT_STRONG, v->label, v->branch, &commit,
		v->date_ns, v->commit && v->changes == AS_CHANGES_SOME);
}

void as_report_built_by(struct as_text *t, const struct as_style *style, const char *command)
{
	struct as_text body = {0};

	as_text_add(&body, command);
	as_text_add(&body, AS_GAP "--build for another");
	as_layout_row(t, style, "build", &body);
}

void as_report_versions(struct as_text *t, const struct as_style *style,
	const struct as_version *base, const struct as_version *head)
{
	add_version(t, style, AS_LABEL_BASE, base);
	add_version(t, style, AS_LABEL_HEAD, head);
	as_text_char(t, '\n');
}

void as_report_aa_check(struct as_text *t, const struct as_style *style, const char *base,
	const char *head)
{
	as_lines(t, style, 0, AA_CHECK, AS_PAINT_STRONG, base, head);
}

void as_report_identical(struct as_text *t, const struct as_style *style, const char *base,
	const char *head, const char *unlike)
{
	as_lines(t, style, 0, IDENTICAL, AS_PAINT_STRONG, base, head, unlike);
}
