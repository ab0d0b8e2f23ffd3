/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long does the clean detector take (stat/dist/changes/changes.h)? Series of normal noise with a step in the
 * middle, 9 times each length; printed are medians with their range, and per version. */

#include <stdio.h>
#include <stdlib.h>

#include "clock/clock.h"
#include "stat/core/quantile.h"
#include "stat/dist/changes/changes.h"
#include "stat/dist/random.h"

enum { LONGEST = 10000, TIMES = 9 };

static double x[LONGEST];

static double once(size_t n, uint64_t replicate, size_t *found)
{
	struct as_history_values h = {.x = x, .n = n};
	struct as_arena a = {0};
	struct as_steps s = {0};
	struct as_random r;

	as_random_init(&r, 1, AS_RANDOM_TEST, replicate);
	for (size_t i = 0; i < n; i++)
		x[i] = as_random_normal(&r) + (i < n / 2 ? 0 : 2);
	int64_t began = as_clock_now();
	if (as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &s, NULL))
		exit(1);
	double ms = (double)(as_clock_now() - began) / 1e6;
	*found += s.n;
	as_arena_release(&a);
	return ms;
}

int main(void)
{
	static const size_t lengths[] = {50, 200, 500, 2000, 10000};

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		double ms[TIMES];
		size_t found = 0;
		for (uint64_t k = 0; k < TIMES; k++)
			ms[k] = once(lengths[i], k, &found);
		as_sort(ms, TIMES);
		printf("clean detector: %5zu versions in %.3f ms (%.3f to %.3f), %.2f us a version; %zu changes in %d\n",
			lengths[i], ms[TIMES / 2], ms[0], ms[TIMES - 1], 1e3 * ms[TIMES / 2] / (double)lengths[i],
			found, TIMES);
	}
	return 0;
}
