/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/tabled/tabled_parts.h"

void as_tabled_begin(struct as_tabled *t, const struct as_place *of)
{
	as_tabled_row(t);
	as_tabled_text(t, 0, of->x->subjects[of->subject].name);
}
