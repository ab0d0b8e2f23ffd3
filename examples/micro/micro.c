/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The four benchmarks of Chen and Revels, "Robust benchmarking in noisy environments" (2016), whose
 * times behave differently: a plain loop, growing memory, unpredictable branches, many small
 * allocations.
 *
 *	./micro                   a table of this process
 *	assay run ./micro ...     many processes, and how sure the times are */

#include <stdlib.h>

#include <assay.h>

enum { SUMMED = 10000, SELECTED = 1000, PUSHED = 1000, BRANCHES = 1000, ALLOCATIONS = 100 };

/* Whole numbers that look random and are the same every time. */
static unsigned next(unsigned *x)
{
	*x = *x * 1664525U + 1013904223U;
	return *x >> 8;
}

/* The sum of the elements at given places. */
ASSAY_BENCH(sumindex)
{
	static double a[SUMMED];
	static unsigned at[SELECTED];
	unsigned seed = 1;

	for (unsigned i = 0; i < SUMMED; i++)
		a[i] = next(&seed);
	for (unsigned i = 0; i < SELECTED; i++)
		at[i] = next(&seed) % SUMMED;
	assay_loop (state) {
		double sum = 0;
		for (unsigned i = 0; i < SELECTED; i++)
			sum += a[at[i]];
		assay_keep(sum);
	}
	assay_items(state, SELECTED);
}

/* One element after the other to the end of a growing array. */
ASSAY_BENCH(pushall)
{
	assay_loop (state) {
		size_t n = 0, room = 0;
		int *a = NULL;
		for (int i = 0; i < PUSHED; i++) {
			if (n == room) {
				room = room ? room * 2 : 4;
				int *more = realloc(a, room * sizeof *a);
				if (!more) {
					assay_fail(state, "there is no memory for %zu elements", room);
					break;
				}
				a = more;
			}
			a[n++] = i;
		}
		assay_keep(a);
		assay_clobber();
		free(a);
	}
	assay_items(state, PUSHED);
}

/* A sum that depends on the sign of random numbers. */
ASSAY_BENCH(branchsum)
{
	static int a[BRANCHES];
	unsigned seed = 3;

	for (int i = 0; i < BRANCHES; i++)
		a[i] = (int)(next(&seed) % 201) - 100;
	assay_loop (state) {
		long sum = 0;
		for (int i = 0; i < BRANCHES; i++) {
			if (a[i] < 0)
				sum -= i;
			else
				sum += a[i];
			assay_hide(sum); /* keeps the branch: else the compiler adds without one */
		}
		assay_keep(sum);
	}
	assay_items(state, BRANCHES);
}

/* Small pieces of memory of several sizes. */
ASSAY_BENCH(manyallocs)
{
	static void *pieces[ALLOCATIONS];

	assay_loop (state) {
		for (int i = 0; i < ALLOCATIONS; i++) {
			pieces[i] = malloc((size_t)(i % 10 + 1) * 16);
			assay_keep(pieces[i]);
		}
		assay_clobber();
		for (int i = 0; i < ALLOCATIONS; i++)
			free(pieces[i]);
	}
	assay_items(state, ALLOCATIONS);
}

ASSAY_MAIN()
