/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_HISTORY_HISTORY_PARTS_H
#define AS_REPORT_HISTORY_HISTORY_PARTS_H

/* What the files of the screen of histories share, and nobody else includes. */

#include "model/answer/summary.h"
#include "say/say.h"
#include "say/verdict.h"
#include "report/draw/layout.h"
#include "report/history/history_screen.h"

/* versions from which on a change is told from luck (methods-history-2.md 5) */
enum { AS_HISTORY_NEEDED = 6 };

struct as_metric as_history_metric(const struct as_history_series *s);

/* Nothing changed in it, and nothing of it is suspected. */
bool as_history_is_quiet(const struct as_history_series *s);

/* Too few versions since the last break to look for a change. */
bool as_history_is_few(const struct as_history_series *s);

/* Its newest version is not spoken of. */
bool as_history_is_calm(const struct as_history_series *s);

/* The change as a comparison of the new level with the old one, for the words of verdicts. */
struct as_comparison as_history_compared(const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c);

/* That comparison for the words of verdicts, which name no side; both are borrowed. */
struct as_versus as_history_versus(const struct as_comparison *c, const struct as_metric *metric);

/* "21.3 % more time", and more than twice as much "2.79 times the time". Gives what stands before
 * whose: "than" or "of". */
const char *as_history_ratio_add(
	struct as_text *t, const struct as_style *style, const struct as_versus *v);

/* "21.3 % more time (19.8 … 22.9 % more, 95 %)" */
void as_history_size_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *c);

/* The interval of a change; one that begins at no change is "barely found". Nothing where there is none. */
void as_history_bounds_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_change *c,
	const struct as_versus *v);

/* A size of that part: a share, or a difference in its unit. */
struct as_quantity as_history_amount(
	const struct as_history_series *s, const struct as_history_part *p, double x);

/* "worse", "better", "small" ... */
enum as_label as_history_label(
	const struct as_history_series *s, const struct as_history_change *c);

/* The row of a version: "from 1a2b3c4d5  2026-05-03  Use std::map for the index", and where else
 * the change may be that is there. */
struct as_history_place {
	size_t point;
	const struct as_history_change *doubt; /* NULL: it is certain */
};
void as_history_at_row(struct as_text *t, const struct as_style *style, enum as_say_id word,
	const struct as_history_series *s, const struct as_history_place *at);

/* One slope, of which this is the last change. */
void as_history_slope_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *last);

/* A change that was taken back. */
void as_history_excursion_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s,
	const struct as_history_change *c);

/* The versions of a part that are far from their level, five at most. */
void as_history_outliers_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s, const struct as_history_part *part);

/* Good, bad, or neither. */
enum as_paint as_history_paint(
	const struct as_history_series *s, const struct as_history_change *c);

/* "1a2b3c4d5", or a label. */
void as_history_version_add(
	struct as_text *t, const struct as_style *style, const struct as_history_point *p);

/* "another environment" */
enum as_say_id as_history_break_word(enum as_history_break why);

/* What the values of a series span, so that differences that are small in relation do not look
 * large. */
struct as_history_span {
	double lo, hi;
};
struct as_history_span as_history_span(const struct as_history_series *s);

/* "render   time of 38 versions, 2026-08-30 to 2026-10-08, on vm" */
void as_history_title_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s);

/* "no change in 38 versions", with a newline. */
void as_history_quiet_add(
	struct as_text *t, const struct as_style *style, const struct as_history_series *s);

/* The changes and breaks of a series in their order, and what its newest versions say. */
void as_history_changes_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s);

/* What is to be said of the noise of a series that stands alone on the screen, or with --verbose: that its size
 * changed, came and went, or is too much. */
void as_history_noise_add(struct as_text *t, const struct as_style *style,
	const struct as_history_series *s);

/* What its newest version says, and what came of measuring it again. */
void as_history_newest_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s);

/* What the other detector finds in it, in rows. */
void as_history_beside_add(struct as_text *t, const struct as_style *style,
	const struct as_history *h, const struct as_history_series *s);

/* What the other detector is, and what it could not look at. */
void as_history_beside_note_add(
	struct as_text *t, const struct as_style *style, const struct as_history *h);

/* What was left out, and how it was looked at. */
void as_history_notes_add(
	struct as_text *t, const struct as_style *style, const struct as_history *h);

#endif
