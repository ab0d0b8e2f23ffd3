/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_CONDUCTED_H
#define AS_BENCH_VALIDITY_CONDUCTED_H

/* `assay run` without processes: the rounds, stages, budgets, pilots and builds are conducted by
 * src/run itself (rounds.c, dimension.c, choose.c, builds.c). Only what starts a process or reads a
 * clock is replaced here: an execution takes its values from a world, and time is what units cost. */

#include "run/request.h"

enum { CONDUCTED_SUBJECTS = 40 };

/* Where executions come from. */
struct truth {
	void *context;
	/* Wall time of the next execution there is, 1 on average; build counts from 0. */
	double (*wall)(void *context, size_t subject, size_t build, uint32_t round);
	/* A value of another metric (user) of the same execution; NULL: it has none. */
	double (*user)(void *context, size_t subject);
	double execution_s, build_s; /* what one costs */
};

/* What `assay run` with so many commands asks for by default, but one budget without an end. */
struct as_request conducted_request(size_t n_commands);

/* The same, and each command is built. */
struct as_request conducted_builds(size_t n_commands);

/* To be freed with as_experiment_free. */
struct as_experiment *conducted_run(const struct as_request *r, const struct truth *t);

#endif
