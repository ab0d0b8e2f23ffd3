/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be preloaded: clocks that tell what the test wants. CLOCKS_BACK=SECONDS sets CLOCK_REALTIME back
 * by so much half a second after the program began; CLOCKS_SUSPENDED=SECONDS is how much longer than
 * in truth the machine has been suspended; CLOCKS_SUSPEND=SECONDS suspends it for so long half a second
 * after the program began, as far as the clocks tell; CLOCKS_PAUSE=SECONDS lets so long pass then.
 * CLOCKS_AHEAD=SECONDS: CLOCK_REALTIME was wrong by so much all the time. */
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
	struct timespec now;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	if (began.tv_sec == 0)
		began = now;
	if (id == CLOCK_REALTIME)
		out->tv_sec += seconds_of("CLOCKS_AHEAD");
	double age = (double)(now.tv_sec - began.tv_sec) + (double)(now.tv_nsec - began.tv_nsec) / 1e9;
	if (id == CLOCK_BOOTTIME)
		out->tv_sec += seconds_of("CLOCKS_SUSPENDED");
	if (age > 0.5 && id == CLOCK_REALTIME)
		out->tv_sec -= seconds_of("CLOCKS_BACK");
	if (age > 0.5 && (id == CLOCK_REALTIME || id == CLOCK_BOOTTIME))
		out->tv_sec += seconds_of("CLOCKS_SUSPEND");
	if (age > 0.5)
		out->tv_sec += seconds_of("CLOCKS_PAUSE");
	return 0;
}
