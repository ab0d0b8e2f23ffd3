/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast files of other tools are read: MB a second of the processor, best of three, in turn with jansson's
 * parse of the same bytes where they are JSON.
 *
 * usage: bench_readers read FILE    that file, as it lies on the disk, with the memory that it takes
 *        bench_readers [MB [FOLDER [FILE]]]      MB of each file (50); with FOLDER, unless it is -, the files are
 * left there; FILE: that alone, as go.txt */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/text.h"
#include "format/native/data.h"

enum { TIMES = 3, BENCHMARKS = 50, VALUES = 20, PATH_BYTES = 4096 };

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* About a millisecond, in all the digits of a double. */
static double number(uint64_t *random)
{
	*random = *random * UINT64_C(6364136223846793005) + 1;
	return (1e6 + (double)(*random >> 44)) / 7;
}

static void google(struct as_text *t, size_t bytes)
{
	uint64_t random = 1;

	as_text_add(t, "{\n  \"context\": {\n    \"date\": \"2026-11-22T17:02:36+00:00\",\n"
		       "    \"num_cpus\": 2,\n    \"library_build_type\": \"release\"\n  },\n"
		       "  \"benchmarks\": [\n");
	for (size_t i = 0; t->len < bytes; i++)
		as_text_addf(t,
			"%s    {\n      \"name\": \"BM_sort/%zu\",\n      \"family_index\": 0,\n"
			"      \"run_name\": \"BM_sort/%zu\",\n      \"run_type\": \"iteration\",\n"
			"      \"repetitions\": %d,\n      \"repetition_index\": %zu,\n"
			"      \"threads\": 1,\n      \"iterations\": 4226434,\n"
			"      \"real_time\": %.16e,\n      \"cpu_time\": %.16e,\n"
			"      \"time_unit\": \"ns\"\n    }",
			i ? ",\n" : "", i % BENCHMARKS, i % BENCHMARKS, VALUES, i / BENCHMARKS,
			number(&random), number(&random));
	as_text_add(t, "\n  ]\n}\n");
}

static void pyperf(struct as_text *t, size_t bytes)
{
	uint64_t random = 1;

	as_text_add(t, "{\"benchmarks\": [{\"metadata\": {\"name\": \"sort\", \"unit\": \"second\"}, "
		       "\"runs\": [");
	for (size_t i = 0; t->len < bytes; i++) {
		as_text_addf(t,
			"%s{\"metadata\": {\"date\": \"2026-11-22 17:00:01.%06zu\", \"duration\": "
			"0.25, \"load_avg_1min\": 0.5}, \"values\": [",
			i ? ", " : "", i % 1000000);
		for (size_t k = 0; k < VALUES; k++)
			as_text_addf(t, "%s%.17g", k ? ", " : "", number(&random) / 1e9);
		as_text_add(t, "], \"warmups\": [[1, 0.00012]]}");
	}
	as_text_add(t, "]}], \"metadata\": {\"loops\": 16}, \"version\": \"1.0\"}");
}

static void hyperfine(struct as_text *t, size_t bytes)
{
	uint64_t random = 1;
	const char *between = "";

	as_text_add(t, "{\n  \"results\": [\n    {\n      \"command\": \"sort\",\n      \"times\": [\n");
	for (; t->len < bytes; between = ",\n")
		as_text_addf(t, "%s        %.17g", between, number(&random) / 1e9);
	as_text_add(t, "\n      ]\n    }\n  ]\n}\n");
}

static void go(struct as_text *t, size_t bytes)
{
	uint64_t random = 1;

	as_text_add(t, "goos: linux\ngoarch: amd64\npkg: example.com/words\n");
	for (size_t i = 0; t->len < bytes; i++)
		as_text_addf(t, "BenchmarkSort/n=%zu-2         \t    7006\t    %.1f ns/op\t 152 B/op\t 2 allocs/op\n",
			i % BENCHMARKS, number(&random));
	as_text_add(t, "PASS\n");
}

static double read_once(const struct as_text *t)
{
	struct as_bytes bytes = {t->data, t->len};
	const struct as_source from = as_source_of(&bytes);
	struct as_experiment *x = NULL;
	struct as_err err = {0};
	const double begin = now();

	if (as_data_read(&from, "memory", &x, &err)) {
		fprintf(stderr, "%s\n", err.msg);
		exit(1);
	}
	const double took = now() - begin;
	as_experiment_free(x);
	return took;
}

static double parse_once(const struct as_text *t)
{
	const double begin = now();
	json_t *root = json_loadb(t->data, t->len, 0, NULL);
	const double took = now() - begin;

	if (!root)
		exit(1);
	json_decref(root);
	return took;
}

static void leave(const struct as_text *t, const char *folder, const char *name)
{
	char path[PATH_BYTES];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(t->data, 1, t->len, f) != t->len || fclose(f)) {
		perror(path);
		exit(1);
	}
}

static const struct {
	const char *title, *file;
	void (*make)(struct as_text *t, size_t bytes);
	bool json;
} kinds[] = {{"Google Benchmark JSON", "google.json", google, true},
	{"pyperf JSON", "pyperf.json", pyperf, true},
	{"hyperfine JSON", "hyperfine.json", hyperfine, true},
	{"Go text", "go.txt", go, false}};

/* ---- a file as it lies on the disk ---- */

static enum as_status read_piece(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	(void)err;
	*n = fread(to, 1, room, from);
	return AS_OK;
}

static long peak_kb(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_maxrss;
}

/* Values of the metric that counts, of all subjects. */
static size_t values_of(const struct as_experiment *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++)
		n += x->subjects[i].levels[x->metrics[x->criterion].level].n;
	return n;
}

/* How much memory it takes to read it, above what its values are as doubles. */
static int read_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	const struct as_source from = {read_piece, f};
	struct as_experiment *x = NULL;
	struct as_err err = {0};
	const long before = peak_kb();
	const double begin = now();

	if (!f || as_data_read(&from, path, &x, &err)) {
		fprintf(stderr, "%s\n", f ? err.msg : path);
		printf("refused: %.1f MB above what there was\n", (double)(peak_kb() - before) / 1e3);
		return 1;
	}
	const double values = (double)values_of(x), took = now() - begin;
	const double mb = (double)(peak_kb() - before) / 1e3, size = (double)ftell(f) / 1e6;
	printf("%s: %.0f MB at %.0f MB/s, %.0f values, %.1f MB of memory, %.1f MB above the values\n", path,
		size, size / took, values, mb, mb - values * 8 / 1e6);
	as_experiment_free(x);
	fclose(f);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "read"))
		return read_file(argv[2]);
	const double mb = argc > 1 ? atof(argv[1]) : 50;

	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		struct as_text t = {0};
		double own = 1e9, peer = 1e9;
		if (argc > 3 && strcmp(argv[3], kinds[i].file) != 0)
			continue;
		kinds[i].make(&t, (size_t)(mb * 1e6));
		for (int k = 0; k < TIMES; k++) {
			const double a = read_once(&t), b = kinds[i].json ? parse_once(&t) : 0;
			own = a < own ? a : own;
			peer = b < peer ? b : peer;
		}
		printf("%s, %.0f MB: %.0f MB/s", kinds[i].title, mb, (double)t.len / 1e6 / own);
		if (kinds[i].json)
			printf(", jansson's parse %.0f MB/s: %.1f times as fast",
				(double)t.len / 1e6 / peer, peer / own);
		printf("\n");
		if (argc > 2 && strcmp(argv[2], "-") != 0)
			leave(&t, argv[2], kinds[i].file);
		as_text_release(&t);
	}
}
