/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fft - time a fast Fourier transform, and report each iteration to assay
 *
 *	fft [--allocate] [--pages] [SIZE [ITERATIONS]]
 *
 * One iteration transforms SIZE complex numbers (a power of two, default 16384) forth and back, into
 * memory that was allocated once at the start. With --allocate each iteration allocates that memory
 * for itself: the two variants of the FFT benchmark in T. Kalibera and P. Tuma, "Precise Regression
 * Benchmarking with Random Effects" (2006). With --pages each execution reports `page_conflicts`, too:
 * how many of its pages the second level of the cache has no room for (pages.h).
 *
 * Under assay, $ASSAY_REPORT names the file that takes the reports, $ASSAY_ITERATIONS and
 * $ASSAY_WARMUP say how many are wanted. Each iteration is reported as the time that passed, and as
 * the metric `processor`, the time that a processor worked for it: what else the machine does disturbs
 * that less. Without $ASSAY_REPORT, a small table is printed. */

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pages.h"

struct number {
	double re, im;
};

/* What an iteration computes: the transform of its input, and the input again. */
struct memory {
	struct number *spectrum, *back;
};

struct settings {
	size_t size;
	bool allocate, pages;
	long conflicts; /* with pages; -1: not known */
	size_t warmups, iterations;
};

/* The same for all iterations. */
struct constants {
	struct number *input;
	struct number *roots; /* size / 2 roots of unity, exp(-2 pi i k / size) */
};

/* One iteration: how long it took, how much of that the processor worked for it, and
 * CLOCK_MONOTONIC at its end. */
struct reading {
	int64_t ns, processor_ns, end_ns;
};

static bool memory_new(struct memory *m, size_t size)
{
	m->spectrum = malloc(size * sizeof *m->spectrum);
	m->back = malloc(size * sizeof *m->back);
	return m->spectrum && m->back;
}

static void memory_free(struct memory *m)
{
	free(m->spectrum);
	free(m->back);
}

static bool constants_new(struct constants *c, size_t size)
{
	const double turn = 2 * acos(-1.0);

	c->input = malloc(size * sizeof *c->input);
	c->roots = malloc((size / 2 + 1) * sizeof *c->roots);
	if (!c->input || !c->roots)
		return false;
	for (size_t i = 0; i < size; i++)
		c->input[i] = (struct number){(double)(i * 7919 % 1000) / 1000, (double)(i % 17) / 17};
	for (size_t k = 0; k < size / 2; k++) {
		double angle = turn * (double)k / (double)size;
		c->roots[k] = (struct number){cos(angle), -sin(angle)};
	}
	return true;
}

static void constants_free(struct constants *c)
{
	free(c->input);
	free(c->roots);
}

/* Each number goes where its index with the bits reversed says, times scale. */
static void reverse_bits(const struct number *from, struct number *to, size_t size, double scale)
{
	for (size_t i = 0, j = 0; i < size; i++) {
		size_t bit = size >> 1;
		to[j] = (struct number){from[i].re * scale, from[i].im * scale};
		for (; j & bit; bit >>= 1)
			j ^= bit;
		j ^= bit;
	}
}

/* Radix 2, decimation in time, in passes over x, whose order is reversed already; sign 1 is the
 * transform, -1 its inverse times size. */
static void transform(struct number *x, const struct number *roots, size_t size, double sign)
{
	for (size_t half = 1; half < size; half *= 2)
		for (size_t start = 0; start < size; start += 2 * half)
			for (size_t k = 0; k < half; k++) {
				struct number w = roots[k * (size / (2 * half))];
				struct number *a = &x[start + k], *b = a + half;
				double re = b->re * w.re - b->im * w.im * sign;
				double im = b->re * w.im * sign + b->im * w.re;
				*b = (struct number){a->re - re, a->im - im};
				*a = (struct number){a->re + re, a->im + im};
			}
}

static void forth_and_back(struct memory *m, const struct constants *c, size_t size)
{
	reverse_bits(c->input, m->spectrum, size, 1);
	transform(m->spectrum, c->roots, size, 1);
	reverse_bits(m->spectrum, m->back, size, 1 / (double)size);
	transform(m->back, c->roots, size, -1);
}

/* The largest difference between what went in and what came back. */
static double error_of(const struct number *x, const struct number *y, size_t size)
{
	double worst = 0;

	for (size_t i = 0; i < size; i++)
		worst = fmax(worst, hypot(x[i].re - y[i].re, x[i].im - y[i].im));
	return worst;
}

static int64_t now_ns(clockid_t which)
{
	struct timespec ts;

	clock_gettime(which, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* All iterations; *error receives the largest error of any, which is looked for outside the timed
 * span. Returns false when out of memory. */
static bool measure(const struct settings *s, const struct constants *c, struct memory *once,
	struct reading *out, double *error)
{
	*error = 0;
	for (size_t i = 0; i < s->warmups + s->iterations; i++) {
		struct memory *m = once, fresh = {0};
		int64_t start = now_ns(CLOCK_MONOTONIC);
		int64_t worked = now_ns(CLOCK_THREAD_CPUTIME_ID);
		if (s->allocate) {
			m = &fresh;
			if (!memory_new(m, s->size)) {
				memory_free(m);
				return false;
			}
		}
		forth_and_back(m, c, s->size);
		out[i].processor_ns = now_ns(CLOCK_THREAD_CPUTIME_ID) - worked;
		out[i].end_ns = now_ns(CLOCK_MONOTONIC);
		out[i].ns = out[i].end_ns - start;
		*error = fmax(*error, error_of(m->back, c->input, s->size));
		memory_free(&fresh);
	}
	return true;
}

/* The lines of a report on their way to the file: written when 4096 bytes are full, in whole lines,
 * so that each write is one that nobody's lines can come between. */
struct report {
	int fd;
	char lines[4096];
	size_t n;
	bool failed;
};

static void flush(struct report *r)
{
	if (write(r->fd, r->lines, r->n) != (ssize_t)r->n)
		r->failed = true;
	r->n = 0;
}

static void add_line(struct report *r, const char *line)
{
	size_t n = strlen(line);

	if (r->n + n > sizeof r->lines)
		flush(r);
	memcpy(r->lines + r->n, line, n);
	r->n += n;
}

static bool send_report(const char *path, const struct settings *s, const struct reading *v,
	const char *failure)
{
	struct report r = {.fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)};
	char line[128];

	if (r.fd < 0)
		return false;
	add_line(&r, "assay 1\n");
	for (size_t i = 0; i < s->warmups + s->iterations; i++) {
		snprintf(line, sizeof line, "%s %lld ns t=%lld\n", i < s->warmups ? "warmup" : "iteration",
			(long long)v[i].ns, (long long)v[i].end_ns);
		add_line(&r, line);
		snprintf(line, sizeof line, "value processor %lld ns less\n",
			(long long)v[i].processor_ns);
		add_line(&r, line);
	}
	if (s->conflicts >= 0) {
		snprintf(line, sizeof line, "execution page_conflicts %ld pages less\n", s->conflicts);
		add_line(&r, line);
	}
	if (failure) {
		snprintf(line, sizeof line, "failed %s\n", failure);
		add_line(&r, line);
	}
	flush(&r);
	return !close(r.fd) && !r.failed;
}

static int by_time(const void *x, const void *y)
{
	const struct reading *a = x, *b = y;

	return (a->ns > b->ns) - (a->ns < b->ns);
}

static void print_table(const struct settings *s, struct reading *v, double error)
{
	struct reading *first = v + s->warmups;
	size_t n = s->iterations, middle = n / 2;
	double sum = 0;

	qsort(first, n, sizeof *v, by_time);
	for (size_t i = 0; i < n; i++)
		sum += (double)first[i].ns;
	printf("%zu numbers forth and back, %s, %zu iterations\n", s->size,
		s->allocate ? "memory allocated each time" : "memory allocated once", n);
	printf("  minimum   %10.1f us\n", (double)first[0].ns / 1e3);
	printf("  median    %10.1f us\n", (double)first[middle].ns / 1e3);
	printf("  mean      %10.1f us\n", sum / (double)n / 1e3);
	printf("  maximum   %10.1f us\n", (double)first[n - 1].ns / 1e3);
	printf("  error     %10.1e\n", error);
}

/* A whole number from 1 to 2^24 (from 0 with zero); false for anything else. */
static bool parse_count(const char *text, bool zero, size_t *out)
{
	char *end;

	errno = 0;
	long v = strtol(text, &end, 10);
	if (errno || end == text || *end || v < !zero || v > 1 << 24)
		return false;
	*out = (size_t)v;
	return true;
}

static bool parse(int argc, char **argv, struct settings *s)
{
	const char *iterations = getenv("ASSAY_ITERATIONS"), *warmups = getenv("ASSAY_WARMUP");
	size_t *const words[] = {&s->size, &s->iterations};
	size_t n = 0;

	if (iterations && !parse_count(iterations, false, &s->iterations))
		return false;
	if (warmups && !parse_count(warmups, true, &s->warmups))
		return false;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--allocate"))
			s->allocate = true;
		else if (!strcmp(argv[i], "--pages"))
			s->pages = true;
		else if (n == 2 || !parse_count(argv[i], false, words[n++]))
			return false;
	return (s->size & (s->size - 1)) == 0;
}

/* Of what an execution has in memory until its end. */
static long conflicts(const struct settings *s, const struct constants *c, const struct memory *once)
{
	const size_t all = s->size * sizeof *c->input;
	const void *const from[] = {c->input, c->roots, once->spectrum, once->back};
	const size_t bytes[] = {all, all / 2, all, all};

	return s->pages && !s->allocate ? page_conflicts(from, bytes, 4) : -1;
}

/* Measures, and tells assay or the terminal. Returns the exit status. */
static int run(struct settings *s, const struct constants *c, struct memory *once,
	struct reading *v)
{
	const char *path = getenv("ASSAY_REPORT"), *failure = NULL;
	double error = 0;

	if (!measure(s, c, once, v, &error)) {
		fprintf(stderr, "fft: out of memory\n");
		return 1;
	}
	s->conflicts = conflicts(s, c, once);
	if (!(error < 1e-9))
		failure = "the inverse transform did not give the input back";
	if (failure)
		fprintf(stderr, "fft: %s\n", failure);
	if (!path) {
		print_table(s, v, error);
	} else if (!send_report(path, s, v, failure)) {
		fprintf(stderr, "fft: cannot write the report '%s': %s\n", path, strerror(errno));
		return 1;
	}
	return failure != NULL;
}

int main(int argc, char **argv)
{
	struct settings s = {.size = 16384, .iterations = 20};
	struct constants c = {0};
	struct memory once = {0};

	if (!parse(argc, argv, &s)) {
		fprintf(stderr, "usage: fft [--allocate] [--pages] [SIZE [ITERATIONS]]; SIZE is a power of two, "
				"both are from 1 to 16777216\n");
		return 2;
	}

	struct reading *v = calloc(s.warmups + s.iterations, sizeof *v);
	int status = 1;
	if (v && constants_new(&c, s.size) && memory_new(&once, s.size))
		status = run(&s, &c, &once, v);
	else
		fprintf(stderr, "fft: out of memory\n");
	memory_free(&once);
	constants_free(&c);
	free(v);
	return status;
}
