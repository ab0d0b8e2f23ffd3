/* SPDX-License-Identifier: MIT */
#include "harness/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <assay.h>

static const struct event {
	uint32_t type;
	uint64_t config;
} events[AS_EVENTS] = {
	{PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
	{PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
	{PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
	{PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
};

const char *const as_event_names[AS_EVENTS] = {
	"cycles", "instructions", "branch misses", "cache misses", "page faults"};

/* Allocations of this thread; a thread in a library that is there from the start has its room
 * already. */
static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
	uint64_t calls, bytes;
} allocated;

static bool counts_allocations;

void assay_count_allocations_(void)
{
	counts_allocations = true;
}

void assay_allocated_(size_t bytes)
{
	allocated.calls++;
	allocated.bytes += bytes;
}

bool as_counts_allocations(void)
{
	return counts_allocations;
}

static int open_event(const struct event *e)
{
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof attr);
	attr.size = sizeof attr;
	attr.type = e->type;
	attr.config = e->config;
	attr.disabled = 1;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void as_counting_open(struct as_counting *c, bool wanted)
{
	for (int i = 0; i < AS_EVENTS; i++)
		c->fd[i] = wanted ? open_event(&events[i]) : -1;
}

void as_counting_close(struct as_counting *c)
{
	for (int i = 0; i < AS_EVENTS; i++)
		if (c->fd[i] >= 0)
			close(c->fd[i]);
}

void as_counting_start(struct as_counting *c)
{
	c->calls = allocated.calls;
	c->bytes = allocated.bytes;
	for (int i = 0; i < AS_EVENTS; i++)
		if (c->fd[i] >= 0)
			ioctl(c->fd[i], PERF_EVENT_IOC_ENABLE, 0);
}

void as_counting_stop(struct as_counting *c, double counts[AS_EVENTS], double *calls, double *bytes)
{
	for (int i = 0; i < AS_EVENTS; i++)
		if (c->fd[i] >= 0)
			ioctl(c->fd[i], PERF_EVENT_IOC_DISABLE, 0);
	*calls = (double)(allocated.calls - c->calls);
	*bytes = (double)(allocated.bytes - c->bytes);
	for (int i = 0; i < AS_EVENTS; i++) {
		uint64_t got[3] = {0}; /* value, time enabled, time running */
		counts[i] = (double)NAN;
		if (c->fd[i] >= 0 && read(c->fd[i], got, sizeof got) == (ssize_t)sizeof got &&
			got[2])
			counts[i] = (double)got[0] * ((double)got[1] / (double)got[2]);
	}
}

const char *as_counting_why_not(void)
{
	int fd = open_event(&events[0]);

	if (fd >= 0) {
		close(fd);
		return NULL;
	}
	if (errno == EACCES || errno == EPERM)
		return "the kernel does not allow it: lower /proc/sys/kernel/perf_event_paranoid, "
		       "or ask for CAP_PERFMON";
	if (errno == ENOENT || errno == EOPNOTSUPP || errno == ENODEV)
		return "this machine has none that the kernel knows: many virtual machines hide "
		       "them";
	if (errno == ENOSYS)
		return "this kernel was built without them";
	return "the kernel refuses to open one";
}
