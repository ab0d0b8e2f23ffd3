/* SPDX-License-Identifier: MIT */
#ifndef AS_CLOCK_TIMER_H
#define AS_CLOCK_TIMER_H

/* A clock for short durations: CLOCK_MONOTONIC_RAW, which nothing corrects, or the processor's own
 * counter where that counts at one and the same rate always. Readings are in ticks of either. */

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

struct as_timer {
	bool counter;       /* the processor's counter, not CLOCK_MONOTONIC_RAW */
	double ns_per_tick; /* 1 for CLOCK_MONOTONIC_RAW */
	const char *name;
	/* What as_timer_measure finds, methods.md 9.1; 0 before. */
	double resolution_ns; /* tau_prec: smallest positive difference of consecutive readings */
	double overhead_ns;   /* the median of these differences: what a reading costs */
	double accuracy_ns;   /* tau_acc: 1000 ns or the 0.999 quantile of the differences */
};

/* CLOCK_MONOTONIC_RAW. */
struct as_timer as_timer_system(void);

/*
 * as_timer_counter - the processor's counter, compared with CLOCK_MONOTONIC_RAW for 20 ms
 *
 * NULL if that went well; else why it cannot be used here (*out is untouched then), without a full
 * stop.
 */
const char *as_timer_counter(struct as_timer *out);

/* Fill in resolution, overhead and accuracy from 10^5 pairs of readings: about 6 ms. */
void as_timer_measure(struct as_timer *t);

/* Now, in ticks. The counter is read when all before it is done, and before all after it begins. */
static inline int64_t as_timer_read(const struct as_timer *t)
{
	struct timespec ts;

#if defined(__x86_64__)
	if (t->counter) {
		_mm_lfence();
		int64_t now = (int64_t)__rdtsc();
		_mm_lfence();
		return now;
	}
#elif defined(__aarch64__)
	if (t->counter) {
		int64_t now;
		__asm__ volatile("isb; mrs %0, cntvct_el0; isb" : "=r"(now) : : "memory");
		return now;
	}
#else
	(void)t;
#endif
	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

#endif
