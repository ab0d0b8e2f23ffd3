/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_HISTORY_BISECT_SCREEN_H
#define AS_REPORT_HISTORY_BISECT_SCREEN_H

/* What `assay bisect` says: what it looks for, where it narrows to, and which commit it was. */

#include "model/answer/history/bisected.h"
#include "report/draw/terminal.h"

/* Before: so many commits behind the good end, up to the bad one. */
void as_report_bisect_begin(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b);

/* After a step: how far the ends are apart, which commits it can still be, or which one is checked.
 * Nothing where the ends have too few rounds to say; without `verbose`, which commits are told of
 * when at most half as many are left. */
void as_report_bisect_step(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b);

/* That commit has turned out to be the same program as the one before it. */
void as_report_bisect_same(struct as_text *t, const struct as_style *style,
	const struct as_commit *c);

/* After all: what was found, and what it rests on. */
void as_report_bisect_end(struct as_text *t, const struct as_style *style,
	const struct as_bisected *b);

/* To git bisect run: that commit is of this side of the change. */
enum as_bisected_side { AS_SIDE_GOOD, AS_SIDE_BAD, AS_SIDE_NEITHER };
void as_report_bisect_side(struct as_text *t, const struct as_style *style, const char *commit,
	enum as_bisected_side side, const char *change);

#endif
