/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_COUNTED_H
#define AS_RUN_METRICS_COUNTED_H

/* Counts of executions under Valgrind, which have no noise of the machine: which are asked for, and
 * whether they can be had. counting.c makes these executions. */

#include "model/kept/experiment.h"
#include "run/metrics/callgrind.h"

enum as_counted_row {
#define AS_COUNTED(id, name, describe) AS_COUNTED_##id,
#include "run/metrics/counted.def"
#undef AS_COUNTED
	AS_COUNTED_ROWS
};

/* Without builds, where the criterion needs no more: the fewest pairs of which a difference that is the
 * same in all can be told. */
enum { AS_COUNTED_EXECUTIONS = 6 };

extern const struct as_metric as_counted_metrics[AS_COUNTED_ROWS];

/* The row that has what a counter of the processor has, or AS_COUNTED_ROWS. */
size_t as_counted_instead(const char *counter);

struct as_counted {
	const char *valgrind;       /* NULL: nothing is counted */
	bool asked[AS_COUNTED_ROWS];
	size_t number[AS_COUNTED_ROWS]; /* of the experiment's metrics */
	int64_t spent_ns;           /* on all of it */
	bool each;                  /* the criterion is among them: every execution is counted */
};

/* Valgrind, as PATH has it; NULL: it has none. */
const char *as_counted_program(struct as_arena *a);

/* Count a row, too. False, with a clause in why: there is no Valgrind. AS_ERR_MEM. */
enum as_status as_counted_ask(struct as_counted *c, size_t row, struct as_experiment *x, bool *can,
	struct as_err *err) AS_MUST_CHECK;

#define AS_COUNTED_LACK "valgrind is not in PATH; install valgrind"

#endif
