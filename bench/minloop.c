/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least that measuring a program can cost: vfork, execve, wait4 and two clock readings, and
 * nothing else. minloop N PROGRAM [WORD...] starts PROGRAM N times; prints the median wall time of
 * the programs in ns, and with -a before N all of them, in order of size. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* One start; the time goes to *wall. */
static bool run_once(char **words, int64_t *wall)
{
	volatile int64_t begin = 0; /* written by the child, in the memory of both */
	struct rusage usage;
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		begin = now();
		execve(words[0], words, environ);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid || status)
		return false;
	*wall = now() - begin;
	return true;
}

int main(int argc, char **argv)
{
	int at = argc > 1 && !strcmp(argv[1], "-a") ? 2 : 1;
	long n = argc > at + 1 ? strtol(argv[at], NULL, 10) : 0;
	int64_t *wall = n > 0 ? calloc((size_t)n, sizeof *wall) : NULL;

	if (!wall) {
		fputs("usage: minloop [-a] N PROGRAM [WORD...]\n", stderr);
		return 2;
	}
	for (long i = 0; i < n; i++)
		if (!run_once(argv + at + 1, &wall[i])) {
			fputs("minloop: the program did not run well\n", stderr);
			return 1;
		}
	qsort(wall, (size_t)n, sizeof *wall, by_value);
	for (long i = 0; at > 1 && i < n; i++)
		printf("%lld\n", (long long)wall[i]);
	if (at == 1)
		printf("%lld\n", (long long)wall[n / 2]);
	free(wall);
	return 0;
}
