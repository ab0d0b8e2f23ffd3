/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a full store costs. list DIR [N] puts N experiments (10000) of 2 commands and 20 rounds into
 * DIR/assay.db and times opening the store, listing and reading. `assay list --store DIR` can then
 * be timed as a whole process. DIR stays; a second call adds N more. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/num.h"
#include "store/store.h"

enum { ROUNDS = 20, TIMES = 9 };

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static int complain(enum as_status st, const struct as_err *err)
{
	if (st)
		fprintf(stderr, "list: %s\n", err->msg);
	return st ? EXIT_FAILURE : EXIT_SUCCESS;
}

static enum as_status add_subject(struct as_experiment *x, const char *command, double mean,
	struct as_err *err)
{
	static const enum as_metric_id metrics[] = {AS_METRIC_WALL, AS_METRIC_USER,
		AS_METRIC_SYSTEM, AS_METRIC_CPU, AS_METRIC_PEAK_MEMORY, AS_METRIC_MINOR_FAULTS};
	struct as_subject *s = as_experiment_add_subject(x, command, command);
	enum as_status st = s ? AS_OK : as_fail_memory(err);
	size_t e = 0;

	for (uint32_t k = 0; !st && k < ROUNDS; k++) {
		struct as_unit u = {
			.order = 2 * k, .round = k, .started_ns = x->started_ns, .seed = k};
		st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, err);
		for (size_t m = 0; !st && m < sizeof metrics / sizeof *metrics; m++)
			st = as_subject_set(s, AS_LEVEL_EXECUTION, e, metrics[m],
				round(mean * (1 + 0.01 * sin(k * mean))), err);
	}
	return st;
}

static enum as_status put_one(struct as_store *s, int64_t started_ns, struct as_err *err)
{
	struct as_summary y[2] = {{0}};
	const struct as_analysis a = {.n_subjects = 2, .summaries = y};
	struct as_experiment *x = as_experiment_new();
	enum as_status st = x ? AS_OK : as_fail_memory(err);

	if (!st) {
		x->uuid = as_arena_printf(&x->arena, "%032llx", (unsigned long long)started_ns);
		x->version = "0.1.0";
		x->command_line = "assay run 'sort -S 50M big' 'sort -S 1G big'";
		x->directory = "/home/me/work/project";
		x->started_ns = started_ns;
		x->ended_ns = started_ns + INT64_C(10000000000);
		x->machine = (struct as_machine){.host = "here", .machine_id = "0011223344556677",
			.environment_id = "0011223344556677", .boot_id = "0011223344556677"};
		st = add_subject(x, "sort -S 50M big", 51.5e6, err);
	}
	if (!st)
		st = add_subject(x, "sort -S 1G big", 41.5e6, err);
	for (size_t i = 0; i < 2; i++)
		y[i] = (struct as_summary){.subject = i, .metric = AS_METRIC_WALL, .n_top = ROUNDS,
			.mean = 51.5e6, .lo = 51.3e6, .hi = 51.7e6, .method = AS_INTERVAL_T};
	if (!st)
		st = as_store_put(s, x, &a, err);
	as_experiment_free(x);
	return st;
}

static enum as_status fill(const char *path, int64_t n, struct as_err *err)
{
	struct as_store *s = NULL;
	struct timespec ts;
	double began = now_ms();
	enum as_status st = as_store_open(path, AS_STORE_WRITE, &s, err);

	clock_gettime(CLOCK_REALTIME, &ts);
	for (int64_t i = 0; !st && i < n; i++)
		st = put_one(
			s, (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec + i * 20000000000, err);
	as_store_close(s);
	if (!st)
		printf("%lld experiments put, %.2f ms each\n", (long long)n,
			(now_ms() - began) / (double)n);
	return st;
}

/* What is timed: the store is opened every time, as a process does it. */
static enum as_status look(const char *path, size_t limit, bool read, struct as_err *err)
{
	const struct as_store_query query = {.limit = limit};
	struct as_experiment *x = NULL;
	struct as_listing *l = NULL;
	struct as_store *s = NULL;
	struct as_arena a = {0};
	size_t n = 0;
	enum as_status st = as_store_open(path, AS_STORE_READ, &s, err);

	if (!st && read)
		st = as_store_get(s, 1, &x, err);
	else if (!st)
		st = as_store_list(s, &query, &a, &l, &n, err);
	as_experiment_free(x);
	as_arena_release(&a);
	as_store_close(s);
	return st;
}

static int by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static enum as_status time_it(const char *what, const char *path, size_t limit, struct as_err *err)
{
	double ms[TIMES];
	enum as_status st = AS_OK;

	for (int i = 0; !st && i < TIMES; i++) {
		double began = now_ms();
		st = look(path, limit, limit == SIZE_MAX, err);
		ms[i] = now_ms() - began;
	}
	if (st)
		return st;
	qsort(ms, TIMES, sizeof *ms, by_value);
	printf("%-28s %7.2f ms (%.2f to %.2f)\n", what, ms[TIMES / 2], ms[0], ms[TIMES - 1]);
	return AS_OK;
}

int main(int argc, char **argv)
{
	struct as_store_place place;
	struct as_err err = {0};
	int64_t n = 10000;

	if (argc < 2 || argc > 3 || (argc == 3 && !as_parse_i64(argv[2], 0, 10000000, &n))) {
		fputs("usage: list DIR [N]\n", stderr);
		return EXIT_FAILURE;
	}
	enum as_status st = as_store_locate(argv[1], &place, &err);
	if (!st && n)
		st = fill(place.path, n, &err);
	if (!st)
		st = time_it("open, list the last 20", place.path, 20, &err);
	if (!st)
		st = time_it("open, list all", place.path, 0, &err);
	if (!st)
		st = time_it("open, read one", place.path, SIZE_MAX, &err);
	return complain(st, &err);
}
