/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_RUN_H
#define AS_HARNESS_RUN_H

/* Runs one after the other: a benchmark by itself, or the candidates of a group in turn. */

#include "harness/call.h"

/* With what they are run. */
struct as_harness_conditions {
	const char *program; /* for words on standard error */
	struct as_timer *timer; /* measured when it is first needed */
	struct as_harness_wish wish;
	uint64_t seed;       /* of the order of candidates */
	bool isolated;       /* in a process of their own */
	bool others;         /* are to run in this process, too */
	bool in_turn;        /* groups are timed in rounds; else each by itself, after its check */
	const char *cache;   /* folder where counts of repetitions are kept; NULL: nowhere */
};

/*
 * as_run - run n subjects: one, or n of one group
 *
 *   out  n results, {0}; to be released in any case
 *
 * A benchmark that fails, or with `isolated` dies, has a reason in its result. AS_ERR_MEM,
 * AS_ERR_SYS.
 */
AS_MUST_CHECK enum as_status as_run(const struct as_harness_conditions *c,
	const struct as_harness_subject *s,
	size_t n, struct as_call_result *out, struct as_err *err);

/* as_run in this process. */
AS_MUST_CHECK enum as_status as_run_here(const struct as_harness_conditions *c,
	const struct as_harness_subject *s,
	size_t n, struct as_call_result *out, struct as_err *err);

/* One subject as the wish says; finds and keeps its number of repetitions. */
AS_MUST_CHECK enum as_status as_run_one(const struct as_harness_conditions *c,
	const struct as_harness_subject *s,
	const struct as_harness_wish *wish, struct as_call_result *out, struct as_err *err);

/* What is kept of a calibration. */
struct as_harness_kept {
	uint64_t repetitions; /* n */
	double ns;            /* least time of an operation, when it was made */
};

/* The calibration of this benchmark kept in folder for this machine; false (out untouched) if there
 * is none that can be read. */
bool as_cache_read(const char *folder, const char *program, const char *name,
	struct as_harness_kept *out);
/* Keep one, in a single step. What cannot be kept is found again next time. */
void as_cache_write(const char *folder, const char *program, const char *name,
	const struct as_harness_kept *kept);

#endif
