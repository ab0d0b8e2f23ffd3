/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bench/duet.sh measures: work of a known amount, in registers or all over the memory.
 *
 *	duet_work spin N      N steps that touch no memory
 *	duet_work walk MB N   N loads, each of which says where the next one is, in so many MB */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t spin(uint64_t n)
{
	uint64_t x = 88172645463325252;

	for (uint64_t i = 0; i < n; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
	return x;
}

/* One cycle through all lines of 64 bytes, by Sattolo. */
static uint64_t walk(size_t mb, uint64_t n)
{
	enum { LINE = 64 / sizeof(size_t) };
	const size_t lines = mb * (1 << 20) / 64;
	size_t *next = malloc(lines * LINE * sizeof *next), at = 0;
	uint64_t x = 88172645463325252;

	if (!next || !lines)
		return 0;
	for (size_t i = 0; i < lines; i++)
		next[i * LINE] = i;
	for (size_t i = lines - 1; i > 0; i--) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		const size_t j = x % i, swap = next[i * LINE];
		next[i * LINE] = next[j * LINE];
		next[j * LINE] = swap;
	}
	for (uint64_t i = 0; i < n; i++)
		at = next[at * LINE];
	free(next);
	return at;
}

int main(int argc, char **argv)
{
	uint64_t x = 0;

	if (argc == 3 && !strcmp(argv[1], "spin"))
		x = spin(strtoull(argv[2], NULL, 10));
	else if (argc == 4 && !strcmp(argv[1], "walk"))
		x = walk(strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
	else
		return 2;
	return x == 1; /* so that it is computed */
}
