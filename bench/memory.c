/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An experiment as it stands in memory when a program of half a millisecond was executed very often, in
 * rounds with SUBJECTS - 1 others: how many bytes an execution takes. What the machine reports is drawn
 * at random in the range that it has on a loaded one.
 *
 * usage: bench_memory EXECUTIONS SUBJECTS [FILE]     FILE receives it, to be imported */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "format/native/native.h"

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 11 ^ *state << 53;
}

/* Number k of all. */
static struct as_unit unit_like(size_t k, size_t subjects, double *metric, uint64_t *random)
{
	const uint64_t r = next_random(random);
	const double wall = 450e3 + (double)(r % 40000) + (k % 61 ? 0 : 5e6);

	metric[AS_METRIC_WALL] = wall;
	metric[AS_METRIC_USER] = 1000 * (double)(r >> 16 & 255);
	metric[AS_METRIC_SYSTEM] = 1000 * (double)(r >> 24 & 255);
	metric[AS_METRIC_CPU] = metric[AS_METRIC_USER] + metric[AS_METRIC_SYSTEM];
	metric[AS_METRIC_PEAK_MEMORY] = 4096 * (double)(300 + (r >> 32 & 15));
	metric[AS_METRIC_MINOR_FAULTS] = (double)(40 + (r >> 36 & 3));
	metric[AS_METRIC_MAJOR_FAULTS] = 0;
	metric[AS_METRIC_VOLUNTARY_SWITCHES] = 1;
	metric[AS_METRIC_INVOLUNTARY_SWITCHES] = (double)(r >> 40 & 1);
	for (size_t m = AS_METRIC_LOAD; m < AS_METRICS_BUILTIN; m++) /* the surroundings, every 50 ms */
		metric[m] = k % 100 ? (double)NAN : 0;
	if (!(k % 100)) {
		metric[AS_METRIC_LOAD] = 0.01 * (double)(k % 313);
		metric[AS_METRIC_RUN_QUEUE] = (double)(r >> 41 & 3);
		metric[AS_METRIC_OTHERS_CPU] = (double)(r >> 43 & 15) / 15.7;
		metric[AS_METRIC_FREQUENCY_BEFORE] = 2e9 + (double)(r & 0xfffffff);
		metric[AS_METRIC_FREQUENCY_AFTER] = 2e9 + (double)(r >> 8 & 0xfffffff);
	}
	return (struct as_unit){.order = (uint32_t)k, .round = (uint32_t)(k / subjects), .seed = r,
		.started_ns = INT64_C(1760000000000000000) + (int64_t)(k * 520000 + r % 60000),
		.cost_s = wall / 1e9};
}

static enum as_status fill(struct as_experiment *x, size_t executions)
{
	double metric[AS_METRICS_BUILTIN];
	uint64_t random = 1;
	size_t e = 0;
	enum as_status st = AS_OK;

	for (size_t k = 0; k < executions && !st; k++) {
		struct as_subject *s = &x->subjects[k % x->n_subjects];
		const struct as_unit u = unit_like(k, x->n_subjects, metric, &random);
		st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL);
		for (size_t m = AS_METRIC_WALL; m < AS_METRICS_BUILTIN && !st; m++)
			if (!isnan(metric[m]))
				st = as_subject_set(s, AS_LEVEL_EXECUTION, e, m, metric[m], NULL);
	}
	return st;
}

static size_t bytes_of(const struct as_subject *s)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	size_t n = as_packed_bytes(&s->iterations.first);

	for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
		n += as_packed_bytes(&l->units[m]);
	for (size_t c = 0; c < l->n_columns; c++)
		n += as_packed_bytes(&l->columns[c].values);
	return n;
}

static enum as_status write_out(void *to, const char *bytes, size_t n, struct as_err *err)
{
	return fwrite(bytes, 1, n, to) == n ? AS_OK
		: as_fail(err, AS_ERR_SYS, "cannot write the experiment");
}

static enum as_status keep(const struct as_experiment *x, const char *path, struct as_err *err)
{
	FILE *f = fopen(path, "wb");

	if (!f)
		return as_fail(err, AS_ERR_SYS, "cannot make '%s'", path);
	const struct as_sink sink = {write_out, f};
	enum as_status st = as_native_write(x, &sink, err);
	if (fclose(f) && !st)
		st = as_fail(err, AS_ERR_SYS, "cannot write '%s'", path);
	return st;
}

int main(int argc, char **argv)
{
	const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	const size_t subjects = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	struct as_experiment *x = as_experiment_new();
	struct as_err err = {0};
	size_t bytes = 0;

	if (!n || !subjects || !x) {
		fputs("usage: bench_memory EXECUTIONS SUBJECTS [FILE]\n", stderr);
		return 2;
	}
	x->uuid = as_arena_printf(&x->arena, "%032zx", subjects);
	x->plan.planned = x->plan.done = (uint32_t)(n / subjects);
	x->criterion = AS_METRIC_WALL;
	for (size_t i = 0; i < subjects; i++)
		if (!as_experiment_add_subject(x, i ? "new" : "old", "./program"))
			return 1;
	enum as_status st = fill(x, n);
	for (size_t i = 0; i < subjects; i++)
		bytes += bytes_of(&x->subjects[i]);
	printf("%zu executions of %zu subjects: %.1f bytes each\n", n, subjects, (double)bytes / (double)n);
	if (!st && argc > 3)
		st = keep(x, argv[3], &err);
	if (st)
		fprintf(stderr, "bench_memory: %s\n", err.msg);
	as_experiment_free(x);
	return st != AS_OK;
}
