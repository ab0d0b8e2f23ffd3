/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_DRIVE_H
#define AS_BENCH_VALIDITY_DRIVE_H

/* `assay run` without processes: what is measured next is decided by as_schedule, as for a user;
 * an execution takes its values from a truth, and the time that has elapsed is what units cost. */

#include "plan/schedule.h"

enum { DRIVE_SUBJECTS = 8 };

/* Where executions come from. */
struct truth {
	void *context;
	/* Wall time of the next execution there is, 1 on average; build counts from 0. */
	double (*wall)(void *context, size_t subject, size_t build);
	/* A value of another metric (user) of the same execution; NULL: it has none. */
	double (*user)(void *context);
	double execution_s, build_s; /* what one costs */
};

/* What was asked for. */
struct asked {
	size_t subjects;
	bool built, ratio_of_means;
	struct as_plan plan; /* of it: seed, confidence, tolerance, precision, budget, decide */
	struct as_schedule_rule rule;
};

/* What `assay run` with so many commands asks for by default, but one budget without an end. */
struct asked asked_of(size_t subjects);

/* The same, and each command is built. */
struct asked asked_of_built(size_t subjects);

/* To be freed with as_experiment_free. */
struct as_experiment *drive(const struct asked *a, const struct truth *t);

#endif
