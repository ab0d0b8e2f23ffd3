/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast experiments are written and read as JSON, beside jansson's parse of the same file, in
 * seconds of the processor, best of three.
 *
 * usage: bench_format [ITERATIONS [FILE]]     FILE is left there, to be imported */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/text.h"
#include "format/native.h"

enum { EXECUTIONS = 1000, TIMES = 3 };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static enum as_status keep(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)err;
	as_text_add_n(to, bytes, n);
	return AS_OK;
}

/* Iterations of about a millisecond, in whole ns or in all the digits of a double. */
static struct as_experiment *sample(size_t iterations, bool whole)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = x ? as_experiment_add_subject(x, "sample", "./sample") : NULL;
	uint64_t random = 1;
	size_t unit, n = 0;
	enum as_status st = s ? AS_OK : AS_ERR_MEM;

	for (size_t e = 0; !st && e < EXECUTIONS; e++) {
		const struct as_unit u = {.order = (uint32_t)e, .round = (uint32_t)e, .seed = e,
			.started_ns = INT64_C(1760000000000000000) + (int64_t)e, .cost_s = 0.5};
		st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, NULL);
		for (size_t i = 0; !st && i < iterations / EXECUTIONS; i++, n++) {
			random = random * UINT64_C(6364136223846793005) + 1;
			double v = 1e6 + (double)(random >> 44);
			st = as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, NULL);
			if (!st)
				st = as_subject_set(s, AS_LEVEL_ITERATION, n, AS_METRIC_TIME,
					whole ? v : v / 7, NULL);
		}
	}
	if (st) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	x->uuid = whole ? "00000000000000000000000000000001" : "00000000000000000000000000000002";
	return x;
}

static double best_write(const struct as_experiment *x, struct as_text *t)
{
	const struct as_sink sink = {keep, t};
	double best = 1e9;

	for (int i = 0; i < TIMES; i++) {
		as_text_clear(t);
		double begin = now();
		if (as_native_write(x, &sink, NULL))
			exit(1);
		best = now() - begin < best ? now() - begin : best;
	}
	return best;
}

static double best_read(const struct as_text *t)
{
	double best = 1e9;

	for (int i = 0; i < TIMES; i++) {
		struct as_bytes bytes = {t->data, t->len};
		const struct as_source from = as_source_of(&bytes);
		struct as_experiment *x = NULL;
		double begin = now();
		if (as_native_read(&from, "memory", &x, NULL))
			exit(1);
		best = now() - begin < best ? now() - begin : best;
		as_experiment_free(x);
	}
	return best;
}

static double best_jansson(const struct as_text *t)
{
	double best = 1e9;

	for (int i = 0; i < TIMES; i++) {
		double begin = now();
		json_t *root = json_loadb(t->data, t->len, 0, NULL);
		best = now() - begin < best ? now() - begin : best;
		if (!root)
			exit(1);
		json_decref(root);
	}
	return best;
}

int main(int argc, char **argv)
{
	const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;

	for (int whole = 1; whole >= 0; whole--) {
		struct as_experiment *x = sample(n, whole);
		struct as_text t = {0};
		const double write = best_write(x, &t), read = best_read(&t), jansson = best_jansson(&t);
		const double mb = (double)t.len / 1e6;
		printf("%zu iterations, %s, %.1f MB: write %.0f MB/s, read %.0f MB/s, jansson %.0f MB/s: "
		       "%.1f times as fast\n", n, whole ? "whole ns" : "all digits", mb, mb / write,
			mb / read, mb / jansson, jansson / read);
		FILE *f = whole && argc > 2 ? fopen(argv[2], "wb") : NULL;
		if (f) {
			fwrite(t.data, 1, t.len, f);
			fclose(f);
		}
		as_text_release(&t);
		as_experiment_free(x);
	}
	return 0;
}
