/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ITERATIONS_H
#define ITERATIONS_H

/* Times the iterations of an example, and reports them to assay: wall time, and as the metric
 * `processor` the time that the processor worked for this thread, which what else the machine does
 * disturbs less. An iteration that calls part_begins and part_ends is timed between them alone.
 * Alone, an example prints a line of its wall times. C++ compiles it, too. */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* In nanoseconds; end is on CLOCK_MONOTONIC. */
struct iteration {
	int64_t wall, processor, end;
};

/* One iteration: false if it did not compute what it should. */
typedef bool iteration_work(void *context);

static int64_t clock_ns(clockid_t which)
{
	struct timespec ts;

	clock_gettime(which, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* A count that assay gives in the environment, from 0 to a million; else that which is usual. */
static size_t count_of(const char *name, size_t usual)
{
	const char *text = getenv(name);
	char *end;
	unsigned long n = text ? strtoul(text, &end, 10) : usual;

	return text && (end == text || *end || n > 1000000) ? usual : n;
}

/* Of an iteration that times parts of itself alone: their sum so far. */
static struct {
	int64_t wall, processor;
	bool timed;
} parts;

static inline void part_begins(void)
{
	parts.wall -= clock_ns(CLOCK_MONOTONIC);
	parts.processor -= clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

static inline void part_ends(void)
{
	parts.processor += clock_ns(CLOCK_THREAD_CPUTIME_ID);
	parts.wall += clock_ns(CLOCK_MONOTONIC);
	parts.timed = true;
}

static bool measure(iteration_work *work, void *context, struct iteration *v, size_t n)
{
	bool right = true;

	for (size_t i = 0; i < n; i++) {
		parts.wall = parts.processor = parts.timed = 0;
		int64_t wall = clock_ns(CLOCK_MONOTONIC);
		int64_t processor = clock_ns(CLOCK_THREAD_CPUTIME_ID);
		right = work(context) && right;
		v[i].processor = clock_ns(CLOCK_THREAD_CPUTIME_ID) - processor;
		v[i].end = clock_ns(CLOCK_MONOTONIC);
		v[i].wall = v[i].end - wall;
		if (parts.timed) {
			v[i].wall = parts.wall;
			v[i].processor = parts.processor;
		}
	}
	return right;
}

/* Whole lines, in as few writes as need be: each of at most 4096 bytes, so that nobody's lines can
 * come between. */
static bool send_report(const char *path, const struct iteration *v, size_t warmups, size_t n,
	bool right)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	bool well = fd >= 0;
	char lines[4096];
	size_t used = 0;

	for (size_t i = 0; i <= n && well; i++) {
		size_t room = sizeof lines - used;
		if (!i)
			used = (size_t)snprintf(lines, room, "assay 1\n");
		else
			used += (size_t)snprintf(lines + used, room,
				"%s %lld ns t=%lld\nvalue processor %lld ns less\n",
				i <= warmups ? "warmup" : "iteration", (long long)v[i - 1].wall,
				(long long)v[i - 1].end, (long long)v[i - 1].processor);
		if (i == n && !right)
			used += (size_t)snprintf(lines + used, sizeof lines - used,
				"failed the result was wrong\n");
		if (i == n || used > sizeof lines - 256) {
			well = write(fd, lines, used) == (ssize_t)used;
			used = 0;
		}
	}
	if (fd >= 0)
		well = !close(fd) && well;
	return well;
}

static int by_wall(const void *a, const void *b)
{
	const struct iteration *x = (const struct iteration *)a, *y = (const struct iteration *)b;

	return (x->wall > y->wall) - (x->wall < y->wall);
}

static void print_times(struct iteration *v, size_t n)
{
	qsort(v, n, sizeof *v, by_wall);
	printf("%zu iterations: minimum %.1f us, median %.1f us, maximum %.1f us\n", n,
		(double)v[0].wall / 1e3, (double)v[n / 2].wall / 1e3, (double)v[n - 1].wall / 1e3);
}

/* Do all iterations, and tell assay or the terminal. Returns the exit status of the program. */
static int iterate(const char *program, iteration_work *work, void *context)
{
	const char *path = getenv("ASSAY_REPORT");
	size_t warmups = count_of("ASSAY_WARMUP", 0), n = count_of("ASSAY_ITERATIONS", 20);
	struct iteration *v = (struct iteration *)calloc(warmups + n + 1, sizeof *v);
	bool right = v && measure(work, context, v, warmups + n), well = true;

	if (v && path)
		well = send_report(path, v, warmups, warmups + n, right);
	else if (v && n)
		print_times(v + warmups, n);
	if (!well)
		fprintf(stderr, "%s: cannot write the report '%s': %s\n", program, path,
			strerror(errno));
	else if (!right)
		fprintf(stderr, "%s: %s\n", program, v ? "the result was wrong" : "out of memory");
	free(v);
	return !right || !well;
}

#endif
