/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_CI_CI_SUM_H
#define AS_REPORT_CI_CI_SUM_H

/* What a review comes to, and the words that all formats of ci.h use for it. Internal to report/.
 * */

#include "base/arena.h"
#include "model/answer/compared/review.h"
#include "report/ci/ci_text.h"
#include "say/reviewed.h"
#include "say/verdict.h"

/* How it looks from afar. */
enum as_ci_mark {
	AS_CI_GOOD,
	AS_CI_WORRY, /* something is worse, and nothing fails for it */
	AS_CI_OPEN,  /* undecided */
	AS_CI_BAD,
	AS_CI_MARKS,
};

struct as_ci_sum {
	enum as_ci_mark mark;
	size_t kind[AS_REVIEW_KINDS];
	size_t gates;           /* of all rows */
	size_t failed, open;    /* of them */
	size_t failed_by;       /* failed by an estimate in place of the interval */
	size_t open_rows;       /* as_ci_row_is_open */
	size_t failed_elsewhere; /* failed, of rows that are not worse: of other metrics */
	double worst;           /* nothing is worse by more than this share; NaN: not known */
	bool durations;         /* all that is compared takes time: worse is slower */
};

struct as_ci_sum as_ci_sum_of(const struct as_review *r);

/* "✅", and a word of ASCII for it. */
const char *as_ci_symbol(enum as_ci_mark mark);

/* "1 of 14 benchmarks is slower than `main`": one line, without a stop. */
void as_ci_verdict_add(struct as_text *t, const struct as_review *r, const struct as_ci_sum *sum,
	as_ci_add_fn add_name);

/* What to do about it, sentences in Markdown that need nothing from outside. */
void as_ci_next_add(struct as_text *t, const struct as_review *r, const struct as_ci_sum *sum);

/* A gate of the row failed, or is undecided. */
bool as_ci_row_has(const struct as_review_row *row, enum as_gate_state state);

/* All that the functions below add may have the name of a metric in it, neutralised for a terminal
 * alone: it is escaped as a whole. */

/* Undecided: its gates, or where it has none its verdict. */
bool as_ci_row_is_open(const struct as_review_row *row);

/* How a row looks: bad only where the exit status says so, too. */
enum as_ci_mark as_ci_row_mark(const struct as_review *r, const struct as_review_row *row);

/* "slower", "newly fails", "equivalent within 1 %": what is to be said of a row, and no more. */
void as_ci_kind_add(struct as_text *t, const struct as_review_row *row);

/* "+5.2 % (+4.1 … +6.3 %)" or "3.10 times (2.95 … 3.26)"; nothing where there is no
 * ratio. */
void as_ci_change_add(struct as_text *t, const struct as_review_row *row);

/* "10.2 ms ± 0.3 %", or why there is none. */
void as_ci_side_add(struct as_text *t, const struct as_review_row *row, size_t side);

/* The side whose failure a row is about, or NULL. */
const struct as_review_side *as_ci_failure(const struct as_review_row *row);

/* The numbers of the rows, the worst first, in memory of a; NULL when out of it. */
const size_t *as_ci_order(const struct as_review *r, struct as_arena *a);

/* How screens of CI look: all symbols, no colour, no width. */
extern const struct as_style as_ci_style;

/* A sentence of say/ on one line: its ties are blanks. */
#define as_ci_say(t, ...) as_ci_words(t, AS_WORDS(__VA_ARGS__))
void as_ci_words(struct as_text *t, const void *words);

/* A name as that writer adds it. */
struct as_text as_ci_named(as_ci_add_fn add, const char *name, size_t most);

/* "; gate 'slower by 3%' failed: ..." of those of a row; of those that did not pass alone. */
struct as_text as_ci_gates(const struct as_review_row *row, size_t most, bool passed);

/* The comparison of a row for the words of verdict.h. */
struct as_versus as_ci_versus(const struct as_review_row *row);

/* What a gate found, "failed: 4.1 … 6.3 % more time". */
void as_ci_gate_add(struct as_text *t, const struct as_gated *g);

/* Whether all that is to be shown is, together; nothing of fewer than two. */
void as_ci_joint_add(struct as_text *t, const struct as_review *r);

/* What a version is called: never empty. */
const char *as_ci_label(const struct as_review *r, size_t side);

#endif
