/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_EXAMINE_QUANTA_H
#define AS_PROBE_EXAMINE_QUANTA_H

/* The noise probe: the same small amount of work on every processor, again and again. What it takes
 * longer at times, others took: interrupts, the kernel, other tasks, a hypervisor.
 *
 * The one probe that does something: it starts a process on each processor that this one may use,
 * which computes and ends. Sources: fixed work quanta, M. Sottile and R. Minnich (2004), "Analysis
 * of microbenchmarks for performance tuning of clusters", CLUSTER 2004; Linux's osnoise tracer. */

#include "base/arena.h"
#include "base/err.h"
#include "model/doctor/doctor.h"

/* Where instants come from: tests hand in one of their own. */
struct as_quanta_clock {
	int64_t (*now)(void *of); /* ns, never back */
	void *of;
};

/* Rounds of the work that take about quantum_ns: the quickest of some tries. At least 1. */
uint64_t as_quanta_calibrate(const struct as_quanta_clock *clock, int64_t quantum_ns);

/*
 * as_quanta_record - do the work until the clock has passed until_ns, or there is no room; once at
 * least
 *
 *   ns    receives what each took; one begins at the instant at which that before ended
 *
 * Returns how many. What does not fit 32 bits (4.3 s) is that.
 */
size_t as_quanta_record(const struct as_quanta_clock *clock, uint64_t rounds, int64_t until_ns,
	uint32_t *ns, size_t room);

/*
 * as_quanta_measure - all processors that this process may use, at the same time
 *
 *   seconds  above 0, at most 60
 *   a        holds what out points to
 *
 * Quanta are of about AS_QUANTUM_NS. A processor on which the process cannot run counts in
 * n_failed. It takes that long, and needs 4 bytes a quantum. The children end with this process.
 *
 * AS_ERR_SYS when nothing could be recorded anywhere.
 */
enum { AS_QUANTUM_NS = 100000 };
enum as_status as_quanta_measure(double seconds, struct as_arena *a, struct as_quanta *out,
	struct as_err *err) AS_MUST_CHECK;

#endif
