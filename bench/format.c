/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast experiments are written and read as JSON, beside jansson's parse of the same file, and as
 * CSV, beside a loop that splits its lines and calls strtod; in seconds of the processor, best of three.
 *
 * usage: bench_format [ITERATIONS [FILE]]
 * With FILE, which ends in .json, .csv or .short.csv, only that kind is tried, and FILE is left. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/num.h"
#include "base/text.h"
#include "format/native/native.h"
#include "format/table/sheet.h"

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

typedef enum as_status (*writer)(const struct as_experiment *x, const struct as_sink *sink,
	struct as_err *err);
typedef enum as_status (*reader)(const struct as_source *source, const char *name,
	struct as_experiment **out, struct as_err *err);

static double best_write(writer write, const struct as_experiment *x, struct as_text *t)
{
	const struct as_sink sink = {keep, t};
	double best = 1e9;

	for (int i = 0; i < TIMES; i++) {
		as_text_clear(t);
		double begin = now();
		if (write(x, &sink, NULL))
			exit(1);
		best = now() - begin < best ? now() - begin : best;
	}
	return best;
}

static double best_read(reader read, const struct as_text *t)
{
	double best = 1e9;

	for (int i = 0; i < TIMES; i++) {
		struct as_bytes bytes = {t->data, t->len};
		const struct as_source from = as_source_of(&bytes);
		struct as_experiment *x = NULL;
		double begin = now();
		if (read(&from, "memory", &x, NULL))
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

/* The least that a reader of the table has to do: find fields, and make numbers of those that are. */
static double best_split(const struct as_text *t)
{
	double best = 1e9, sum = 0;

	for (int i = 0; i < TIMES; i++) {
		double begin = now();
		for (const char *s = t->data; *s; s += *s != '\0') {
			if (*s >= '0' && *s <= '9') {
				char *end;
				sum += strtod(s, &end);
				s = end;
			}
			s += strcspn(s, ",\n");
		}
		best = now() - begin < best ? now() - begin : best;
	}
	return sum > 0 ? best : 1e9;
}

static void leave(const struct as_text *t, const char *path)
{
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(t->data, 1, t->len, f) != t->len || fclose(f)) {
		perror(path);
		exit(1);
	}
}

/* The table that others would write of x: its iterations, in as few columns as there can be. */
static enum as_status write_short(const struct as_experiment *x, const struct as_sink *sink,
	struct as_err *err)
{
	const struct as_subject *s = &x->subjects[0];
	const struct as_column *v = &s->levels[AS_LEVEL_ITERATION].columns[0];
	struct as_text t = {0};
	char number[32];

	as_text_add(&t, "execution,iteration,value,unit\n");
	const size_t each = s->levels[AS_LEVEL_ITERATION].n / EXECUTIONS;

	for (size_t i = 0; i < each * EXECUTIONS; i++) {
		as_double_text(as_column_at(v, i), number);
		as_text_addf(&t, "%zu,%zu,%s,ns\n", i / each, i % each, number);
	}
	enum as_status st = sink->write(sink->to, t.data, t.len, err);
	as_text_release(&t);
	return st;
}

struct kind {
	const char *name, *peer_name, *ending;
	writer write;
	reader read;
	double (*peer)(const struct as_text *t);
};

static const struct kind kinds[] = {
	{"JSON", "jansson", ".json", as_native_write, as_native_read, best_jansson},
	{"CSV", "splitting and strtod", ".csv", as_sheet_write, as_sheet_read, best_split},
	{"CSV of short lines", "splitting and strtod", ".short.csv", write_short, as_sheet_read,
		best_split},
};

/* x as a file of one kind, beside a peer who reads it. */
static void compare(const struct as_experiment *x, const struct kind *k, const char *what,
	const char *file)
{
	struct as_text t = {0};
	const double write = best_write(k->write, x, &t);
	const double read = best_read(k->read, &t);
	const double peer = k->peer(&t);
	const double mb = (double)t.len / 1e6;

	printf("%s, %s, %.1f MB: write %.0f MB/s, read %.0f MB/s, %s %.0f MB/s: %.1f times as fast\n",
		k->name, what, mb, mb / write, mb / read, k->peer_name, mb / peer, peer / read);
	if (file)
		leave(&t, file);
	as_text_release(&t);
}

static bool is_left(const struct kind *k, const char *file)
{
	const char *ending = strchr(file, '.');

	return ending && !strcmp(ending, k->ending);
}

int main(int argc, char **argv)
{
	const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;

	const char *file = argc > 2 ? argv[2] : NULL, *base = file ? strrchr(file, '/') : NULL;

	for (int whole = 1; whole >= (file ? 1 : 0); whole--) {
		struct as_experiment *x = sample(n, whole);
		for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
			if (!file || is_left(&kinds[i], base ? base : file))
				compare(x, &kinds[i], whole ? "whole ns" : "all digits", file);
		as_experiment_free(x);
	}
	return 0;
}
