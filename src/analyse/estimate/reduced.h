/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_REDUCED_H
#define AS_ANALYSE_ESTIMATE_REDUCED_H

/* Values of executions that are statistics of their iterations (methods-quantiles.md 1): of each
 * execution, or, where it has too few iterations, of batches of rounds, or of whole builds. */

#include "model/kept/derived.h"
#include "stat/core/tree/reduction.h"

struct as_reduced {
	double *value; /* one an execution of the subject, NaN where it has none; owned */
	size_t least;  /* iterations that the statistic needs */
	size_t n;      /* the least of any execution */
	size_t rounds; /* K of a batch; 1: each execution has a value of its own */
	size_t batches; /* of rounds; 0 where the values are of executions, or of builds */
	/* executions that have fewer than `least` where most have as many: they are left out */
	size_t few;
	size_t pooled; /* executions that are in the value of another */
	bool positive; /* all values are, so that they have logarithms */
};

/* Of which executions, of which metric. */
struct as_reduced_of {
	const struct as_experiment *x;
	size_t subject;
	size_t other; /* of each round, no more iterations than this one has; itself: all of them */
	enum as_role role;
};

/* The iteration counts: it was measured, and has a value. */
bool as_iteration_counts(const struct as_subject *s, const struct as_column *col, size_t i);

/* Those of an execution, the first `most` of them, to out, which may be NULL; how many. Read block
 * by block: millions take some ns each. */
size_t as_take_iterations(const struct as_subject *s, const struct as_column *col, size_t e,
	size_t most, double *out);

/* Iterations of an execution whose plan has that many, and the rounds that a batch takes then. */
struct as_reduced_need {
	size_t least, n; /* that the statistic needs; that an execution has, 0 where nothing is known */
	size_t rounds;   /* of a batch, K */
	bool alone;      /* a minimum of too few to be one */
};

/*
 * as_reduced_need - what the plan gives, by the executions of that role so far
 *
 * metric is a derived one (as_experiment_derived). O(iterations).
 */
struct as_reduced_need as_reduced_need(const struct as_experiment *x,
	const struct as_derived *d, enum as_role role);

/* What is the same for all subjects, found once for an analysis of many (struct as_experiment_counts). */
struct as_reduced_known {
	struct as_derived d;
	enum as_role role;
	struct as_reduced_need need;
	bool *complete; /* of each of n rounds whether it is (as_reduced_complete_rounds); NULL: not of batches */
	size_t n;
};

/* For the measured executions of a metric; nothing where it is none that is derived. To be released. AS_ERR_MEM. */
enum as_status as_reduced_know(const struct as_experiment *x, size_t metric,
	struct as_reduced_known *out, struct as_err *err) AS_MUST_CHECK;
void as_reduced_known_release(struct as_reduced_known *k);

/*
 * as_reduced_open - the values
 *
 * Rounds that are complete are put together in order of time; without rounds, executions. AS_ERR_MEM.
 * Cost: a sort of the iterations of each execution.
 */
enum as_status as_reduced_open(const struct as_reduced_of *of, const struct as_derived *d,
	struct as_reduced *out, struct as_err *err) AS_MUST_CHECK;
void as_reduced_close(struct as_reduced *r); /* takes a zeroed one */

/* n quantiles of one base, ascending, worked out for as_reduced_open to find: each execution is read once for all
 * of them, where each would be read anew for each of them. AS_ERR_MEM. */
enum as_status as_reduced_once(struct as_experiment *x, const struct as_derived *d, size_t n,
	struct as_err *err) AS_MUST_CHECK;

/* Logarithms of the statistic of the first and of the second half of each execution's iterations, of a quantile
 * or a trimmed mean: one an execution of the subject, of whichever role. AS_ERR_MEM. */
enum as_status as_reduced_halves(const struct as_reduced_of *of, const struct as_derived *d,
	double *first, double *second, struct as_err *err) AS_MUST_CHECK;

/* The smallest difference between two iterations of a subject; 0 where all are alike. Infinity:
 * there is no memory for it, or there are fewer than two. O(n log n). */
double as_reduced_tick(const struct as_experiment *x, size_t subject, const struct as_derived *d);

#endif
