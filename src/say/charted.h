/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_CHARTED_H
#define AS_SAY_CHARTED_H

#include "model/picture/chart.h"
#include "say/say.h"

/* Add what a chart says; nothing of AS_CHARTED_NONE. */
void as_charted_add(
	struct as_text *t, const struct as_style *style, const struct as_charted_words *w);

/* Its notes in one line, with semicolons between them. */
void as_chart_notes_add(
	struct as_text *t, const struct as_style *style, const struct as_chart *c);

/*
 * as_cell_add - the verdict of one comparison in at most so many letters
 *
 * "▲ 23 % more time" where that fits, else "▲ +23 %", else its mark. as_cell_bounds_add: the ends of
 * its interval, or nothing where these do not fit.
 */
void as_cell_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_comparison *c, size_t letters);
void as_cell_bounds_add(struct as_text *t, const struct as_style *style,
	const struct as_metric *m, const struct as_comparison *c, size_t letters);

#endif
