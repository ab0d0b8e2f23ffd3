/* SPDX-License-Identifier: MIT */
#include "clock/clock.h"

#include <stddef.h>
#include <time.h>

enum { PAIRS = 100000, CELLS = 4096 };

static int64_t read_clock(clockid_t id)
{
	struct timespec ts = {0};

	clock_gettime(id, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

int64_t as_clock_now(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

int64_t as_clock_suspended(void)
{
	return read_clock(CLOCK_BOOTTIME) - read_clock(CLOCK_MONOTONIC);
}

int64_t as_clock_used(long pid)
{
	clockid_t id = CLOCK_PROCESS_CPUTIME_ID;

	return pid && clock_getcpuclockid((pid_t)pid, &id) ? 0 : read_clock(id);
}

int64_t as_clock_date(void)
{
	return read_clock(CLOCK_REALTIME);
}

/* Differences are counted in cells of 1 ns, so that the median needs no array of all of them;
 * what is beyond the last cell is an interruption and counts as that. */
struct as_clock_facts as_clock_measure(void)
{
	unsigned cells[CELLS] = {0};
	struct as_clock_facts f = {.resolution_ns = 0, .cost_ns = CELLS - 1};
	size_t seen = 0;

	for (int i = 0; i < PAIRS; i++) {
		int64_t a = as_clock_now(), d = as_clock_now() - a;
		cells[d < 0 ? 0 : d < CELLS ? d : CELLS - 1]++;
	}
	for (int d = 1; d < CELLS && !f.resolution_ns; d++)
		if (cells[d])
			f.resolution_ns = d;
	for (int d = 0; d < CELLS; d++) {
		seen += cells[d];
		if (seen >= PAIRS / 2) {
			f.cost_ns = d;
			break;
		}
	}
	return f;
}
