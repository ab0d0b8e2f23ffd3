/* SPDX-License-Identifier: MIT */
#include "stat/core/quantile.h"

static void insertion_sort(double *x, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double v = x[i];
		size_t j = i;

		for (; j > 0 && v < x[j - 1]; j--)
			x[j] = x[j - 1];
		x[j] = v;
	}
}

static void sift_down(double *x, size_t root, size_t n)
{
	double v = x[root];

	for (size_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
		if (child + 1 < n && x[child] < x[child + 1])
			child++;
		if (!(v < x[child]))
			break;
		x[root] = x[child];
		root = child;
	}
	x[root] = v;
}

static void heap_sort(double *x, size_t n)
{
	for (size_t i = n / 2; i-- > 0;)
		sift_down(x, i, n);
	for (size_t end = n; end-- > 1;) {
		double v = x[0];
		x[0] = x[end];
		x[end] = v;
		sift_down(x, 0, end);
	}
}

/* Moves the values below the pivot to the front and returns their number. Written without a
 * branch on the data: measurements are random, and a mispredicted branch costs more than the two
 * stores. */
static size_t partition_below(double *x, size_t n, double pivot)
{
	size_t below = 0;

	for (size_t i = 0; i < n; i++) {
		double v = x[i];
		x[i] = x[below];
		x[below] = v;
		below += v < pivot;
	}
	return below;
}

static size_t partition_not_above(double *x, size_t n, double pivot)
{
	size_t low = 0;

	for (size_t i = 0; i < n; i++) {
		double v = x[i];
		x[i] = x[low];
		x[low] = v;
		low += v <= pivot;
	}
	return low;
}

static double median_of_three(double a, double b, double c)
{
	double lo = a < b ? a : b, hi = a < b ? b : a;

	return c < lo ? lo : c > hi ? hi : c;
}

static double choose_pivot(const double *x, size_t n)
{
	size_t h = n / 2, e = n / 8;

	if (n < 256)
		return median_of_three(x[0], x[h], x[n - 1]);
	return median_of_three(median_of_three(x[0], x[e], x[2 * e]),
		median_of_three(x[h - e], x[h], x[h + e]),
		median_of_three(x[n - 1 - 2 * e], x[n - 1 - e], x[n - 1]));
}

/* Quicksort that recurses into the smaller part; `budget` bad splits are forgiven, then the heap
 * takes over, so that no input is quadratic. */
static void sort_part(double *x, size_t n, unsigned budget)
{
	while (n > 24) {
		double pivot = choose_pivot(x, n);
		size_t below = partition_below(x, n, pivot), skip = 0;

		if (below < n / 8) {
			/* Ties (a coarse timer) or bad luck: the values equal to the pivot are in
			 * place and are left out, which also makes sure that the rest shrinks. */
			skip = partition_not_above(x + below, n - below, pivot);
			if (budget-- == 0) {
				heap_sort(x, n);
				return;
			}
		}
		double *upper = x + below + skip;
		size_t above = n - below - skip;
		if (below < above) {
			sort_part(x, below, budget);
			x = upper;
			n = above;
		} else {
			sort_part(upper, above, budget);
			n = below;
		}
	}
	insertion_sort(x, n);
}

void as_sort(double *x, size_t n)
{
	unsigned budget = 8;

	for (size_t m = n; m > 1; m /= 2)
		budget += 2;
	sort_part(x, n, budget);
}

enum { SAMPLED = 63, ASIDE = 3 };

/* A value a little beyond that of the rank, on the side where most of the others are: then these are
 * left out, and few remain (after Floyd and Rivest 1975). */
static double select_pivot(const double *x, size_t n, size_t k)
{
	double v[SAMPLED];
	size_t at = (size_t)((double)k / (double)n * SAMPLED);

	if (n < 1024)
		return choose_pivot(x, n);
	for (size_t i = 0; i < SAMPLED; i++)
		v[i] = x[i * ((n - 1) / (SAMPLED - 1))];
	insertion_sort(v, SAMPLED);
	if (k > n / 2)
		at = at > ASIDE ? at - ASIDE : 0;
	else
		at = at + ASIDE < SAMPLED ? at + ASIDE : SAMPLED - 1;
	return v[at];
}

void as_select(double *x, size_t n, size_t k)
{
	unsigned budget = 16;

	for (size_t m = n; m > 1; m /= 2)
		budget += 2;
	while (n > 24 && budget--) {
		const double pivot = select_pivot(x, n, k);
		const size_t below = partition_below(x, n, pivot);

		if (k < below) {
			n = below;
			continue;
		}
		/* the pivot and its ties are in their places; so the rest shrinks */
		const size_t ties = partition_not_above(x + below, n - below, pivot);
		if (k < below + ties)
			return;
		x += below + ties;
		n -= below + ties;
		k -= below + ties;
	}
	as_sort(x, n);
}
