/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_ANALYSE_SAMPLE_H
#define AS_TESTS_ANALYSE_SAMPLE_H

/* Experiments made of numbers, for the tests of analyse/. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/kept/experiment.h"

#define CHECK_NEAR(a, b, relative) \
	do { \
		double a_ = (a), b_ = (b); \
		if (!(fabs(a_ - b_) <= (relative) * fabs(b_))) \
			fail_msg("%.17g is not %.17g", a_, b_); \
	} while (0)

/* Add an execution of subject s in a round, with its wall time; NaN adds a failed one. */
static inline void add(struct as_experiment *x, size_t s, uint32_t round, double wall)
{
	struct as_unit u = {.round = round, .order = round * 10 + (uint32_t)s,
		.ending = (uint8_t)(isnan(wall) ? AS_ENDED_FAILED : AS_ENDED_OK)};
	size_t e = 0;

	assert_int_equal(as_subject_add_unit(&x->subjects[s], AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
	if (!isnan(wall))
		assert_int_equal(as_subject_set(&x->subjects[s], AS_LEVEL_EXECUTION, e, AS_METRIC_WALL,
					 wall, NULL), AS_OK);
}

/* Set by tests of what --estimator mean says. */
static bool samples_of_means;

/* Subjects a, b, ... with n rounds; values[s * n + r]. */
static inline struct as_experiment *sample(size_t subjects, size_t n, const double *values)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	x->criterion = AS_METRIC_WALL;
	x->by_mean = samples_of_means;
	x->plan.planned = x->plan.done = (uint32_t)n;
	for (size_t s = 0; s < subjects; s++)
		assert_non_null(as_experiment_add_subject(x, names[s], names[s]));
	for (size_t r = 0; r < n; r++)
		for (size_t s = 0; s < subjects; s++)
			add(x, s, (uint32_t)r, values[s * n + r]);
	return x;
}

#endif
