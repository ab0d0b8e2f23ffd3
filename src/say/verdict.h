/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_VERDICT_H
#define AS_SAY_VERDICT_H

/* Verdicts in words, each with its size and its bound. */

#include "model/answer/summary.h"
#include "say/style.h"

/* A comparison and what its sides are called on this screen. */
struct as_versus {
	const struct as_comparison *c;
	const struct as_metric *metric;
	const char *subject, *reference; /* as as_names made them */
	const char *unit, *reference_unit; /* what is counted: "execution", "build" */
	size_t scope; /* the sentence of what the interval holds for; 0: it is not said */
	double limit; /* a share, signed, that no bound is rounded onto; 0: none */
	bool elsewhere; /* as_is_from_elsewhere says so of one of the two */
};

/* The whole sentence as a body for as_layout, the interval in parentheses behind it. */
void as_verdict_sentence(struct as_text *t, const struct as_style *style,
	const struct as_versus *v);

/* What a list says of the subject, "takes 23.1 % less time", "equivalent within 1 %". */
void as_verdict_phrase(struct as_text *t, const struct as_style *style, const struct as_versus *v);

/* The same in short, "23.1 % less time", and without a bound for what was not found: the interval
 * stands beside it. */
void as_verdict_word(struct as_text *t, const struct as_style *style, const struct as_versus *v);

/* The interval, "21.9 … 24.2 % less", "0.3 % less … 0.5 % more", "2.95 … 3.26 times"; nothing where
 * there is none. */
void as_verdict_bounds(struct as_text *t, const struct as_style *style, const struct as_versus *v);

/* "(21.9 … 24.2 % less, 95 %, 24 rounds)", behind a gap. */
void as_verdict_interval(struct as_text *t, const struct as_style *style,
	const struct as_versus *v);

/* ", p = 0.03", adjusted, with --verbose; ", p = 0.03, Holm decides" in any case where a verdict by
 * adjusted p values stands beside an interval that contains no difference; else nothing. */
void as_verdict_p(struct as_text *t, const struct as_style *style, const struct as_versus *v);

/* "2 … 8 % more", how the mean is known to differ; nothing where it is not. */
void as_verdict_on_average(
	struct as_text *t, const struct as_style *style, const struct as_versus *v);

/* The ratio alone, without a verdict: "3.1 % more time", "2.3 times". */
void as_verdict_ratio(struct as_text *t, const struct as_style *style, const struct as_versus *v);

/* A ratio that is value[0] with the bounds behind it: "4.1 % more time (3.0 … 5.2 % more)". */
void as_ratio_add(struct as_text *t, const struct as_style *style, const struct as_versus *v,
	const double value[static 3]);

/* "if the difference is what it looks like, about 87 rounds in a new run show it": what so many units
 * as the comparison needs would do, which is known by the difference that was seen; where that is within half the tolerance
 * they show that it is below. each: " of each", or nothing; of a gate they decide that. */
void as_needed_add(struct as_text *t, const struct as_style *style, const struct as_comparison *c,
	const char *unit, const char *each);
void as_gate_needed_add(struct as_text *t, size_t n, const char *unit, const char *each);

/* What it rests on: "24 rounds", "6 builds each", "20 and 24 executions". */
void as_verdict_basis(struct as_text *t, const struct as_versus *v);

#endif
