/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak WORDS... -- COMMAND...: run a command with its output thrown away, and print WORDS with the most
 * memory that it, or a child of its, had resident at once, how long it took, and of processors. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void become(char **argv)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (nowhere >= 0)
		dup2(nowhere, STDOUT_FILENO);
	execvp(argv[0], argv);
	perror(argv[0]);
	_exit(127);
}

int main(int argc, char **argv)
{
	int at = 1, status = 0;
	struct rusage use;

	while (at < argc && strcmp(argv[at], "--") != 0)
		at++;
	if (at < 2 || at + 1 >= argc) {
		fputs("usage: peak WORDS... -- COMMAND...\n", stderr);
		return 2;
	}
	double begun = now();
	pid_t pid = fork();
	if (pid == 0)
		become(argv + at + 1);
	if (pid < 0 || wait4(pid, &status, 0, &use) != pid || status) {
		fprintf(stderr, "peak: '%s' failed\n", argv[at + 1]);
		return 1;
	}
	for (int i = 1; i < at; i++)
		printf("%s ", argv[i]);
	const double busy = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
		(double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
	printf("%.1f MiB, %.2f s, %.2f s of processors\n", (double)use.ru_maxrss / 1024,
		now() - begun, busy);
	return 0;
}
