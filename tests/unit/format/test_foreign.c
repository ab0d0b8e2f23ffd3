/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of other tools, tests/data/foreign: each is recognised as itself and becomes the tree that it
 * describes. Means were worked out from the files by other means. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "format/foreign/parts/gather.h"
#include "format/native/data.h"
#include "format/unpack.h"
#include "model/kept/check.h"

/* What a file holds: subjects, their executions that count, iterations of those that count and that
 * warm up, and the mean of the first subject's in what is kept; NAN where it is of another metric. */
struct known {
	const char *file, *format;
	size_t subjects, executions, iterations, warmups;
	double mean;
};

static const struct known files[] = {
	{"pyperf_one.json", "pyperf", 1, 2, 4, 25, 6.325196981200182},
	{"pyperf_several.json", "pyperf", 3, 9, 27, 53, 1100547.7222296475},
	{"pyperf_command.json", "pyperf", 1, 3, 3, 9, 12200494.708338283},
	{"pyperf_memory.json", "pyperf", 1, 2, 2, 1, 12582912},
	{"jmh_sort.json", "jmh", 4, 8, 24, 0, (double)NAN},
	{"jmh_sampled.json", "jmh", 1, 2, 4, 0, 61.431579241752438},
	{"jmh_fails.json", "jmh", 3, 6, 18, 0, 0.48164588569842115},
	{"pytest_one.json", "pytest", 1, 1, 26, 0, 582685.24995023303},
	{"pytest_saved.json", "pytest", 5, 5, 5, 0, 56.399595383865808},
	{"vitest.json", "vitest", 3, 3, 3, 0, 71.745691696168123},
	{"tinybench_tasks.json", "tinybench", 3, 3, 10, 0, 1125011.9999999981},
	{"tinybench_results.json", "tinybench", 3, 3, 10, 0, 1125011.9999999981},
	{"mitata.json", "mitata", 4, 4, 3, 0, 0.35412314132532835},
	{"benchmark_js.json", "benchmark_js", 3, 3, 12, 0, 0.70892223706715962},
	{"bench_node.json", "bench_node", 2, 2, 2, 0, 106434},
	{"ips.json", "ips", 2, 2, 2, 0, 37040041.722416118},
	{"nanobench_pyperf.json", "pyperf", 1, 1, 5, 0, 0.70569120986084388},
	{"criterion_sample.json", "criterion", 1, 1, 20, 0, 12374.822917571946},
	{"fio.json", "fio", 1, 1, 1, 0, 53923.84375},
	{"asv_samples.json", "asv", 14, 14, 7, 0, (double)NAN},
	{"asv_medians.json", "asv", 14, 14, 7, 0, (double)NAN},
	{"autocannon.json", "autocannon", 1, 1, 1, 0, 20300000},
	{"siege.json", "siege", 1, 1, 1, 0, 0},
	{"iperf3.json", "iperf3", 1, 1, 2, 0, 25328043987.884853},
	{"constructed_krun.json", "krun", 3, 8, 26, 0, 1050000},
	{"constructed_benchmarkdotnet_full.json", "benchmarkdotnet", 3, 7, 24, 6,
		5003433.333333333},
	{"constructed_benchmarkdotnet_brief.json", "benchmarkdotnet", 2, 2, 24, 0,
		5003333.333333333},
	{"constructed_benchmarktools.json", "benchmarktools", 2, 2, 24, 0, 5003333.333333333},
	{"constructed_benchmarktools_estimate.json", "benchmarktools", 2, 2, 1, 0, 3626500},
	{"constructed_cargo_criterion.jsonl", "cargo_criterion", 2, 2, 24, 0, 5003333.333333333},
	{"constructed_sightglass.json", "sightglass", 2, 6, 24, 0, 5003333.333333333},
	{"constructed_conbench.json", "conbench", 3, 3, 27, 0, 5003333.333333333},
	{"constructed_codespeed.json", "codespeed", 2, 2, 2, 0, 5003333.333333333},
	{"constructed_lnt_v1.json", "lnt", 3, 3, 25, 0, 5003333.333333333},
	{"constructed_lnt_v2.json", "lnt", 5, 5, 27, 0, (double)NAN},
	{"constructed_perfherder.json", "perfherder", 2, 2, 24, 0, 5003333.333333333},
	{"constructed_perfherder.log", "perfherder", 2, 2, 24, 0, 5003333.333333333},
	{"constructed_bencher_bmf.json", "bmf", 4, 4, 4, 0, 5003333.333333333},
	{"constructed_bencher_report.json", "bencher", 4, 12, 12, 0, 5001111.111111111},
	{"constructed_bencher_reports.json", "bencher", 8, 24, 24, 0, 5001111.111111111},
	{"constructed_github_action_benchmark_custom.json", "gab", 2, 2, 2, 0, 5003333.333333333},
	{"constructed_github_action_benchmark_data.js", "gab_data", 5, 5, 5, 0, 5003333.333333333},
	{"constructed_nyrkio.json", "nyrkio", 2, 2, 2, 0, 5003333.333333333},
	{"constructed_k6_stream.jsonl", "k6", 1, 1, 12, 0, 5003333.333333333},
	{"constructed_k6_summary_export.json", "k6_summary", 2, 2, 1, 0, 5003333.333333333},
	{"constructed_k6_handle_summary.json", "k6_summary", 3, 3, 1, 0, 5003333.333333333},
	{"rebench.data", "rebench", 3, 9, 27, 0, 23333333.333333332},
	{"google_repetitions.csv", "google_csv", 5, 5, 12, 0, 6.7018766666666671},
	{"jmh_sort.csv", "jmh_csv", 4, 4, 4, 0, (double)NAN},
	{"hyperfine_params.csv", "hyperfine_csv", 4, 4, 0, 0, 49761140.24666667},
	{"criterion_raw.csv", "criterion_csv", 1, 1, 20, 0, 347.34315395830743},
	{"bench_node.csv", "bench_node_csv", 2, 2, 2, 0, 108252},
	{"hey.csv", "hey", 2, 2, 60, 0, 325000},
	{"intervals.hlog", "hlog", 2, 2, 1200, 0, 1232523.04},
	{"exponential.hgrm", "hgrm", 1, 1, 1005, 0, 21543.38407960199},
	{"constructed_wrk2.txt", "hgrm", 1, 1, 10, 0, 2000000},
	{"ab_gnuplot.tsv", "ab_gnuplot", 1, 1, 200, 0, 180000},
	{"constructed_sightglass.csv", "sightglass_csv", 2, 6, 24, 0, 5003333.333333333},
	{"time_v.txt", "time_v", 1, 3, 0, 0, 10000000},
	{"time_v_failed.txt", "time_v", 1, 1, 0, 0, 0},
	{"time_p.txt", "time_p", 1, 1, 0, 0, 20000000},
	{"time_bash.txt", "time_p", 1, 1, 0, 0, 23000000},
	{"time_gnu.txt", "time_gnu", 1, 1, 0, 0, 20000000},
	{"multitime.txt", "multitime", 1, 1, 0, 0, 22000000},
	{"multitime_batch.txt", "multitime", 2, 2, 0, 0, 84000000},
	{"perf_stat.txt", "perf_stat", 1, 1, 0, 0, 11622800},
	{"perf_table.txt", "perf_table", 1, 3, 0, 0, 11722533.333333333},
	{"perf_events.csv", "perf_csv", 1, 1, 0, 0, 155935846},
	{"perf_semicolons.csv", "perf_csv", 1, 1, 0, 0, 145710000},
	{"perf_stat.jsonl", "perf_json", 1, 1, 0, 0, 791941},
	{"google_repetitions.txt", "google_text", 6, 8, 13, 0, 6.76},
	{"constructed_rustc_perf.jsonl", "rustc_perf", 2, 2, 24, 0, 5003333.333333333},
	{"constructed_nanobench.csv", "nanobench_csv", 3, 3, 3, 0, 0.694753272243004},
	{"nanobench.json", "nanobench", 3, 3, 15, 0, 0.71979650369792414},
	{"google_repetitions.json", "google", 5, 5, 12, 0, 6.7569432758791974},
	{"go_count5.txt", "go", 3, 3, 15, 0, 349.06000000000006},
	{"hyperfine_params.json", "hyperfine", 4, 24, 0, 0, 49761140.24666667},
	{"constructed_oha.json", "oha", 1, 1, 1, 0, 5003333.333333333},
	{"levels.jsonl", "jsonl", 1, 4, 7, 1, 12742.857142857143},
	{"go_test.jsonl", "go_json", 3, 3, 6, 0, 390.89999999999998},
	{"google_means.json", "google_means", 6, 6, 6, 0, 733.74178623153648},
	{"catch2.xml", "catch2", 7, 7, 5, 0, 58.973100000000002},
	{"constructed_unit.csv", "unit_csv", 4, 24, 0, 0, 10350000},
	{"constructed_libtest.txt", "libtest", 3, 3, 3, 0, 117},
	{"constructed_criterion.txt", "criterion_text", 3, 3, 3, 0, 25251},
	{"constructed_nvbench.json", "nvbench", 3, 3, 2, 0, 10500},
	{"constructed_llama_bench.json", "llama_bench", 2, 2, 10, 0, 72135640},
	{"constructed_gungraun.jsonl", "gungraun", 2, 2, 0, 0, 687},
	{"constructed_iai_callgrind_v4.json", "gungraun", 1, 1, 0, 0, 690},
	{"constructed_poop.txt", "poop", 1, 1, 0, 0, 5000000},
	{"constructed_warmup_stats.csv", "warmup_stats", 3, 7, 24, 0, 5003333.333333333},
};
enum { FILES = sizeof files / sizeof files[0] };

static char *contents(const char *name, size_t *n)
{
	char path[512];
	char *s = malloc(1 << 20);

	snprintf(path, sizeof path, "%s/%s", TEST_DATA "/foreign", name);
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	assert_non_null(s);
	*n = fread(s, 1, 1 << 20, f);
	fclose(f);
	return s;
}

static enum as_status read_bytes(
	const char *s, size_t n, struct as_experiment **out, struct as_err *err)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);

	return as_data_read(&from, "it", out, err);
}

static struct as_experiment *read_file(const char *name)
{
	struct as_experiment *x = NULL;
	struct as_err err = {0};
	size_t n;
	char *s = contents(name, &n);

	if (read_bytes(s, n, &x, &err))
		fail_msg("%s: %s", name, err.msg);
	free(s);
	return x;
}

static int sureness(const char *format, const struct as_head *head)
{
	for (size_t k = 0; k < as_data_formats_known; k++)
		if (!strcmp(as_data_formats[k]->name, format))
			return as_data_formats[k]->probe(head);
	return 0;
}

static void each_file_is_recognised_by_its_own_format_before_all_others(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		size_t n;
		char *s = contents(files[i].file, &n);
		struct as_head head;
		as_head_init(&head, s, n < AS_DATA_PROBED ? n : AS_DATA_PROBED);
		const int own = sureness(files[i].format, &head);
		if (own < 80)
			fail_msg("%s: it is sure of it by %d only", files[i].file, own);
		for (size_t k = 0; k < as_data_formats_known; k++) {
			const char *name = as_data_formats[k]->name;
			if (strcmp(name, files[i].format) != 0 && sureness(name, &head) >= own)
				fail_msg("%s: %s is as sure of it", files[i].file, name);
		}
		as_head_release(&head);
		free(s);
	}
}

/* What counts of a subject, and the mean of it. */
static double count_subject(
	const struct as_experiment *x, const struct as_subject *s, struct known *k)
{
	const struct as_column *c =
		as_subject_column(s, x->metrics[x->criterion].level, x->criterion);
	double sum = 0;
	size_t n = 0;

	for (size_t e = 0; e < s->levels[AS_LEVEL_EXECUTION].n; e++) {
		const struct as_range r = as_iterations_of(s, e);
		const bool whole = x->metrics[x->criterion].level == AS_LEVEL_EXECUTION;
		k->executions +=
			as_unit_role(&s->levels[AS_LEVEL_EXECUTION], e) == AS_ROLE_MEASURED;
		if (whole && c && !isnan(as_column_at(c, e))) {
			sum += as_column_at(c, e);
			n++;
		}
		for (size_t i = r.from; i < r.to; i++) {
			const bool counts = as_iteration_role(s, i) == AS_ROLE_MEASURED;
			k->iterations += counts;
			k->warmups += !counts;
			if (!whole && counts && c && !isnan(as_column_at(c, i))) {
				sum += as_column_at(c, i);
				n++;
			}
		}
	}
	return n ? sum / (double)n : (double)NAN;
}

static bool is_near(double a, double b)
{
	return isnan(b) ? isnan(a) : fabs(a - b) <= 1e-12 * fabs(b);
}

static void each_file_becomes_the_tree_that_it_describes(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		struct as_experiment *x = read_file(files[i].file);
		struct known has = {.subjects = x->n_subjects};
		struct as_err err = {0};
		const double mean = count_subject(x, &x->subjects[0], &has);
		for (size_t k = 1; k < x->n_subjects; k++)
			(void)count_subject(x, &x->subjects[k], &has);
		if (has.subjects != files[i].subjects || has.executions != files[i].executions ||
			has.iterations != files[i].iterations || has.warmups != files[i].warmups ||
			!is_near(mean, files[i].mean))
			fail_msg("%s: %zu subjects, %zu executions, %zu iterations, %zu warm-ups, "
				 "mean %.17g",
				files[i].file, has.subjects, has.executions, has.iterations,
				has.warmups, mean);
		if (!x->table && as_experiment_check(x, &err))
			fail_msg("%s: %s", files[i].file, err.msg);
		as_experiment_free(x);
	}
}

/* Of one document, which has an end; lines may be as many as there are. */
static bool of_one_document(const char *file)
{
	const char *dot = strrchr(file, '.');

	return !strcmp(dot, ".json") || !strcmp(dot, ".js") || !strcmp(dot, ".xml");
}

static void a_file_cut_anywhere_is_refused_with_its_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		size_t n;
		char *s = contents(files[i].file, &n);
		const size_t step = 1 + n / 300;
		while (n && strchr(" \n;", s[n - 1]))
			n--;
		for (size_t k = 1; k < n && of_one_document(files[i].file); k += step) {
			struct as_experiment *x = NULL;
			struct as_err err = {0};
			if (!read_bytes(s, k, &x, &err))
				fail_msg("%s, cut after %zu of %zu bytes, is taken", files[i].file,
					k, n);
			assert_non_null(strstr(err.msg, "'it'"));
		}
		free(s);
	}
}

static void what_cannot_be_read_is_refused_with_the_reason(void **state)
{
	static const char *const cases[][2] = {
		{"perf_interval.csv", "what perf stat prints of intervals"},
		{"perf_locale.csv", "LC_ALL=C"},
		{"nanobench_quote.json", "line 5, column 27, results[0].name"}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_experiment *x = NULL;
		struct as_err err = {0};
		size_t n;
		char *s = contents(cases[i][0], &n);
		assert_int_equal(read_bytes(s, n, &x, &err), AS_ERR_DATA);
		if (!strstr(err.msg, cases[i][1]))
			fail_msg("%s: %s", cases[i][0], err.msg);
		free(s);
	}
}

/* First lines of other tools' files in which a column, or a word, would make a table of them. */
static void what_another_tools_files_begin_with_counts_more_than_names_of_columns(void **state)
{
	static const char *const cases[][2] = {
		{"timeStamp,elapsed,label,responseCode,bytes\n1700000000000,120,home,200,1256\n",
			"JMeter's table of samples"},
		{"timeStamp;elapsed;label;value\n1700000000000;120;home;200\n",
			"JMeter's table of samples"},
		{"Name,Mean (ps),Peak (MB)\nAll.fib,100,3\n", "tasty-bench's CSV"},
		{"Name,Mean (ps),Value\nAll.fib,100,3\n", "tasty-bench's CSV"},
		{"Percentage served,Time in ms\n0,1.2\n50,1.5\n", "ab's table of percentiles"},
		{"3;fio-3.36;time_ms;0;0;1\n", "fio's terse lines"},
		{"3;fio-3.36;value;0;0;1\n", "fio's terse lines"},
		{"<?xml version=\"1.0\"?><all of=\"2, value, 3 ms, x\"/>\n", "XML"},
		{"# started on Sun Nov 22 2026, value\nnothing\n", "what perf stat prints"},
		{"# started on Sun Nov 22 2026, ms\nnothing\n", "what perf stat prints"},
		{"Benchmark 1: ./prog 5 ms\n  Time (mean \xc2\xb1 \xcf\x83):     10.1 ms \xc2\xb1 0.2 ms\n",
			"hyperfine's text"},
		{"Benchmark 1: ./value\n  Time (mean \xc2\xb1 \xcf\x83):     10.1 ms \xc2\xb1 0.2 ms\n",
			"hyperfine's text"},
		{"Running 10s test @ http://127.0.0.1/value\n  2 threads and 10 connections\n", "wrk's text"},
		{"sysbench 1.0.20 (using values)\n", "sysbench's text"}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *s = cases[i][0];
		struct as_experiment *x = NULL;
		struct as_err err = {0};
		struct as_bytes bytes = {s, strlen(s)};
		const struct as_source from = as_source_of(&bytes);
		const struct as_data_format *format = NULL;
		if (!read_bytes(s, strlen(s), &x, &err))
			fail_msg("'%s' is taken", s);
		if (!strstr(err.msg, cases[i][1]))
			fail_msg("'%s': %s", s, err.msg);
		assert_int_equal(as_data_recognise(&from, &format, &err), AS_OK);
		assert_null(format); /* in a folder it is left alone */
	}
}

static enum as_status read_packed(
	const char *s, size_t n, struct as_experiment **out, struct as_err *err)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_unpack *u = as_unpack_new(&from, "it");

	assert_non_null(u);
	const struct as_source plain = as_unpack_source(u);
	enum as_status st = as_data_read(&plain, "it", out, err);
	as_unpack_free(u);
	return st;
}

static void a_packed_file_is_what_is_in_it(void **state)
{
	static const char *const pairs[][2] = {{"pyperf_one.json.gz", "pyperf_one.json"},
		{"constructed_krun.json.bz2", "constructed_krun.json"}};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct as_experiment *x = NULL, *y = read_file(pairs[i][1]);
		struct as_err err = {0};
		size_t n;
		char *s = contents(pairs[i][0], &n);
		if (read_packed(s, n, &x, &err))
			fail_msg("%s: %s", pairs[i][0], err.msg);
		assert_string_equal(x->uuid, y->uuid);
		as_experiment_free(x);
		as_experiment_free(y);
		free(s);
	}
}

/* Characters of one byte only, with a clef of music, which takes two units, put before them. */
static size_t as_utf16(const char *s, size_t n, bool big, char *to)
{
	static const unsigned units[] = {0xFEFF, 0xD834, 0xDD1E};
	size_t k = 0;

	for (size_t i = 0; i < 3 + n; i++) {
		const unsigned c = i < 3 ? units[i] : (unsigned char)s[i - 3];
		to[k++] = (char)(big ? c >> 8 : c & 0xFF);
		to[k++] = (char)(big ? c & 0xFF : c >> 8);
	}
	return k;
}

/* What comes out of bytes, in pieces of `room`; -1 if it is refused. */
static int unpacked(const char *s, size_t n, size_t room, char *to)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_unpack *u = as_unpack_new(&from, "it");
	const struct as_source plain = as_unpack_source(u);
	size_t all = 0, got = 1;
	enum as_status st = AS_OK;

	for (; !st && got; all += got)
		st = plain.read(plain.from, to + all, room, &got, NULL);
	as_unpack_free(u);
	return st ? -1 : (int)all;
}

static void utf_16_becomes_utf_8_and_half_a_character_is_refused(void **state)
{
	static const char text[] = "a,b\r\n1,2\r\n", is[] = "\xEF\xBB\xBF\xF0\x9D\x84\x9E";
	char in[100], out[200];

	(void)state;
	for (int big = 0; big < 2; big++)
		for (size_t room = 1; room < 9; room++) {
			const size_t n = as_utf16(text, sizeof text - 1, big, in);
			const int k = unpacked(in, n, room, out);
			assert_int_equal(k, 7 + sizeof text - 1);
			assert_memory_equal(out, is, 7);
			assert_memory_equal(out + 7, text, sizeof text - 1);
			assert_int_equal(unpacked(in, n - 1, room, out), -1);
			assert_int_equal(unpacked(in, 4, room, out), -1); /* half of the clef */
			memmove(in + 2, in + 4, n - 4);
			assert_int_equal(unpacked(in, n - 2, room, out), -1); /* the other half */
		}
}

static void a_packed_file_that_is_damaged_or_cut_is_refused(void **state)
{
	static const char *const names[] = {"pyperf_one.json.gz", "constructed_krun.json.bz2"};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		size_t n;
		char *s = contents(names[i], &n);
		struct as_experiment *whole = NULL;
		assert_int_equal(read_packed(s, n, &whole, NULL), AS_OK);
		for (size_t k = 12; k < n; k++) {
			struct as_experiment *x = NULL;
			struct as_err err = {0};
			assert_int_equal(read_packed(s, k, &x, &err), AS_ERR_DATA);
			s[k] ^= 0x10;
			if (!read_packed(s, n, &x, &err)) /* bits that mean nothing */
				assert_string_equal(x->uuid, whole->uuid);
			as_experiment_free(x);
			s[k] ^= 0x10;
		}
		as_experiment_free(whole);
		free(s);
	}
}

/* ---- kinds of faults, over all readers ---- */

/* All finite numbers of an experiment, in their order. */
struct numbers {
	double *v;
	size_t n, cap;
};

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static struct numbers numbers_of(const struct as_experiment *x)
{
	struct numbers all = {0};

	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = 0; l < AS_TREE_LEVELS; l++) {
			const struct as_level *level = &x->subjects[i].levels[l];
			for (size_t c = 0; c < level->n_columns; c++)
				for (size_t k = 0; k < level->columns[c].values.n; k++) {
					const double v = as_column_at(&level->columns[c], k);
					if (!isfinite(v))
						continue;
					if (all.n == all.cap) {
						all.cap = all.cap ? 2 * all.cap : 64;
						all.v = realloc(all.v, all.cap * sizeof *all.v);
						assert_non_null(all.v);
					}
					all.v[all.n++] = v;
				}
		}
	if (all.n)
		qsort(all.v, all.n, sizeof *all.v, by_size);
	return all;
}

static bool are_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* Whether each number of a is one of b. */
static bool are_among(const struct numbers *a, const struct numbers *b)
{
	size_t k = 0;

	for (size_t i = 0; i < a->n; i++, k++) {
		while (k < b->n && !are_near(a->v[i], b->v[k]))
			k++;
		if (k == b->n)
			return false;
	}
	return true;
}

static bool is_part(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c && strchr("._+-:/", c));
}

/* Numbers of a text that stand alone, outside of quotes: the first at or behind `at`, of *n bytes; NULL at the end. */
static const char *next_number(const char *s, const char *at, const char *end, size_t *n)
{
	for (; at < end; at++) {
		const char *to = at;
		if ((*at < '0' || *at > '9') || (at > s && (is_part(at[-1]) || at[-1] == '"')))
			continue;
		while (to < end && is_part(*to))
			to++;
		*n = (size_t)(to - at);
		if (strspn(at, "0123456789.eE+-") >= *n && (to == end || *to != '"'))
			return at;
		at = to - 1;
	}
	return NULL;
}

/* The file with `now` in place of n bytes. */
static char *with(const char *s, size_t size, const char *at, size_t n, const char *now, size_t *out)
{
	const size_t before = (size_t)(at - s), k = strlen(now);
	char *t = malloc(size + k + 1);

	assert_non_null(t);
	memcpy(t, s, before);
	memcpy(t + before, now, k);
	memcpy(t + before + k, at + n, size - before - n);
	*out = size - n + k;
	t[*out] = '\0';
	return t;
}

/* Executions that did not end well. */
static size_t failures(const struct as_experiment *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n_subjects; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		for (size_t e = 0; e < l->n; e++)
			n += as_unit_ending(l, e) != AS_ENDED_OK;
	}
	return n;
}

static const char *words_of(const struct as_experiment *x, const char *which)
{
	const char *s = *which == 'r' ? x->remarks : x->unused;

	return s ? s : "";
}

static const struct as_data_format *format_of(const char *name)
{
	for (size_t k = 0; k < as_data_formats_known; k++)
		if (!strcmp(as_data_formats[k]->name, name))
			return as_data_formats[k];
	fail_msg("there is no format '%s'", name);
	return NULL;
}

static enum as_status read_as(const struct known *file, const char *s, size_t n,
	struct as_experiment **out, struct as_err *err)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);

	*out = NULL;
	return as_data_read_as(format_of(file->format), &from, "it", out, err);
}

enum { TRIED = 25 /* numbers of a file */ };

/* A number in place of which that text stands (NULL: itself, in quotes) is that number, or refused with its place, or left out
 * with a word. Gives how often it was which. */
static void try_shape(const struct known *file, const char *shape, size_t count[3])
{
	size_t size, all = 0, n = 0, k = 0;
	char *s = contents(file->file, &size);
	struct as_experiment *x = read_file(file->file);
	const struct numbers is = numbers_of(x);

	for (const char *at = s; (at = next_number(s, at, s + size, &n)); at += n)
		all++;
	const size_t step = 1 + all / TRIED;
	for (const char *at = s; (at = next_number(s, at, s + size, &n)); at += n) {
		char digits[100], now[200];
		struct as_experiment *y = NULL;
		struct as_err err = {0};
		size_t changed = 0;
		if (k++ % step || n >= sizeof digits)
			continue;
		snprintf(digits, sizeof digits, "%.*s", (int)n, at);
		snprintf(now, sizeof now, "\"%s\"", shape ? shape : digits);
		char *t = with(s, size, at, n, now, &changed);
		if (read_as(file, t, changed, &y, &err)) {
			if (!strstr(err.msg, "line") && !strstr(err.msg, "'"))
				fail_msg("%s, %s: %s", file->file, now, err.msg);
			count[1]++;
		} else {
			const struct numbers are = numbers_of(y);
			const bool same = are_among(&are, &is) && are.n == is.n,
				   told = failures(x) != failures(y) || strcmp(words_of(x, "r"), words_of(y, "r")) != 0 ||
					  strcmp(words_of(x, "u"), words_of(y, "u")) != 0;
			if (!same && !(are_among(&are, &is) && told))
				fail_msg("%s: %s in place of %s at byte %zu is taken for %s", file->file,
					now, digits, (size_t)(at - s),
					are_among(&are, &is) ? "nothing, without a word"
							     : "another number");
			count[same ? 0 : 2]++;
			free(are.v);
		}
		as_experiment_free(y);
		free(t);
	}
	free(is.v);
	as_experiment_free(x);
	free(s);
}

static void a_number_as_text_is_that_number_or_refused_and_never_another(void **state)
{
	static const char *const shapes[] = {NULL, "1,5", "12 ms", "N/A", "NaN"};

	(void)state;
	for (size_t i = 0; i < FILES; i++)
		for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
			try_shape(&files[i], shapes[k], (size_t[3]){0});
}

/* A file on another processor, or of another build: what a fact says of it is changed wherever it stands. */
static void a_file_of_another_processor_or_build_is_of_another_machine_or_environment(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		struct as_experiment *x = read_file(files[i].file), *y = NULL;
		size_t size;
		char *s = contents(files[i].file, &size);
		for (size_t f = 0; f < x->machine.n_facts; f++) {
			const struct as_fact *fact = &x->machine.facts[f];
			const size_t n = strcspn(fact->value, " ");
			if (fact->kind == AS_FACT_STATE || strncmp(fact->name, "foreign.", 8) != 0 || !n)
				continue;
			char *t = memcpy(malloc(size + 1), s, size);
			t[size] = '\0';
			for (char *at = t; (at = memmem(at, size - (size_t)(at - t), fact->value, n)); at++)
				if (at == t || !is_part(at[-1]) || !strcmp(fact->name, "foreign.GOMAXPROCS"))
					at[n - 1] = (char)(at[n - 1] == '3' ? '7' : '3');
			if (read_as(&files[i], t, size, &y, NULL))
				fail_msg("%s with another %s is refused", files[i].file, fact->name);
			if (!strcmp(x->machine.environment_id, y->machine.environment_id))
				fail_msg("%s: with another %s it is of the same environment", files[i].file,
					fact->name);
			as_experiment_free(y);
			free(t);
		}
		free(s);
		as_experiment_free(x);
	}
}

/* Lines of other programs among documents that are a line each. */
static bool takes_other_lines(const struct known *file)
{
	static const char *const other[] = {"\n# another program\n", "warning: x\n"};
	size_t size, changed = 0;
	char *s = contents(file->file, &size);
	const char *end = memchr(s, '\n', size);
	struct as_experiment *x = read_file(file->file), *y = NULL;
	bool takes = false;

	if (*s == '{' && end && strstr(file->file, ".jsonl")) {
		char *t = with(s, size, end, 0, other[0], &changed);
		takes = !read_as(file, t, changed, &y, NULL) && strstr(words_of(y, "r"), "no JSON");
		free(t);
	}
	as_experiment_free(y);
	as_experiment_free(x);
	free(s);
	return takes;
}

/* What says that something does not count, of each reader that has such a mark: a file, what stands in it, what it
 * would be with the mark, and how that ends. A row more is a mark more. */
static const struct mark {
	const char *file, *old, *now, *mark;
	enum as_ending ending; /* of some subject's first execution; AS_ENDED_OK: an iteration warms up */
} marks[] = {
	{"google_repetitions.json", "\"iterations\": ", "\"skipped\": true, \"skip_message\": \"no device\", \"iterations\": ",
		"`skipped`", AS_ENDED_SKIPPED},
	{"google_repetitions.json", "\"iterations\": ", "\"error_occurred\": true, \"iterations\": ",
		"`error_occurred`", AS_ENDED_REPORT},
	{"go_count5.txt", "BenchmarkFib", "--- SKIP: BenchmarkLeftOut\n    x_test.go:7: no device\nBenchmarkFib", "`--- SKIP`",
		AS_ENDED_SKIPPED},
	{"go_count5.txt", "BenchmarkFib", "--- FAIL: BenchmarkBroken\nBenchmarkFib", "`--- FAIL`", AS_ENDED_REPORT},
	{"google_repetitions.txt", "\nBM_copy", "\nBM_gone SKIPPED: 'no device'\nBM_copy", "`SKIPPED`", AS_ENDED_SKIPPED},
	{"google_repetitions.csv", "\n\"BM_fails/n:2\"", "\n\"BM_gone\",,,,,,,,false,no device\n\"BM_fails/n:2\"", "a message without `error_occurred`", AS_ENDED_SKIPPED},
	{"iperf3.json", "\"retransmits\":\t10,\n\t\t\t\t\"omitted\":\tfalse", "\"omitted\": true", "`omitted`", AS_ENDED_OK},
	{"constructed_oha.json", "\"successRate\": 1.0", "\"successRate\": 0", "`successRate` 0", AS_ENDED_REPORT},
	{"siege.json", "\"availability\":", "\"availability\": 0, \"was\":", "`availability` 0", AS_ENDED_REPORT},
	{"autocannon.json", "\"2xx\":60", "\"2xx\":0", "`2xx` 0", AS_ENDED_REPORT},
	{"fio.json", "\"error\" : 0", "\"error\" : 5", "`error`", AS_ENDED_REPORT},
	{"constructed_k6_summary_export.json", "0.08333333333333333", "1", "`http_req_failed` 1", AS_ENDED_REPORT},
	{"vitest.json", "\"sampleCount\": ", "\"sampleCount\": 0, \"was\": ", "`sampleCount` 0", AS_ENDED_SKIPPED},
	{"bench_node.json", "\"runsSampled\":", "\"runsSampled\":0,\"was\":", "`runsSampled` 0", AS_ENDED_SKIPPED},
	{"asv_medians.json", "NaN", "null", "`null`", AS_ENDED_REPORT},
	{"constructed_krun.json", "\"C\"", "\"E\"", "flags `E`, `T`", AS_ENDED_REPORT},
	{"constructed_warmup_stats.csv", "\n0,", "\n9,broken,crash\n0,", "`crash`", AS_ENDED_REPORT},
	{"hyperfine_params.json", "\"exit_codes\": [\n        0", "\"exit_codes\": [\n        3", "`exit_codes`", AS_ENDED_FAILED},
	{"mitata.json", "\"stats\":", "\"error\": \"x\", \"stats\":", "`error`", AS_ENDED_REPORT},
	{"benchmark_js.json", "\"count\":", "\"error\": \"x\", \"count\":", "`error`", AS_ENDED_REPORT},
	{"tinybench_tasks.json", "\"latency\":", "\"error\": {\"m\": 1}, \"latency\":", "`error`", AS_ENDED_REPORT},
	{"catch2.xml", "<mean ", "<failed message=\"x\"/><mean ", "`failed`", AS_ENDED_REPORT},
	{"time_v.txt", "\tCommand being", "Command terminated by signal 9\n\tCommand being", "`Command terminated`", AS_ENDED_REPORT},
};
enum { MARKS = sizeof marks / sizeof marks[0] };

static const struct known *known_of(const char *name)
{
	for (size_t i = 0; i < FILES; i++)
		if (!strcmp(files[i].file, name))
			return &files[i];
	fail_msg("there is no file '%s'", name);
	return NULL;
}

static void what_a_file_marks_does_not_count_and_what_was_skipped_is_no_failure(void **state)
{
	(void)state;
	for (size_t i = 0; i < MARKS; i++) {
		const struct mark *m = &marks[i];
		struct as_experiment *x = NULL, *old = read_file(m->file);
		struct as_err err = {0};
		size_t size, changed = 0, n = 0, warm = 0, was = 0;
		char *s = contents(m->file, &size);
		s[size] = '\0';
		const char *at = strstr(s, m->old);
		if (!at)
			fail_msg("%s: has no %s", m->file, m->old);
		char *t = with(s, size, at, strlen(m->old), m->now, &changed);
		if (read_as(known_of(m->file), t, changed, &x, &err))
			fail_msg("%s with %s: %s", m->file, m->mark, err.msg);
		for (size_t k = 0; k < x->n_subjects; k++) {
			const struct as_subject *own = &x->subjects[k];
			for (size_t e = 0; e < own->levels[AS_LEVEL_EXECUTION].n; e++)
				n += as_unit_ending(&own->levels[AS_LEVEL_EXECUTION], e) == m->ending;
			for (size_t e = 0; e < own->levels[AS_LEVEL_ITERATION].n; e++)
				warm += as_iteration_role(own, e) == AS_ROLE_WARMUP;
			if (m->ending == AS_ENDED_SKIPPED && as_subject_skipped(own))
				assert_false(as_subject_left_out(own));
		}
		for (size_t k = 0; k < old->n_subjects; k++) {
			const struct as_level *l = &old->subjects[k].levels[AS_LEVEL_EXECUTION];
			for (size_t e = 0; e < l->n; e++)
				was += as_unit_ending(l, e) == m->ending;
		}
		if (m->ending == AS_ENDED_OK ? !warm : n <= was && m->ending != AS_ENDED_SKIPPED)
			fail_msg("%s with %s: it counts as before", m->file, m->mark);
		if (m->ending == AS_ENDED_SKIPPED && !n && strcmp(m->file, "google_repetitions.json") != 0)
			fail_msg("%s with %s: nothing of it was skipped", m->file, m->mark);
		as_experiment_free(x);
		as_experiment_free(old);
		free(t);
		free(s);
	}
}

/* ---- the table of docs/formats.md ---- */

static void cell_text(const struct known *file, struct as_text *t)
{
	size_t count[3] = {0};

	try_shape(file, NULL, count);
	static const char *const words[] = {"the number", "refused", "left out, and told"};
	for (size_t i = 0; i < 3; i++)
		if (count[i])
			as_text_addf(t, "%s%s", t->len ? " or " : "", words[i]);
}

static void cell_order(const struct known *file, struct as_text *t)
{
	struct as_experiment *x = read_file(file->file);
	const struct as_version *v = &x->subjects[0].version;
	const char *label = v->label;

	if (!v->commit && !label)
		as_text_add(t, "");
	else if (strstr(words_of(x, "r"), "only when they were measured"))
		as_text_add(t, "date of the run, and says so");
	else if (label && !label[strspn(label, "0123456789")])
		as_text_add(t, "the number");
	else if (v->date_ns)
		as_text_add(t, "date of the commit");
	else
		as_text_add(t, "none, and says so");
	as_experiment_free(x);
}

static void cell_identity(const struct known *file, struct as_text *t)
{
	struct as_experiment *x = read_file(file->file);

	for (size_t f = 0; f < x->machine.n_facts; f++)
		if (x->machine.facts[f].kind != AS_FACT_STATE &&
			!strncmp(x->machine.facts[f].name, "foreign.", 8))
			as_text_addf(t, "%s`%s`", t->len ? ", " : "", x->machine.facts[f].name + 8);
	as_experiment_free(x);
}

static void cell_marks(const struct known *file, struct as_text *t)
{
	for (size_t i = 0; i < MARKS; i++)
		if (!strcmp(known_of(marks[i].file)->format, file->format))
			as_text_addf(t, "%s%s: %s", t->len ? "; " : "", marks[i].mark,
				marks[i].ending == AS_ENDED_SKIPPED ? "skipped"
				: marks[i].ending == AS_ENDED_OK    ? "warm-up"
								    : "failed");
}

static void cell_lines(const struct known *file, struct as_text *t)
{
	as_text_add(t, takes_other_lines(file) ? "counted, the first shown" : "");
}

/* A row here is a column there. */
static const struct {
	const char *head;
	void (*cell)(const struct known *file, struct as_text *t);
} kinds[] = {
	{"a number as text", cell_text},
	{"versions are ordered by", cell_order},
	{"nothing is compared across another", cell_identity},
	{"does not count", cell_marks},
	{"lines that are no JSON", cell_lines},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void docs_formats_has_what_each_reader_makes_of_each_kind(void **state)
{
	static const char page[] = TEST_DATA "/../../docs/formats.md", begin[] = "<!-- kinds -->\n",
			  end[] = "<!-- end -->";
	struct as_text table = {0}, old = {0};
	char piece[4096];
	FILE *f = fopen(page, "r");

	(void)state;
	assert_non_null(f);
	for (size_t n; (n = fread(piece, 1, sizeof piece, f));)
		as_text_add_n(&old, piece, n);
	fclose(f);
	as_text_add(&table, "| `--format` |");
	for (size_t k = 0; k < KINDS; k++)
		as_text_addf(&table, " %s |", kinds[k].head);
	as_text_add(&table, "\n|---|");
	for (size_t k = 0; k < KINDS; k++)
		as_text_add(&table, "---|");
	as_text_char(&table, '\n');
	for (size_t k = 0; k < as_data_formats_known; k++) {
		size_t i = 0;
		while (i < FILES && strcmp(files[i].format, as_data_formats[k]->name) != 0)
			i++;
		if (i == FILES || !strcmp(files[i].format, "jsonl"))
			continue;
		as_text_addf(&table, "| `%s` |", files[i].format);
		for (size_t c = 0; c < KINDS; c++) {
			struct as_text cell = {0};
			kinds[c].cell(&files[i], &cell);
			as_text_addf(&table, "%s%s |", cell.len ? " " : "", as_text_str(&cell));
			as_text_release(&cell);
		}
		as_text_char(&table, '\n');
	}
	const char *from = strstr(as_text_str(&old), begin), *to = from ? strstr(from, end) : NULL;
	assert_non_null(to);
	from += sizeof begin - 1;
	if ((size_t)(to - from) != table.len || memcmp(from, as_text_str(&table), table.len) != 0) {
		if (!getenv("ASSAY_REWRITE_GOLDEN"))
			fail_msg("docs/formats.md is not what the readers do: ASSAY_REWRITE_GOLDEN=1 writes it");
		f = fopen(page, "w");
		assert_non_null(f);
		fprintf(f, "%.*s%s%s", (int)(from - as_text_str(&old)), as_text_str(&old),
			as_text_str(&table), to);
		fclose(f);
	}
	as_text_release(&table);
	as_text_release(&old);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_file_is_recognised_by_its_own_format_before_all_others),
		cmocka_unit_test(each_file_becomes_the_tree_that_it_describes),
		cmocka_unit_test(a_file_cut_anywhere_is_refused_with_its_name),
		cmocka_unit_test(what_cannot_be_read_is_refused_with_the_reason),
		cmocka_unit_test(what_another_tools_files_begin_with_counts_more_than_names_of_columns),
		cmocka_unit_test(a_packed_file_is_what_is_in_it),
		cmocka_unit_test(utf_16_becomes_utf_8_and_half_a_character_is_refused),
		cmocka_unit_test(a_packed_file_that_is_damaged_or_cut_is_refused),
		cmocka_unit_test(a_number_as_text_is_that_number_or_refused_and_never_another),
		cmocka_unit_test(
			a_file_of_another_processor_or_build_is_of_another_machine_or_environment),
		cmocka_unit_test(what_a_file_marks_does_not_count_and_what_was_skipped_is_no_failure),
		cmocka_unit_test(docs_formats_has_what_each_reader_makes_of_each_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
