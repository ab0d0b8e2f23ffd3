/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_SURROUND_H
#define AS_ANALYSE_DIAGNOSE_SURROUND_H

/* Executions in the order of time, with what was read around them. */

#include <stdint.h>

#include "base/arena.h"
#include "model/answer/around.h"
#include "model/kept/experiment.h"

/* Any execution of any subject. */
struct as_turn {
	uint32_t order, round, subject;
	uint32_t place; /* which one of its round it was, from 1; 0: outside of rounds */
	bool measured;
};

/* All readings of the surroundings of an experiment, in the order of time, collected once for all
 * of its subjects: each metric's at its first use. */
struct as_surrounds {
	const struct as_experiment *x;
	size_t n; /* metrics that say something of the surroundings, those of them that x has */
	size_t metric[AS_AROUND_SOURCES];
	struct as_readings *of; /* of every metric of x */
	struct as_turns *steps;
};

enum as_status as_surrounds_open(const struct as_experiment *x, struct as_surrounds *out,
	struct as_err *err) AS_MUST_CHECK;
void as_surrounds_close(struct as_surrounds *s); /* takes a zeroed one */

/* All executions in the order in which they ran; NULL: out of memory. */
const struct as_turn *as_surrounds_steps(const struct as_surrounds *s, size_t *n);

/* The executions of one subject that are in the estimate of a metric. */
struct as_course {
	const struct as_experiment *x;
	/* of x; NULL: its own, from their first use on. Whoever looks at many subjects opens one for
	 * all. */
	const struct as_surrounds *around;
	struct as_surrounds own;
	size_t subject, metric;
	size_t n;
	uint32_t *unit;  /* of the subject, by their place in the order */
	uint32_t *order;
	int64_t *started_ns;
	double *y;       /* mean of each */
	size_t n_tops;   /* builds or sessions that they belong to; 0 where they are the top */
	uint32_t *top;   /* which, from 0; NULL without */
	struct as_arena room;
};

/* AS_ERR_DATA for values that no statistic may take. n is 0 where there are none. */
enum as_status as_course_open(const struct as_experiment *x, size_t subject, size_t metric,
	struct as_course *out, struct as_err *err) AS_MUST_CHECK;
void as_course_close(struct as_course *s); /* takes a zeroed one */

/* Those of the caller or its own; NULL: out of memory. */
const struct as_surrounds *as_course_around(struct as_course *s, struct as_err *err);

/*
 * as_surroundings_of - what was read around each execution
 *
 *   out  s->n values, NaN where there is none
 *
 * A reading belongs to the last execution of its window (run/metrics/around_watch.h): so an execution has
 * the first reading of any subject at or after it, if that is of an execution that began within a
 * second. O(n log N), N being the readings of all subjects, and once for all of them O(N log N).
 * AS_ERR_MEM.
 */
enum as_status as_surroundings_of(struct as_course *s, size_t metric, double *out,
	struct as_err *err) AS_MUST_CHECK;

/* The same of any metric: what was not read around executions is its value in each. */
enum as_status as_course_metric(struct as_course *s, size_t metric, double *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
