/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long do the methods for values in order of time take on long series? Segments of 10^6 iterations
 * (goal: under 1 s), random reordering of 10^5 of them 999 times (under 2 s on two cores; one is used).
 * Medians of 3 with their range, in seconds of the processor, so that a busy machine does not count. */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "stat/core/quantile.h"
#include "stat/dist/series/acf.h"
#include "stat/dist/random.h"
#include "stat/dist/series/segment.h"

enum { MANY = 1000000, SOME = 100000, STEPS = 50, TIMES = 3, ORDERS = 999 };

/* Steps of three standard deviations, or one level. */
static void fill(double *x, double step)
{
	struct as_random r;

	as_random_init(&r, 1, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < MANY; i++)
		x[i] = 1000 + step * (double)(i / (MANY / STEPS) % 2) + as_random_normal(&r);
}

static int segments(const double *x)
{
	struct as_arena room = {0};
	struct as_segments s;
	int bad = as_segment_run(x, MANY, 0, &room, &s, NULL) != AS_OK;

	as_arena_release(&room);
	return bad;
}

static int reorder(const double *x)
{
	struct as_reorder how = {.orders = ORDERS, .seed = 1};
	struct as_reordering out;

	return as_reorder_test(x, SOME, &how, &out, NULL) != AS_OK;
}

static int measure(const char *name, int (*work)(const double *x), const double *x)
{
	double s[TIMES];

	for (int k = 0; k < TIMES; k++) {
		clock_t begin = clock();
		if (work(x))
			return 1;
		s[k] = (double)(clock() - begin) / CLOCKS_PER_SEC;
	}
	as_sort(s, TIMES);
	printf("%-62s %.3f s (%.3f to %.3f)\n", name, s[TIMES / 2], s[0], s[TIMES - 1]);
	return 0;
}

int main(void)
{
	double *x = malloc(MANY * sizeof *x);

	if (!x)
		return 1;
	fill(x, 0);
	int bad = measure("segments of 10^6 values without a step", segments, x) ||
		measure("random reordering, 10^5 values 999 times", reorder, x);
	fill(x, 3);
	bad = bad || measure("segments of 10^6 values with 49 steps", segments, x);
	free(x);
	return bad;
}
