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
	/* The same as means, where old and new are typical values; else these themselves, and NULL where there
	 * are none, of a duet. */
	double *plain_old, *plain_new;
	double step; /* of the clock, as iterations show it; 0: none shows, or there are none */
	size_t no_log; /* pairs with a value that has no logarithm */
	bool of_difference;
	double *d; /* new to old: log ratios, or differences */
	bool *new_second;
	uint32_t *round;
};

/* Rounds of a duet become pairs of rounds, and what rounds in turns say of the ratio is found. */
enum as_status as_compare_duet(const struct as_experiment *x, struct as_pairs *p,
	struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

/* By how much the clock moves both ends of what the first n rounds of typical runs say out, s being what their log
 * ratios vary by (methods-typical.md 5.2); step receives that of the clock. AS_ERR_MEM. */
enum as_status as_pairs_widening(const struct as_pairs *p, size_t n, double s, double *step,
	double *out) AS_MUST_CHECK;

/* What looks at the rounds have in common, where measuring could have ended at each of them; where it
 * could not, what they would have said. Of what is no geometric mean there are none, nor of sessions,
 * which are not looked at while they are measured. */
enum as_status as_pairs_look(const struct as_experiment *x, const struct as_pairs *p,
	struct as_comparison *c, struct as_err *err) AS_MUST_CHECK;

#endif
