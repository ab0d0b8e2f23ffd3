/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/doctor/doctor_screen.h"
#include "report/draw/layout.h"

enum { NAMED = 3 };

void as_report_disturbed(struct as_text *t, const struct as_style *style,
	const struct as_diagnosis *d)
{
	const struct as_disturbance *first = &d->found[0];
	const size_t n = d->count[AS_WEIGHT_MATTERS];
	struct as_list list = {.most = NAMED, .total = n};

	if (!n)
		return;
	for (size_t i = 0; i < n; i++)
		if (as_list_next(&list))
			as_text_add(&list.text, as_check_names[d->found[i].check].name);
	as_row(t, style, DOCTOR_BRIEF, as_list_end(&list), n,
		first->kind != AS_CURE_NONE ? first->cure : NULL);
}
