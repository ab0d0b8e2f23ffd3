/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/analyse.h"

void as_find(struct as_findings *f, enum as_finding_id id, double a, double b, double c)
{
	if (f->n < AS_FINDINGS_MAX)
		f->v[f->n++] = (struct as_finding){.id = (int)id, .a = a, .b = b, .c = c};
}
