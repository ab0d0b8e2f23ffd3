/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy PAGES NAPS [CHILD]: touches so many fresh pages and sleeps so often; with a third word in a child. */

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int work(long pages, long naps)
{
	const struct timespec nap = {.tv_nsec = 1000000};
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = ((size_t)pages + 1) * page;
	void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	volatile char *p = room;

	if (room == MAP_FAILED)
		return 1;
	madvise(room, bytes, MADV_NOHUGEPAGE);
	for (long i = 0; i < pages; i++)
		p[(size_t)i * page] = 1;
	for (long i = 0; i < naps; i++)
		nanosleep(&nap, NULL);
	return 0;
}

int main(int argc, char **argv)
{
	long pages = argc > 1 ? strtol(argv[1], NULL, 10) : 0, naps = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
	int status = 0;

	if (argc < 4)
		return work(pages, naps);
	if (fork() == 0)
		_exit(work(pages, naps));
	wait(&status);
	return status != 0;
}
