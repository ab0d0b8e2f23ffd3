/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/versions_screen.h"

#include <string.h>

#include "report/draw/layout.h"
#include "say/when.h"

enum { SHORT = 9, NAME = 50 };

static void add_version(struct as_text *t, const struct as_style *style, const char *label,
	const struct as_version *v)
{
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	as_name_add(&body, style, v->label, NAME);
	as_paint_end(&body, style);
	if (v->branch) {
		as_text_add(&body, AS_GAP "branch" AS_TIE);
		as_name_add(&body, style, v->branch, NAME);
	}
	if (v->commit) {
		as_text_addf(&body, AS_GAP "commit" AS_TIE "%.*s of" AS_TIE, (int)SHORT, v->commit);
		as_when_add(&body, v->date_ns, 0, AS_WHEN_SHORT);
	}
	if (v->changes == AS_CHANGES_SOME)
		as_text_add(&body, v->commit ? AS_GAP "with changes that are not committed" : "");
	as_layout_row(t, style, label, &body);
}

void as_report_versions(struct as_text *t, const struct as_style *style,
	const struct as_version *base, const struct as_version *head)
{
	add_version(t, style, "base", base);
	add_version(t, style, "head", head);
	as_text_char(t, '\n');
}

void as_report_aa_check(struct as_text *t, const struct as_style *style, const char *base,
	const char *head)
{
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add(&body, "An A/A check: ");
	as_paint_end(&body, style);
	as_text_add(&body, "the build makes the same program of ");
	as_name_add(&body, style, base, NAME);
	as_text_add(&body, " and ");
	as_name_add(&body, style, head, NAME);
	as_text_add(&body, ", so that any difference that is found is luck");
	as_layout_body(t, style, "", 0, &body);
}

void as_report_identical(struct as_text *t, const struct as_style *style, const char *base,
	const char *head, const char *unlike)
{
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	as_text_add(&body, "No difference: ");
	as_paint_end(&body, style);
	as_text_add(&body, "the build makes the same program of ");
	as_name_add(&body, style, base, NAME);
	as_text_add(&body, " and ");
	as_name_add(&body, style, head, NAME);
	as_text_add(&body, ", so that there was nothing to measure");
	if (unlike)
		as_text_addf(&body, " (their files differ in %s, which is no part of what runs)",
			unlike);
	as_layout_body(t, style, "", 0, &body);
}
