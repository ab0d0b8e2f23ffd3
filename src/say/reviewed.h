/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_REVIEWED_H
#define AS_SAY_REVIEWED_H

/* Reviews and gates in words: on screens, in CI and elsewhere the same. */

#include "model/answer/compared/gate.h"
#include "model/answer/compared/review.h"
#include "say/say.h"
#include "say/verdict.h"

/* What is said of a kind of rows behind their number, "newly failing", and how it looks. */
enum as_say_id as_review_kind_words(enum as_review_kind kind);
enum as_paint as_review_kind_paint(enum as_review_kind kind);

/* "passed", or "shown", and how it looks. */
enum as_say_id as_gate_words(const struct as_gate *gate, enum as_gate_state state);
enum as_paint as_gate_paint(const struct as_gate *gate, enum as_gate_state state);

/*
 * as_gate_found - what there is to judge by: "4.1 … 6.3 % more time, 95 %", or an estimate
 *
 * Nothing where neither is known.
 */
struct as_text as_gate_found(const struct as_style *style, const struct as_gated *g);

/* Of an undecided one, what would decide it, or why nothing does: "; about 87 rounds in a new run
 * decide it (--runs 87)". Nothing of others. told: the option is named, too. */
struct as_text as_gate_open(const struct as_style *style, const struct as_gated *g, bool told);

/* What would show an undecided difference, and the option that asks for so many: "if the difference
 * is what it looks like, about 87 rounds in a new run show it (--runs 87)". */
struct as_text as_needed_told(const struct as_style *style, const struct as_comparison *c,
	bool told);

/* One number of each side: "minimum 9.99 to 10.90 ms, 9.1 % more time; identical programs are
 * beyond 3 % in 0.4 % of 10000 draws (10 of 40 units a side)". */
void as_estimated_add(struct as_text *t, const struct as_style *style,
	const struct as_estimated *e);

/* Two numbers in one unit, "9.99 to 10.90 ms": half decides their digits. */
struct as_text as_from_to(const struct as_style *style, const char *unit, double from, double to,
	double half);

#endif
