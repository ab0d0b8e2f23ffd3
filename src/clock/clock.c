/* SPDX-License-Identifier: MIT */
#include "clock/clock.h"

#include <stddef.h>
#include <time.h>

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
