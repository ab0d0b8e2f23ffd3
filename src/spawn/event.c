/* SPDX-License-Identifier: MIT */
#include "spawn/event.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

int as_event_open(const struct as_event *e)
{
	struct perf_event_attr attr = {
		.type = e->type,
		.size = sizeof attr,
		.config = e->config,
		.config1 = e->config1,
		.config2 = e->config2,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = 1,
		.inherit = 1,
		.enable_on_exec = 1,
		.exclude_user = e->no_user,
		.exclude_kernel = e->no_kernel,
		.exclude_hv = e->no_kernel,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void as_events_open(const struct as_event *e, size_t n, int *fd, struct as_event_count *counts)
{
	for (size_t i = 0; i < n; i++) {
		fd[i] = as_event_open(&e[i]);
		counts[i] = (struct as_event_count){.error = fd[i] < 0 ? errno : 0};
	}
}

void as_events_read(const int *fd, size_t n, struct as_event_count *counts)
{
	for (size_t i = 0; i < n; i++) {
		int64_t v[3];

		if (fd[i] < 0)
			continue;
		ssize_t got = read(fd[i], v, sizeof v);
		if (got == (ssize_t)sizeof v)
			counts[i] = (struct as_event_count){
				.value = v[0], .enabled_ns = v[1], .running_ns = v[2]};
		else
			counts[i].error = got < 0 ? errno : EIO;
		close(fd[i]);
	}
}

void as_events_close(const int *fd, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (fd[i] >= 0)
			close(fd[i]);
}
