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

/* A counter of nothing that no child inherits. Without it parent and child have the same counters,
 * which lets the kernel swap them where it switches from one to the other instead of copying
 * numbers; then the child's execve switches on what is ours, and no later child is counted. */
static int open_anchor(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof attr,
		.config = PERF_COUNT_SW_DUMMY,
		.disabled = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static bool is_same(const struct as_event *a, const struct as_event *b)
{
	return a->type == b->type && a->no_user == b->no_user && a->no_kernel == b->no_kernel &&
		a->config == b->config && a->config1 == b->config1 && a->config2 == b->config2;
}

static bool are_same(const struct as_event_set *s, const struct as_event *e, size_t n)
{
	if (s->n != n || (n && s->anchor < 0))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!is_same(&s->events[i], &e[i]))
			return false;
	return true;
}

static struct as_event_count read_one(const struct as_event_set *s, size_t i)
{
	int64_t v[3];

	if (s->fd[i] < 0)
		return (struct as_event_count){.error = s->error[i]};
	ssize_t got = read(s->fd[i], v, sizeof v);
	if (got != (ssize_t)sizeof v)
		return (struct as_event_count){.error = got < 0 ? errno : EIO};
	return (struct as_event_count){.value = v[0], .enabled_ns = v[1], .running_ns = v[2]};
}

void as_events_begin(struct as_event_set *s, const struct as_event *e, size_t n)
{
	if (!are_same(s, e, n)) {
		as_events_close(s);
		s->anchor = n ? open_anchor() : -1;
		for (size_t i = 0; i < n; i++) {
			s->events[i] = e[i];
			s->fd[i] = -1;
		}
		s->n = n;
	}
	for (size_t i = 0; i < n; i++) {
		if (s->fd[i] < 0) {
			s->fd[i] = as_event_open(&e[i]);
			s->error[i] = s->fd[i] < 0 ? errno : 0;
		}
		s->before[i] = read_one(s, i);
	}
}

void as_events_end(struct as_event_set *s, struct as_event_count *counts)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct as_event_count *before = &s->before[i];
		struct as_event_count now = read_one(s, i);

		if (before->error || now.error)
			counts[i] = (struct as_event_count){
				.error = before->error ? before->error : now.error};
		else
			counts[i] = (struct as_event_count){.value = now.value - before->value,
				.enabled_ns = now.enabled_ns - before->enabled_ns,
				.running_ns = now.running_ns - before->running_ns};
	}
}

void as_events_close(struct as_event_set *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->fd[i] >= 0)
			close(s->fd[i]);
	if (s->n && s->anchor >= 0)
		close(s->anchor);
	s->n = 0;
}
