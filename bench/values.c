/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reporting many values costs the program that is measured, of processor time a value: values N */
#include <assay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may work beside */
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
	const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	uint64_t x = 88172645463325252u;
	struct assay_values v;

	if (!n || assay_values_begin(&v, n))
		return 1;
	const double begin = now_ns();
	for (size_t i = 0; i < n; i++) {
		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		assay_value(&v, x >> 44); /* up to 1 ms, as an answer might take */
	}
	const double kept = now_ns();
	if (assay_values_report(&v, "latency", "ns"))
		return 1;
	const double reported = now_ns();
	fprintf(stderr, "%.2f ns a value to keep it, %.2f ns to report it\n", (kept - begin) / (double)n,
		(reported - kept) / (double)n);
	return 0;
}
