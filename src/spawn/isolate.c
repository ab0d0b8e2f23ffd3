/* SPDX-License-Identifier: MIT */
#include "spawn/isolate.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WORD_BITS = 64 };

static bool enter(const char *entrance)
{
	int fd = open(entrance, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	ssize_t n = write(fd, "0", 1);
	int error = errno;
	close(fd);
	errno = error;
	return n == 1;
}

/* The kernel takes those of the processors that the cpuset has, and says nothing of the others. */
static bool pin(const uint64_t cpus[static AS_SPAWN_CPU_WORDS])
{
	const size_t size = AS_SPAWN_CPU_WORDS * sizeof *cpus;
	uint64_t got[AS_SPAWN_CPU_WORDS] = {0};

	if (syscall(SYS_sched_setaffinity, 0, size, cpus) != 0 ||
		syscall(SYS_sched_getaffinity, 0, size, got) < 0)
		return false;
	errno = EINVAL;
	return !memcmp(got, cpus, size);
}

static bool bind_memory(uint64_t nodes)
{
	unsigned long mask = (unsigned long)nodes;

	return syscall(SYS_set_mempolicy, MPOL_BIND, &mask, WORD_BITS + 1UL) == 0;
}

static bool set_priority(const struct as_isolation *w)
{
	const struct sched_param urgent = {.sched_priority = w->priority};

	if (w->policy == AS_POLICY_FIFO)
		return sched_setscheduler(0, SCHED_FIFO, &urgent) == 0;
	return setpriority(PRIO_PROCESS, 0, w->priority) == 0;
}

enum as_launch_step as_isolate(const struct as_isolation *w)
{
	if (w->cpuset && !enter(w->cpuset))
		return AS_STEP_CPUSET;
	if (w->pinned && !pin(w->cpus))
		return AS_STEP_CPUS;
	if (w->nodes && !bind_memory(w->nodes))
		return AS_STEP_MEMORY;
	if (w->policy != AS_POLICY_KEPT && !set_priority(w))
		return AS_STEP_PRIORITY;
	return AS_STEP_NONE;
}
