/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long do the statistics of a tree of 10^7 observations take, in passes that sum the array?
 *
 * For each shape the sum, the statistics, and the check with the statistics run in turn, 9 times
 * each; printed are medians of the 9 ratios with their range, and the peak memory of the process
 * over the size of values and offsets. Sorting is compared with libc's qsort on the same data. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "clock/clock.h"
#include "stat/core/quantile.h"
#include "stat/core/tree/tree.h"
#include "stat/dist/random.h"

enum { VALUES = 10000000, TIMES = 9 };

struct shape {
	const char *name;
	size_t n_levels;
	size_t r[AS_LEVELS_MAX];
	bool ragged; /* every second parent of values has one less, its neighbour one more */
};

static const struct shape shapes[] = {
	{"1 level", 1, {10000000}, false},
	{"10 executions", 2, {1000000, 10}, false},
	{"1000 executions", 2, {10000, 1000}, false},
	{"10 builds x 10 000 executions x 100", 3, {100, 10000, 10}, false},
	{"the same, ragged", 3, {100, 10000, 10}, true},
	{"20 builds x 25 000 executions x 20", 3, {20, 25000, 20}, false},
	{"1 000 000 executions x 10", 2, {10, 1000000}, false},
	{"10^7 executions of 1 iteration", 2, {1, 10000000}, false},
};

static double sink; /* so that no sum is left out */

/* The opponent: one pass over the array, no more. */
static double sum(const double *x, size_t n)
{
	double s = 0;

	for (size_t i = 0; i < n; i++)
		s += x[i];
	return s;
}

static void lay_out(const struct shape *s, struct as_tree *tree, size_t *first[AS_LEVELS_MAX])
{
	size_t n = VALUES;

	tree->n_levels = s->n_levels;
	tree->count[0] = n;
	for (size_t i = 1; i < s->n_levels; i++) {
		size_t units = n / s->r[i - 1];
		for (size_t u = 0; u <= units; u++) {
			size_t odd = i == 1 && s->ragged && u % 2 && u < units;
			first[i][u] = u * s->r[i - 1] + odd;
		}
		tree->count[i] = n = units;
		tree->first[i] = first[i];
	}
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double seconds_since(int64_t start)
{
	return (double)(as_clock_now() - start) * 1e-9;
}

static void time_shape(const struct shape *s, const struct as_tree *tree)
{
	double stats[TIMES], both[TIMES], base = 0;

	for (int k = -1; k < TIMES; k++) { /* the first of each warms up and is not kept */
		struct as_tree_stats out;
		int at = k < 0 ? 0 : k;
		int64_t start = as_clock_now();

		sink += sum(tree->values, VALUES);
		base = seconds_since(start);
		start = as_clock_now();
		as_tree_stats(tree, &out);
		stats[at] = seconds_since(start) / base;
		sink += out.mean;
		start = as_clock_now();
		if (as_tree_check(tree, true, NULL, NULL))
			abort();
		as_tree_stats(tree, &out);
		both[at] = seconds_since(start) / base;
		sink += out.mean;
	}
	as_sort(stats, TIMES);
	as_sort(both, TIMES);
	printf("%-38s %5.2f (%.2f to %.2f)   %5.2f (%.2f to %.2f)\n", s->name, stats[TIMES / 2],
		stats[0], stats[TIMES - 1], both[TIMES / 2], both[0], both[TIMES - 1]);
}

static void time_sort(const double *values, double *copy)
{
	double ratio[3];

	for (int k = 0; k < 3; k++) {
		memcpy(copy, values, VALUES * sizeof *copy);
		int64_t start = as_clock_now();
		as_sort(copy, VALUES);
		double ours = seconds_since(start);
		memcpy(copy, values, VALUES * sizeof *copy);
		start = as_clock_now();
		qsort(copy, VALUES, sizeof *copy, ascending);
		ratio[k] = seconds_since(start) / ours;
		if (k == 0)
			printf("as_sort of 10^7 values %.2f s", ours);
	}
	as_sort(ratio, 3);
	printf("; qsort takes %.1f times as long (%.1f to %.1f)\n", ratio[1], ratio[0], ratio[2]);
}

static double peak_bytes(void)
{
	struct rusage use;

	if (getrusage(RUSAGE_SELF, &use))
		return 0;
	return (double)use.ru_maxrss * 1024;
}

int main(void)
{
	double *values = malloc(VALUES * sizeof *values);
	size_t *first[AS_LEVELS_MAX] = {0};
	struct as_random random;

	first[1] = malloc((VALUES + 1) * sizeof *first[1]);
	first[2] = malloc((VALUES / 2) * sizeof *first[2]);
	if (!values || !first[1] || !first[2])
		return 4;
	as_random_init(&random, 1, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < VALUES; i++)
		values[i] = 100 + as_random_double(&random);
	printf("%-38s %s\n", "10^7 values; passes that sum the array:", "statistics             "
							       "check and statistics");
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct as_tree tree = {.values = values};
		lay_out(&shapes[i], &tree, first);
		time_shape(&shapes[i], &tree);
		if (i == 0)
			printf("%-38s %5.2f\n", "  peak memory over the data",
				peak_bytes() / (VALUES * sizeof *values));
	}
	free(first[1]);
	free(first[2]);
	double *copy = malloc(VALUES * sizeof *copy);
	if (!copy)
		return 4;
	time_sort(values, copy);
	free(copy);
	free(values);
	return sink > 0 ? 0 : 1;
}
