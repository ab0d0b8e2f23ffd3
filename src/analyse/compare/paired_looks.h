/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_PAIRED_LOOKS_H
#define AS_ANALYSE_COMPARE_PAIRED_LOOKS_H

/* Pairs of a comparison, and what looks at them see. Internal to analyse/. */

#include "analyse/compare/compare_parts.h"

/* The rounds in which both subjects have a value. */
struct as_pairs {
	size_t n;
	size_t n_first; /* in stage 1; 0: their number followed from nothing */
	size_t most;    /* at most so many, or batches, were to be measured, with looks; 0: without any */
	double *old, *new; /* n each, borrowed: they stand where the views had theirs */
	size_t no_log; /* pairs with a value that has no logarithm */
	bool of_difference;
	double *d; /* new to old: log ratios, or differences */
	bool *new_second;
	uint32_t *round;
};

/* Rounds of a duet become pairs of rounds, and what rounds in turns say of the ratio is found. */
enum as_status as_compare_duet(const struct as_experiment *x, struct as_pairs *p,
	struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

/* The typical run, as the first n of them tell it. */
struct as_pairs_typical {
	size_t n;
	double ratio, lo, hi;
};

/* It and the mean are told, and how many of these runs were slow on either side: rare slow ones part the
 * two. AS_ERR_MEM. */
enum as_status as_pairs_tell_apart(const struct as_pairs *p, const struct as_pairs_typical *typical,
	const struct as_ratio *means, struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

/* What looks at the rounds have in common, where measuring could have ended at each of them; where it
 * could not, what they would have said. Of what is no geometric mean there are none, nor of sessions,
 * which are not looked at while they are measured. */
enum as_status as_pairs_look(const struct as_experiment *x, const struct as_pairs *p,
	struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

#endif
