/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works for a millisecond by the clock. */

#include <stdint.h>
#include <time.h>

enum { SPIN_NS = 1000000 };

static int64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

int main(void)
{
	for (int64_t end = now() + SPIN_NS; now() < end;)
		;
	return 0;
}
