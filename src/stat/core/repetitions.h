/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_REPETITIONS_H
#define AS_STAT_CORE_REPETITIONS_H

/* How many executions of an operation to time together (methods.md 9.2, 9.3; Chen and Revels 2016,
 * Algorithm 1). All times in ns. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a clock can tell (methods.md 9.1). */
struct as_precision {
	double precision; /* tau_prec: smallest difference it can show; > 0 */
	double accuracy;  /* tau_acc: an upper bound of the error of a duration; >= precision */
};

enum { AS_REPETITIONS_MAX = 1000000, AS_CALIBRATION_STEPS = 1000 };

/* j = ceil(accuracy / precision), at most AS_REPETITIONS_MAX: with more, the error of the clock per
 * execution is below its precision. */
uint64_t as_repetitions_limit(const struct as_precision *p);

/*
 * as_oracle_table - nu(t), the default: how many executions, when one takes t
 *
 * Linear between the anchors of Chen and Revels' figure 5, as methods.md 9.3 scales them. From 1 to
 * j, not increasing in t. t >= 0. O(anchors).
 */
uint64_t as_oracle_table(double t, const struct as_precision *p);

/*
 * as_oracle_logistic - the same by the logistic function, Chen and Revels' (11)
 *
 * a = 9 / tau_acc, which is the published 0.009 / tau_prec where tau_acc / tau_prec is 1000, and b = 0.5
 * (methods.md 9.3). Never j, and some 11 at tau_acc. From 1 to j, not increasing in t. t >= 0.
 */
uint64_t as_oracle_logistic(double t, const struct as_precision *p);

/*
 * Algorithm 1 as a conversation: as long as as_calibration_next says i, time i executions and hand
 * over how long they took.
 *
 *	as_calibration_begin(&c, &p, 1e9);
 *	while ((i = as_calibration_next(&c)))
 *		as_calibration_add(&c, time_of(i));
 *	n = as_calibration_end(&c);
 *
 * i runs from 1 to j; where j is above 1000, over 1000 values on a geometric grid. It ends early
 * when one execution takes 10 tau_acc or more (n = 1 then), and when time_limit is spent.
 */
struct as_calibration {
	struct as_precision p;
	uint64_t limit;    /* j */
	double time_limit; /* of all executions together */
	size_t n;          /* measurements made */
	uint64_t i[AS_CALIBRATION_STEPS]; /* executions of each, ascending */
	double t[AS_CALIBRATION_STEPS];   /* T_i, how long they took together; kept as data */
	double spent;      /* the sum of t */
	/* min T_i / i, infinite before there is one; T_i below tau_prec count not */
	double least;
};

void as_calibration_begin(struct as_calibration *c, const struct as_precision *p,
	double time_limit);
/* How many executions to time next; 0: it is over. */
uint64_t as_calibration_next(const struct as_calibration *c);
/* The time of as many as as_calibration_next said, >= 0. */
void as_calibration_add(struct as_calibration *c, double t);
/* n, from 1 to j. Where the clock saw no time pass in all of it (least is infinite), j. */
uint64_t as_calibration_end(const struct as_calibration *c);

#endif
