/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_RESULT_CHOOSE_H
#define AS_REPORT_RESULT_CHOOSE_H

/* Which rows a short screen has. Internal to report/. */

#include "model/answer/summary.h"
#include "say/say.h"

/* What several rows are about, of which one is said; report/result/alike.def has them. */
enum as_row_topic {
	AS_TOPIC_OWN = 0, /* it stands for itself */
	AS_TOPIC_MACHINE,
	AS_TOPIC_AMOUNT,
	AS_TOPIC_CLOCK,
	AS_TOPIC_LAYOUT,
	AS_TOPIC_START,
	AS_TOPIC_LOST,
	AS_TOPIC_APART,
	AS_TOPICS
};

enum as_row_topic as_topic_of_saying(size_t id);
enum as_row_topic as_topic_of_finding(int id);

/* A row as far as the choice goes. */
struct as_row_choice {
	int importance;      /* of say.h */
	enum as_row_topic topic;
	const char *body;    /* the same words are said once */
};

/*
 * as_rows_choose - the rows that matter most for what the reader does next
 *
 *   row, n  all that could be said
 *   most    at most so many
 *   out     receives their places in row, the weightiest first; of equal weight the first
 *
 * Rows below AS_IMPORTANCE_SHOWN are not chosen, nor is a second one of a topic. Returns how many
 * were.
 */
size_t as_rows_choose(const struct as_row_choice *row, size_t n, size_t most, size_t *out);

#endif
