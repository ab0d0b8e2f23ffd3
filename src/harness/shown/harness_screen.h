/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_SHOWN_HARNESS_SCREEN_H
#define AS_HARNESS_SHOWN_HARNESS_SCREEN_H

/* What the program shows when it runs by itself. */

#include "harness/call.h"

struct as_harness_screen {
	bool unicode; /* the terminal shows more than ASCII */
	int width;    /* of the column of names */
	int columns;  /* of the terminal */
	const char *program; /* argv[0] */
};

/* Room for the longest name. */
void as_screen_fit(struct as_harness_screen *s, const struct as_subjects *subjects);

void as_screen_head(struct as_text *t, const struct as_harness_screen *s);

/* A run: its minimum, median and mean time of an operation, how much was timed, and a small picture
 * of the measurements from the least to their ninth decile; or why it does not count. Lines below
 * it have numbers of its own and what is to be known. Sorts a copy of its times: O(n log n). */
void as_harness_screen_row(struct as_text *t, const struct as_harness_screen *s,
	const struct as_harness_subject *subject,
	const struct as_call_result *r);

/* Below what was measured: the clock, and what the numbers do not say. */
void as_screen_foot(struct as_text *t, const struct as_harness_screen *s,
	const struct as_timer *timer,
	bool optimised);

#endif
