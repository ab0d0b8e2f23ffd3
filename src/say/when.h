/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_WHEN_H
#define AS_SAY_WHEN_H

/* Instants and outcomes as a list shows them. */

#include "base/text.h"
#include "model/kept/experiment.h"

enum as_when {
	AS_WHEN_SHORT,  /* 2026-08-12; on the day of `now` 14:02 */
	AS_WHEN_MINUTE, /* 2026-08-12 14:02; on the day of `now` 14:02 */
	AS_WHEN_SECOND, /* 2026-08-12 14:02:11 */
};

/* Add a CLOCK_REALTIME instant in local time; "-" for 0. now_ns 0: no day is today. */
void as_when_add(struct as_text *t, int64_t ns, int64_t now_ns, enum as_when how);

/* Both are of one day here. */
bool as_same_day(int64_t a_ns, int64_t b_ns);

/* "stopped", "budget"; "" where the plan was done. */
const char *as_outcome_word(enum as_outcome outcome);

#endif
