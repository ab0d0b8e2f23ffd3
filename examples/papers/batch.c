/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch - time so many executions of a short operation together
 *
 *	batch N
 *
 * The branchsum of J. Chen and J. Revels, "Robust benchmarking in noisy environments" (2016): numbers
 * from 1 to 20, of which an odd one counts through all of them. One iteration is N executions of it,
 * timed together, as a measurement of their Algorithm 1; N times as much as one, and the error of the
 * clock once. At its end each execution has given the same sum. */

#include "../layout/iterations.h"

enum { NUMBERS = 20, MOST = 1000000 };

static size_t executions;

/* Less one for an even number; for an odd one, two for each odd number, less one for each even. */
static long branchsum(int n)
{
	long sum = 0;

	for (int i = 1; i <= n; i++) {
		if (i % 2 == 0) {
			sum--;
			continue;
		}
		for (int k = 1; k <= n; k++) {
			__asm__ volatile("" : "+r"(sum)); /* keeps the branch */
			sum += k % 2 ? 2 : -1;
		}
	}
	return sum;
}

static bool iteration(void *context)
{
	const long *right = context;
	bool same = true;

	for (size_t i = 0; i < executions; i++)
		same = same && branchsum(NUMBERS) == *right;
	return same;
}

int main(int argc, char **argv)
{
	/* half of the numbers are even, and each odd one gives 2 for half of them, and -1 for half */
	long right = -NUMBERS / 2 + (long)NUMBERS / 2 * (NUMBERS / 2) * (2 - 1);
	char *end = NULL;
	unsigned long n = argc == 2 ? strtoul(argv[1], &end, 10) : 0;

	if (!n || *end || n > MOST) {
		fprintf(stderr, "usage: batch N, from 1 to %d\n", MOST);
		return 2;
	}
	executions = n;
	return iterate("batch", iteration, &right);
}
