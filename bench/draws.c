/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long do the random methods take at the sizes people use? Impact factor of 150 executions of
 * 2000 iterations with 10 000 draws (goal: under 0.5 s), bootstrap-t of 1000 units with 9999
 * replicates (under 0.2 s). Medians of 5 with their range. */

#include <stdio.h>
#include <stdlib.h>

#include "clock/clock.h"
#include "stat/core/quantile.h"
#include "stat/dist/influence/impact_draw.h"
#include "stat/dist/random.h"
#include "stat/dist/resampling/bootstrap.h"
#include "stat/dist/resampling/resample.h"

enum { RUNS = 150, ITERATIONS = 2000, UNITS = 1000, TIMES = 5 };

struct data {
	double values[RUNS * ITERATIONS];
	size_t first[RUNS + 1];
	double units[UNITS];
	struct as_groups groups;
};

static void fill(struct data *d)
{
	struct as_random r;

	as_random_init(&r, 1, AS_RANDOM_TEST, 0);
	for (size_t g = 0; g < RUNS; g++) {
		double of_run = 100 + as_random_normal(&r);
		d->first[g] = g * ITERATIONS;
		for (size_t i = 0; i < ITERATIONS; i++)
			d->values[g * ITERATIONS + i] = of_run + as_random_normal(&r);
	}
	d->first[RUNS] = RUNS * ITERATIONS;
	for (size_t u = 0; u < UNITS; u++)
		d->units[u] = 100 + as_random_normal(&r);
	d->groups = (struct as_groups){.values = d->values, .first = d->first, .n = RUNS};
}

static int impact(const struct data *d)
{
	struct as_impact_draw plain, transformed;

	return as_impact_draw_both(&d->groups, &(struct as_impact_amount){.draws = AS_IMPACT_DRAWS}, 1, &plain, &transformed, NULL) != AS_OK;
}

static int bootstrap(const struct data *d)
{
	struct as_resampling how = {.replicates = AS_BOOTSTRAP_REPLICATES, .seed = 1, .confidence = 0.95};
	struct as_bootstrap out;

	return as_bootstrap_mean(d->units, UNITS, &how, &out, NULL) != AS_OK;
}

static int resample(const struct data *d)
{
	struct as_pool pool = {d->units, 150, NULL};
	struct as_resample how = {.group = 30, .resamples = AS_RESAMPLES, .seed = 1, .confidence = 0.95};
	struct as_rate rates[AS_DETECTORS];

	return as_resample_rates(&pool, &how, rates, NULL) != AS_OK;
}

static int measure(const char *name, int (*work)(const struct data *), const struct data *d)
{
	double s[TIMES];

	for (int k = 0; k < TIMES; k++) {
		int64_t begin = as_clock_now();
		if (work(d))
			return 1;
		s[k] = (double)(as_clock_now() - begin) / 1e9;
	}
	as_sort(s, TIMES);
	printf("%-62s %.3f s (%.3f to %.3f)\n", name, s[TIMES / 2], s[0], s[TIMES - 1]);
	return 0;
}

int main(void)
{
	struct data *d = malloc(sizeof *d);

	if (!d)
		return 1;
	fill(d);
	int bad = measure("impact factor, 10 000 draws of 150 x 2000", impact, d) ||
		measure("bootstrap of 1000 units, 9999 replicates", bootstrap, d) ||
		measure("six detectors, 2000 groups of 30 from 150 units", resample, d);
	free(d);
	return bad;
}
