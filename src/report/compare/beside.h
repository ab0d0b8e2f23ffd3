/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_BESIDE_H
#define AS_REPORT_COMPARE_BESIDE_H

/* What stands below the verdict of a comparison. Internal to report/. */

#include "report/draw/screen.h"
#include "say/verdict.h"

/* The mean's row, where it is another than the typical run (methods-typical.md 3.2). */
void as_average_add(struct as_screen *s, const struct as_comparison *c, bool named);

/* The sentence of a finding. */
void as_comparison_finding_add(struct as_text *t, const struct as_style *style,
	const struct as_versus *v, const struct as_finding *f);

/* A row with what was found, a warning or a note, and of which comparison (NULL: all); both texts are
 * released. */
void as_found_row(struct as_text *t, const struct as_style *style, int id, struct as_text *who,
	struct as_text *words);

/* With --verbose: what sharing rounds, or sessions, was good for (methods-blocks.md 9), as a row;
 * named where there are several. Nothing where nothing was shared. */
void as_shared_add(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	bool named);

#endif
