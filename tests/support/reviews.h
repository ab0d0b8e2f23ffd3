/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_REVIEWS_H
#define AS_TESTS_REVIEWS_H

/* Reviews made up row by row, without an experiment behind them. */

#include "base/arena.h"
#include "model/answer/compared/review.h"

enum { REVIEW_ROWS = 10001 }; /* at most */

struct review_maker {
	struct as_arena arena;
	struct as_review r;
};

extern const struct as_metric a_time, a_rate, a_memory;

/* A name with every character that some format acts upon, and a command with more of it. */
extern const char hostile_name[], hostile_why[];

/* "suite", "main (1a2b3c4)" and "working tree", no rows. */
void reviews_init(struct review_maker *m);
void reviews_release(struct review_maker *m);

/* A row of that kind: where it was measured, the head is `ratio` times the base, give or take 0.5 %. The
 * verdict and the sides follow from the kind. */
struct as_review_row *reviews_add(struct review_maker *m, const char *name, enum as_review_kind kind,
	double ratio);

/* The same of another metric. */
struct as_review_row *reviews_add_of(struct review_maker *m, const char *name,
	enum as_review_kind kind, double ratio, const struct as_metric *metric);

/* A gate on the row, 'slower by 3%', in that state. */
void reviews_gate(struct review_maker *m, struct as_review_row *row, enum as_gate_state state);

/* One row of each kind, as a suite of 11 would have them; gated. */
void reviews_all_kinds(struct review_maker *m);

/* Every name, label and reason is hostile. */
void reviews_hostile(struct review_maker *m);

/* n rows, some of each kind. */
void reviews_many(struct review_maker *m, size_t n);

/* Numbers that do not exist, everywhere. */
void reviews_nan(struct review_maker *m);

#endif
