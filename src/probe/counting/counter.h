/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_COUNTING_COUNTER_H
#define AS_PROBE_COUNTING_COUNTER_H

/* Counters of the kernel by name: what perf_event_open(2) takes, why it refuses, and what the three
 * numbers it gives mean. Opening one is the spawner's (spawn/event.h). */

#include <stdint.h>

#include "probe/probe.h"

struct as_counter {
	struct as_metric metric; /* its name is the word, with _ for - in those of counters.def */
	uint32_t type;
	bool no_user, no_kernel; /* what it does not count */
	uint64_t config, config1, config2;
};

/* Who counts instructions: the processor where it can, Valgrind else; or one of them. */
enum as_count_by { AS_COUNT_BY_AUTO, AS_COUNT_BY_PMU, AS_COUNT_BY_VALGRIND };

extern const char *const as_counter_names[]; /* of counters.def */
extern const size_t as_n_counters;

/*
 * as_counter_find - the counter that a word names
 *
 *   word   a name of counters.def, - and _ alike, alone or with :u (in the program) or :k (in the
 *          kernel); or any name that libpfm4 knows, if assay was built with it
 *   a      holds the strings of *out
 *   found  false with AS_OK: no counter is called so
 *
 * AS_ERR_USAGE for a suffix that the counter cannot have; AS_ERR_MEM. The first name that is not of
 * counters.def costs libpfm4's start, some ms.
 */
enum as_status as_counter_find(const char *word, struct as_arena *a, struct as_counter *out,
	bool *found, struct as_err *err) AS_MUST_CHECK;

/* The same of libpfm4's names only; found is false where assay was built without it. */
enum as_status as_counter_find_pfm(const char *word, struct as_arena *a, struct as_counter *out,
	bool *found, struct as_err *err) AS_MUST_CHECK;

/* Why a counter cannot be had, by the errno of perf_event_open, and what would make it so: a clause
 * without a full stop. Reads kernel.perf_event_paranoid below root. */
void as_counter_why(const struct as_counter *c, int error, const struct as_probe_root *root,
	char reason[static AS_PROBE_REASON]);

/*
 * as_counter_scaled - what was counted, for all the time that was to be counted
 *
 * More counters than the processor has share them in turns: value is of running_ns of the
 * enabled_ns and is scaled up to these. *share is running / enabled, at most 1. NaN both if it
 * never ran.
 */
double as_counter_scaled(int64_t value, int64_t enabled_ns, int64_t running_ns, double *share);

#endif
