/* SPDX-License-Identifier: MIT */
#ifndef AS_HARNESS_COUNTERS_H
#define AS_HARNESS_COUNTERS_H

/* What is counted in one measurement more, after those that are timed: the processor's counters and
 * the kernel's, where there are any, and allocations, where the program asks for it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AS_EVENTS = 5 };

extern const char *const as_event_names[AS_EVENTS];

/* Counts of one thread. */
struct as_counting {
	int fd[AS_EVENTS]; /* -1: not to be had */
	uint64_t calls, bytes; /* of allocations, before the measurement */
};

/* Open what can be had for the calling thread, stopped. Without `events`: nothing but allocations.
 * */
void as_counting_open(struct as_counting *c, bool events);
void as_counting_close(struct as_counting *c);

/* Around the measurement. */
void as_counting_start(struct as_counting *c);
/* What was counted since then, scaled where the kernel had to share its counters; NaN where nothing
 * was. */
void as_counting_stop(struct as_counting *c, double events[AS_EVENTS], double *calls,
	double *bytes);

/* Why there are no counters of the processor here; NULL if there are. */
const char *as_counting_why_not(void);

/* Whether the program has ASSAY_COUNT_ALLOCATIONS. */
bool as_counts_allocations(void);

#endif
