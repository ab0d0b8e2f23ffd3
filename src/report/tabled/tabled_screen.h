/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_TABLED_TABLED_SCREEN_H
#define AS_REPORT_TABLED_TABLED_SCREEN_H

/* Tables over results as people read them. */

#include "model/answer/tabled.h"
#include "say/style.h"

enum as_tabled_form { AS_TABLED_TERMINAL, AS_TABLED_MARKDOWN, AS_TABLED_LATEX };

/* Write it. On a terminal a benchmark's name stands in the first of its rows alone, columns that do
 * not fit are left out, and what the columns are is said below. */
void as_report_tabled(struct as_text *t, const struct as_style *style, enum as_tabled_form form,
	const struct as_tabled *table);

#endif
