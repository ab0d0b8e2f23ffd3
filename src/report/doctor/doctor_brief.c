/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "report/doctor/doctor_screen.h"
#include "report/draw/layout.h"
#include "say/say_words.h"

enum { NAMED = 3 };

void as_report_disturbed(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d)
{
	const struct as_disturbance *first = &d->found[0];
	const size_t n = d->count[AS_WEIGHT_MATTERS];
	struct as_text body = {0};

	if (!n)
		return;
	for (size_t i = 0; i < n && i < NAMED; i++)
		as_text_addf(&body, "%s%s", !i ? "" : i + 1 == n ? " and" AS_TIE : ", ",
			as_check_names[d->found[i].check].name);
	if (n > NAMED)
		as_text_addf(&body, " and" AS_TIE "%zu" AS_TIE "more", n - NAMED);
	as_text_addf(&body, n == 1 ? " disturbs measurements here" : " disturb measurements here");
	if (first->kind != AS_CURE_NONE) {
		as_text_add(&body, n == 1 ? "; cure: " : "; cure of the first: ");
		as_text_add_neutral(&body, first->cure, strlen(first->cure), 0);
	}
	as_text_add(&body, n == 1 ? " (assay" AS_TIE "doctor says more)"
				  : " (assay" AS_TIE "doctor has all of them)");
	as_layout_row(t, style, "machine", &body);
}
