/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be preloaded: clocks that tell what the test wants. CLOCKS_BACK=SECONDS sets CLOCK_REALTIME back
 * by so much half a second after the program began; CLOCKS_SUSPENDED=SECONDS is how much longer than
 * in truth the machine has been suspended. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long seconds_of(const char *name)
{
	const char *value = getenv(name);

	return value ? strtol(value, NULL, 10) : 0;
}

int clock_gettime(clockid_t id, struct timespec *out)
{
	static struct timespec began;
	int rc = (int)syscall(SYS_clock_gettime, id, out);

	if (rc != 0)
		return rc;
	if (id == CLOCK_BOOTTIME)
		out->tv_sec += seconds_of("CLOCKS_SUSPENDED");
	if (id != CLOCK_REALTIME)
		return 0;
	if (began.tv_sec == 0)
		began = *out;
	double age = (double)(out->tv_sec - began.tv_sec) + (double)(out->tv_nsec - began.tv_nsec) / 1e9;
	if (age > 0.5)
		out->tv_sec -= seconds_of("CLOCKS_BACK");
	return 0;
}
