/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one writes by hand who knows how long it takes: hand NAME MILLISECONDS prints the least time of an
 * operation in ns, of measurements of some 30 to 100 us. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chain.h"

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static uint64_t kept = 1;

#define LOOP(name, body) \
	static double name(uint64_t n) \
	{ \
		uint64_t x = kept, left = n; \
		double start = now(); \
		do { \
			body; \
			__asm__ volatile("" : "+r"(left)); \
		} while (--left); \
		double stop = now(); \
		kept = x; \
		return (stop - start) / (double)n; \
	}

LOOP(empty, )
LOOP(chain1, x = chain(x, 1))
LOOP(chain100, x = chain(x, 100))
LOOP(chain10000, x = chain(x, 10000))

static const struct {
	const char *name;
	double (*run)(uint64_t n);
	uint64_t n;
} loops[] = {
	{"empty", empty, 300000}, {"chain1", chain1, 300000}, {"chain100", chain100, 3000}, {"chain10000", chain10000, 10},
};

int main(int argc, char **argv)
{
	double least = 1e300, end = now() + (argc > 2 ? strtod(argv[2], NULL) : 100) * 1e6;

	for (size_t i = 0; argc > 1 && i < sizeof loops / sizeof *loops; i++)
		while (!strcmp(argv[1], loops[i].name) && now() < end) {
			double ns = loops[i].run(loops[i].n);
			least = ns < least ? ns : least;
		}
	printf("%.9g\n", least);
	return least < 1e300 ? 0 : 2;
}
