/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rooms HEAP BLOCK DATA THREADS STACK MS [CHILD]: uses so many MiB of small blocks of malloc, of one large
 * mapping, of static data (16 at most), and of the stack of each of so many threads, and holds them for MS
 * milliseconds, with a seventh word in a child and in itself. */

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MIB = 1 << 20, SMALL = 64 * 1024, THREADS_MAX = 1024, DATA_MAX = 16 };

static volatile char data[DATA_MAX * MIB];

struct hold {
	size_t stack;
	long ms;
	pthread_barrier_t *all;
};

static void touch(volatile char *p, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += 1024)
		p[i] = 1;
}

static void *hold(void *arg)
{
	const struct hold *h = arg;
	volatile char *room = __builtin_alloca(h->stack + 1);
	const struct timespec nap = {.tv_sec = h->ms / 1000, .tv_nsec = h->ms % 1000 * 1000000};

	touch(room, h->stack);
	pthread_barrier_wait(h->all);
	nanosleep(&nap, NULL);
	return NULL;
}

static int live(const long *n)
{
	static pthread_t threads[THREADS_MAX];
	size_t block = (size_t)n[1] * MIB;
	pthread_barrier_t all;
	struct hold h = {.stack = (size_t)n[4] * MIB, .ms = n[5], .all = &all};
	long started = 0;
	pthread_attr_t attr;

	for (long i = 0; i < n[0] * (MIB / SMALL); i++) {
		char *p = malloc(SMALL - 32);
		if (!p)
			return 1;
		touch(p, SMALL - 32);
	}
	volatile char *large = mmap(NULL, block + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	touch(large, block);
	touch(data, (size_t)n[2] * MIB);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, h.stack + MIB);
	pthread_barrier_init(&all, NULL, (unsigned)n[3] + 1);
	while (started < n[3] && !pthread_create(&threads[started], &attr, hold, &h))
		started++;
	if (started < n[3])
		return 1;
	struct hold own = {.ms = n[5], .all = &all};
	hold(&own);
	for (long i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

int main(int argc, char **argv)
{
	long n[6] = {0};
	int status = 0;

	for (int i = 0; i < 6 && i + 1 < argc; i++)
		n[i] = strtol(argv[i + 1], NULL, 10);
	if (n[3] > THREADS_MAX || n[2] > DATA_MAX)
		return 2;
	pid_t child = argc > 7 ? fork() : 0;
	if (argc > 7 && !child)
		_exit(live(n));
	if (live(n))
		return 1;
	if (child > 0)
		waitpid(child, &status, 0);
	return status != 0;
}
