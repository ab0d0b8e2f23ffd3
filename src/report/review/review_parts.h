/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_REVIEW_REVIEW_PARTS_H
#define AS_REPORT_REVIEW_REVIEW_PARTS_H

/* Parts of the screen of a review. Internal to report/. */

#include "base/arena.h"
#include "report/review/review_screen.h"
#include "say/verdict.h"
#include "report/draw/screen.h"

struct as_review_screen {
	struct as_text *t;
	const struct as_style *style;
	const struct as_review *r;
	struct as_arena *arena;
};

/* The first things first: what is broken or worse, else what is better, else that nothing changed, as
 * one sentence. */
void as_review_headline(struct as_text *t, const struct as_style *style,
	const struct as_review *r);

/* The comparison of a row; the sides are called head and base. */
struct as_versus as_review_versus(const struct as_review_row *row);

/* A row with its label: what changed, by how much, or what went wrong. */
void as_review_row_add(const struct as_review_screen *s, const struct as_review_row *row,
	enum as_label label);

/* The geometric mean of all ratios, or why there is none. */
void as_review_overall_add(const struct as_review_screen *s);

/* What became of the gates: those that failed or are undecided by name, of the rest a count. */
void as_review_gates_add(const struct as_review_screen *s);

#endif
