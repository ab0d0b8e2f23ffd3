/* SPDX-License-Identifier: MIT */
#include "clock/timer.h"

#include <math.h>
#include <stddef.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { PAIRS = 100000, CELLS = 16384, COMPARED_NS = 20000000 };

struct as_timer as_timer_system(void)
{
	struct as_timer t = {.counter = false, .ns_per_tick = 1, .name = "CLOCK_MONOTONIC_RAW"};

	return t;
}

#if defined(__x86_64__)
/* Leaf 0x80000007, bit 8 of edx: the counter's rate is the same in all states of the processor. */
static const char *unusable(void)
{
	unsigned a = 0, b = 0, c = 0, d = 0;

	if (!__get_cpuid(0x80000007, &a, &b, &c, &d))
		return "the processor does not say whether its counter keeps its rate";
	if (!(d & 1U << 8))
		return "the processor's counter changes its rate (no invariant TSC)";
	return NULL;
}

static const char counter_name[] = "TSC";
#elif defined(__aarch64__)
/* The generic timer keeps its rate by definition. */
static const char *unusable(void)
{
	return NULL;
}

static const char counter_name[] = "CNTVCT_EL0";
#else
static const char *unusable(void)
{
	return "no counter of this kind of processor is known here";
}

static const char counter_name[] = "";
#endif

const char *as_timer_counter(struct as_timer *out)
{
	struct as_timer system = as_timer_system();
	struct as_timer t = {.counter = true, .ns_per_tick = 1, .name = counter_name};
	const char *why = unusable();

	if (why)
		return why;
	int64_t ns = as_timer_read(&system), ticks = as_timer_read(&t), passed;
	do {
		passed = as_timer_read(&system) - ns;
	} while (passed < COMPARED_NS);
	ticks = as_timer_read(&t) - ticks;
	if (ticks <= 0)
		return "the processor's counter stands still";
	t.ns_per_tick = (double)passed / (double)ticks;
	*out = t;
	return NULL;
}

/* Differences are counted in cells of a tick, so that no quantile needs an array of all of them;
 * what is beyond the last cell is an interruption and counts as that. */
void as_timer_measure(struct as_timer *t)
{
	unsigned cells[CELLS] = {0};
	int64_t resolution = 0, overhead = -1, accuracy = CELLS - 1;
	size_t seen = 0;

	for (int i = 0; i < PAIRS; i++) {
		int64_t a = as_timer_read(t), d = as_timer_read(t) - a;
		cells[d < 0 ? 0 : d < CELLS ? d : CELLS - 1]++;
	}
	for (int d = 0; d < CELLS; d++) {
		seen += cells[d];
		if (d && cells[d] && !resolution)
			resolution = d;
		if (overhead < 0 && seen >= PAIRS / 2)
			overhead = d;
		if (seen >= PAIRS - PAIRS / 1000) {
			accuracy = d;
			break;
		}
	}
	t->resolution_ns = (double)(resolution ? resolution : 1) * t->ns_per_tick;
	t->overhead_ns = (double)overhead * t->ns_per_tick;
	t->accuracy_ns = fmax(1000, (double)accuracy * t->ns_per_tick);
}
