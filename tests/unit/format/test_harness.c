/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Google Benchmark and Go print of their benchmarks, as rows and as experiments. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "format/native/data.h"
#include "format/foreign/parts/harness.h"
#include "model/kept/check.h"

static char *recorded(const char *name, size_t *n)
{
	char path[512];
	char *s = malloc(1 << 20);

	snprintf(path, sizeof path, "%s/%s", TEST_DATA "/harness", name);
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	assert_non_null(s);
	*n = fread(s, 1, 1 << 20, f);
	fclose(f);
	return s;
}

static struct as_rows rows_of(as_rows_reader *reader, const char *s, size_t n)
{
	struct as_rows rows = {0};
	struct as_err err = {0};

	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);

	if (reader(&from, &rows, &err))
		fail_msg("%s", err.msg);
	return rows;
}

static double value_of(const struct as_rows *r, size_t row, const char *name)
{
	for (size_t i = 0; i < r->v[row].n_values; i++)
		if (!strcmp(r->values[r->v[row].value + i].name, name))
			return r->values[r->v[row].value + i].value;
	return (double)NAN;
}

static void google_rows_are_repetitions_without_aggregates_and_fits(void **state)
{
	size_t n;
	char *s = recorded("google.json", &n);
	struct as_rows r = rows_of(as_google_rows, s, n);

	(void)state;
	assert_int_equal(r.n, 4);
	assert_string_equal(r.v[0].benchmark, "BM_spin/100");
	assert_true(fabs(r.v[0].ns - 227.26453764897457) < 1e-9);
	assert_int_equal(r.v[0].n, 9269);
	assert_true(fabs(value_of(&r, 0, "cpu_time") - 125.50436940338768) < 1e-9);
	assert_true(fabs(value_of(&r, 0, "items_per_second") - 796785008.16642284) < 1);
	assert_true(isnan(value_of(&r, 0, "nan"))); /* a bare NaN is no value */
	assert_true(isnan(value_of(&r, 0, "threads")));
	assert_string_equal(r.v[3].benchmark, "BM_err");
	assert_string_equal(r.v[3].failed, "no \"disk\"");
	assert_true(isnan(r.v[3].ns));
	assert_string_equal(r.host, "host");
	as_rows_release(&r);
	free(s);
}

static void times_are_in_their_unit_and_old_files_have_no_run_type(void **state)
{
	static const char text[] = "{\"benchmarks\": ["
		"{\"name\": \"a/8\", \"iterations\": 10, \"real_time\": 1.5, \"cpu_time\": 1, \"time_unit\": \"ms\", \"wall\": 3},"
		"{\"name\": \"a/8\", \"iterations\": 10, \"real_time\": 2, \"cpu_time\": Infinity, \"time_unit\": \"us\"},"
		"{\"name\": \"s\", \"skipped\": true, \"skip_message\": \"no gpu\"}]}";
	struct as_rows r = rows_of(as_google_rows, text, sizeof text - 1);

	(void)state;
	assert_int_equal(r.n, 3);
	assert_true(fabs(r.v[0].ns - 1.5e6) < 1e-6 && fabs(r.v[1].ns - 2000) < 1e-9);
	assert_true(fabs(value_of(&r, 0, "cpu_time") - 1e6) < 1e-6);
	assert_true(isnan(value_of(&r, 1, "cpu_time")));
	assert_true(fabs(value_of(&r, 0, "reported_wall") - 3) < 1e-12);
	assert_string_equal(r.v[2].failed, "no gpu");
	as_rows_release(&r);
}

/* refused READER TEXT WORDS: it is not read, for that reason. */
static void refused(as_rows_reader *reader, const char *text, const char *words)
{
	struct as_rows rows = {0};
	struct as_err err = {0};

	struct as_bytes bytes = {text, strlen(text)};
	const struct as_source from = as_source_of(&bytes);
	assert_int_equal(reader(&from, &rows, &err), AS_ERR_DATA);
	if (!strstr(err.msg, words))
		fail_msg("%s: %s", text, err.msg);
	assert_null(rows.v);
}

static struct as_rows means_of(const char *mean, int repetitions)
{
	char text[1000];
	int n = snprintf(text, sizeof text,
		"{\"benchmarks\": ["
		"{\"name\": \"a\", \"run_name\": \"a\", \"run_type\": \"iteration\", \"real_time\": 10, \"time_unit\": \"us\"},"
		"{\"name\": \"a\", \"run_name\": \"a\", \"run_type\": \"iteration\", \"real_time\": 20, \"time_unit\": \"us\"},"
		"{\"name\": \"a_mean\", \"run_name\": \"a\", \"run_type\": \"aggregate\", \"aggregate_name\": \"mean\", "
		"\"iterations\": %d, \"real_time\": %s, \"time_unit\": \"us\"}]}", repetitions, mean);

	return rows_of(as_google_rows, text, (size_t)n);
}

static void a_mean_that_contradicts_its_repetitions_is_noted(void **state)
{
	struct as_rows r = means_of("15.1", 2);

	(void)state;
	assert_int_equal(r.n, 2);
	assert_int_equal(r.n_odd_means, 0);
	as_rows_release(&r);
	r = means_of("19", 2);
	assert_int_equal(r.n_odd_means, 1);
	assert_string_equal(r.odd_mean.benchmark, "a");
	assert_true(fabs(r.odd_mean.said_ns - 19000) < 1e-6 && fabs(r.odd_mean.own_ns - 15000) < 1e-6);
	as_rows_release(&r);
	/* Of other repetitions than those, nothing is known. */
	r = means_of("19", 3);
	assert_int_equal(r.n_odd_means, 0);
	as_rows_release(&r);
}

static void json_that_is_not_googles_is_refused_with_its_place(void **state)
{
	(void)state;
	refused(as_google_rows, "{}", "it has no list of benchmarks");
	refused(as_google_rows, "{\"benchmarks\": [{\"name\": \"a\"", "cannot read");
	refused(as_google_rows, "{\"benchmarks\": [{\"name\": \"a\", \"real_time\": -1, \"time_unit\": \"ns\"}]}",
		"whose real_time is no time");
	refused(as_google_rows, "{\"benchmarks\": [{\"name\": \"a\", \"real_time\": NaN}]}", "whose real_time is no time");
	refused(as_google_rows, "{\"benchmarks\": [{\"real_time\": 1}]}", "a benchmark without a name");
	refused(as_google_rows, "{\"benchmarks\": [{\"name\": \"a\", \"time_unit\": \"parsec\"}]}", "is no unit of time");
}

static void go_rows_are_lines_of_results_and_nothing_else(void **state)
{
	size_t n;
	char *s = recorded("go.txt", &n);
	struct as_rows r = rows_of(as_go_rows, s, n);

	(void)state;
	assert_int_equal(r.n, 5);
	assert_string_equal(r.v[0].benchmark, "BenchmarkCodeEncoder-8");
	assert_int_equal(r.v[0].n, 97);
	assert_true(fabs(r.v[0].ns - 12153486) < 1e-6);
	assert_true(fabs(value_of(&r, 0, "MB/s") - 159.66e6) < 1);
	assert_true(fabs(value_of(&r, 0, "B/op") - 28) < 1e-12);
	assert_string_equal(r.v[2].benchmark, "BenchmarkMarshal/bytes=32-8");
	assert_true(fabs(r.v[2].ns - 272.4) < 1e-9 && fabs(value_of(&r, 2, "score") - 3.5) < 1e-12);
	assert_int_equal(r.values[r.v[2].value].better, AS_BETTER_MORE);
	assert_int_equal(r.v[3].n_values, 0); /* NaN */
	assert_string_equal(r.v[4].benchmark, "BenchmarkBroken-8");
	assert_non_null(r.v[4].failed);
	assert_true(as_rows_strip_processors(&r));
	assert_string_equal(r.v[0].benchmark, "BenchmarkCodeEncoder");
	assert_string_equal(r.v[2].benchmark, "BenchmarkMarshal/bytes=32");
	as_rows_release(&r);
	free(s);
}

static void a_number_that_not_all_names_end_in_belongs_to_them(void **state)
{
	static const char text[] = "BenchmarkA/n-8 1 5 ns/op\nBenchmarkA/n-16 1 6 ns/op\nBenchmarkB 1 7 ns/op\r\n";
	struct as_rows r = rows_of(as_go_rows, text, sizeof text - 1);

	(void)state;
	assert_true(as_rows_strip_processors(&r));
	assert_string_equal(r.v[0].benchmark, "BenchmarkA/n-8");
	assert_string_equal(r.v[1].benchmark, "BenchmarkA/n-16");
	assert_string_equal(r.v[2].benchmark, "BenchmarkB");
	assert_true(as_rows_is_of("BenchmarkA/n-8", "BenchmarkA/n"));
	assert_false(as_rows_is_of("BenchmarkA/n-8-8", "BenchmarkA/n"));
	as_rows_release(&r);
}

static void go_lines_that_are_half_are_refused(void **state)
{
	(void)state;
	refused(as_go_rows, "BenchmarkA 1 5", "line 1: found the end of the line, expected the unit of '5'");
	refused(as_go_rows, "ok\nBenchmarkA 1 x ns/op", "line 2: found 'x', expected a number before its unit");
	refused(as_go_rows, "BenchmarkA 1 -5 ns/op", "is no time");
}

static struct as_experiment *experiment_of(const char *name)
{
	size_t n;
	char *s = recorded(name, &n);
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	if (as_data_read(&from, name, &x, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(as_experiment_check(x, &err), AS_OK);
	free(s);
	return x;
}

static void times_of_hyperfine_are_executions_of_their_commands(void **state)
{
	struct as_experiment *x = experiment_of("hyperfine.json");
	const struct as_level *third = &x->subjects[2].levels[AS_LEVEL_EXECUTION];
	const struct as_column *wall =
		as_subject_column(&x->subjects[0], AS_LEVEL_EXECUTION, AS_METRIC_WALL);

	(void)state;
	assert_int_equal(x->n_subjects, 3);
	assert_string_equal(x->subjects[0].name, "sleep 0.01");
	assert_string_equal(x->subjects[1].name, "sleep 0.01 (2)");
	assert_string_equal(x->subjects[2].name, "false");
	assert_int_equal(x->criterion, AS_METRIC_WALL);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_EXECUTION].n, 4);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_ITERATION].n, 0);
	assert_true(fabs(as_column_at(wall, 0) - 15096509.000000002) < 1);
	assert_int_equal(third->n, 4);
	assert_int_equal(as_unit_ending(third, 0), AS_ENDED_FAILED);
	assert_int_equal(as_unit_at(third, 0).code, 1);
	as_experiment_free(x);
}

static enum as_status read_text(const char *text, struct as_experiment **x, struct as_err *err)
{
	struct as_bytes bytes = {text, strlen(text)};
	const struct as_source from = as_source_of(&bytes);

	*x = NULL;
	return as_data_read(&from, "x.json", x, err);
}

static void refused_file(const char *text, const char *words)
{
	struct as_experiment *x;
	struct as_err err = {0};

	assert_int_equal(read_text(text, &x, &err), AS_ERR_DATA);
	if (!strstr(err.msg, words))
		fail_msg("%s: %s", text, err.msg);
	assert_null(x);
}

static struct as_experiment *taken(const char *text)
{
	struct as_experiment *x;
	struct as_err err = {0};

	if (read_text(text, &x, &err))
		fail_msg("%s: %s", text, err.msg);
	assert_int_equal(as_experiment_check(x, &err), AS_OK);
	return x;
}

#define ONE(members) "{\"results\": [{\"command\": \"x\", " members "}]}"

static void json_that_is_not_hyperfines_is_refused_with_its_place(void **state)
{
	(void)state;
	refused_file(ONE("\"times\": [0.1, -2]"), "results[0].times[1]: a time that is none");
	refused_file(ONE("\"mean\": 1, \"exit_codes\": [0]"), "a result without times");
	refused_file("{\"results\": [{\"times\": [1]}]}", "a result without a command");
	refused_file(ONE("\"times\": [1e999]"), "cannot read");
	refused_file("{\"results\": [{\"command\": \"a\\u0000b\", \"times\": [1]}]}",
		"has \\u0000 in it");
}

static void exit_codes_count_wherever_they_stand_and_for_each_time(void **state)
{
	static const char *const files[] = {
		ONE("\"exit_codes\": [0, 3, null], \"times\": [1, 2, 3]"),
		ONE("\"times\": [1, 2, 3], \"exit_codes\": [0, 3, null]")};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct as_experiment *x = taken(files[i]);
		const struct as_level *l = &x->subjects[0].levels[AS_LEVEL_EXECUTION];
		assert_int_equal(as_unit_ending(l, 0), AS_ENDED_OK);
		assert_int_equal(as_unit_ending(l, 1), AS_ENDED_FAILED);
		assert_int_equal(as_unit_at(l, 1).code, 3);
		assert_int_equal(as_unit_ending(l, 2), AS_ENDED_REPORT);
		assert_true(isnan(as_column_at(&l->columns[0], 1)));
		as_experiment_free(x);
	}
	refused_file(ONE("\"exit_codes\": [0, 1], \"times\": [1, 2, 3]"),
		"a result with 3 times and 2 exit codes");
	refused_file(ONE("\"times\": [1], \"exit_codes\": [0, 0]"), "1 times and 2 exit codes");
}

static void a_member_that_stands_there_twice_is_refused(void **state)
{
	(void)state;
	refused_file(ONE("\"times\": [1], \"times\": [2]"), "the member \"times\" is there twice");
	refused_file("{\"results\": [{\"command\": \"x\", \"times\": [1]}], \"results\": []}",
		"the member \"results\" is there twice");
	refused_file(ONE("\"times\": [1], \"parameters\": {\"n\": 1, \"n\": 2}"),
		"the member \"n\" is there twice");
	refused_file("{\"context\": {\"num_cpus\": 1}, \"benchmarks\": [{\"name\": \"a\", "
		     "\"real_time\": 1, \"real_time\": 2, \"time_unit\": \"ns\"}]}",
		"the member \"real_time\" is there twice");
}

static void names_of_commands_stay_apart(void **state)
{
	struct as_experiment *x = taken(
		"{\"results\": ["
		"{\"command\": \"x (2)\", \"times\": [1]}, {\"command\": \"x\", \"times\": [2]},"
		"{\"command\": \"x\", \"times\": [3]}]}");

	(void)state;
	assert_int_equal(x->n_subjects, 3);
	assert_string_equal(x->subjects[1].name, "x");
	assert_string_equal(x->subjects[2].name, "x (3)");
	assert_string_equal(x->subjects[2].command, "x");
	as_experiment_free(x);
}

static void a_mean_that_its_times_do_not_have_is_named(void **state)
{
	struct as_experiment *x = taken(ONE("\"mean\": 5, \"times\": [1, 2, 3]"));

	(void)state;
	assert_string_equal(x->remarks,
		"it says a mean of 5 s for 'x', but the 3 times it has have "
		"one of 2 s; the times are what counts here");
	as_experiment_free(x);
	x = taken(ONE("\"mean\": 2, \"times\": [1, 2, 3]"));
	assert_null(x->remarks);
	as_experiment_free(x);
	/* of those that did not fail, as assay has it */
	x = taken(ONE("\"mean\": 1, \"exit_codes\": [0, 1], \"times\": [1, 9]"));
	assert_null(x->remarks);
	as_experiment_free(x);
}

static void lines_that_go_does_not_print_are_counted_and_named(void **state)
{
	struct as_experiment *x =
		taken("goos: linux\npkg: x\n=== RUN   BenchmarkA\nBenchmarkA\n"
		      "BenchmarkA-2 10 5 ns/op\n    a_test.go:9: log\nhello there\n"
		      "BenchmarkA-2 many 5 ns/op\nBenchmarkB-2 1 3 x/op\nPASS\nok  \tx\t0.1s\n");

	(void)state;
	assert_string_equal(x->remarks,
		"2 of its lines are no result of a benchmark and are left out, the first in line "
		"7: 'hello there'");
	as_experiment_free(x);
}

static void json_of_others_is_called_theirs(void **state)
{
	(void)state;
	refused_file("{\"version\": \"1.0\", \"metadata\": {}, \"benchmarks\": [{\"runs\": []}]}",
		"cannot read 'x.json' as what pyperf writes: there is no result of a benchmark in "
		"it");
	refused_file("{\"a\": 1}", "it is of no format that is known here");
}

static void a_byte_order_mark_is_skipped(void **state)
{
	struct as_experiment *x = taken("\xEF\xBB\xBF" ONE("\"times\": [1, 2]"));

	(void)state;
	as_experiment_free(x);
	x = taken("\xEF\xBB\xBF"
		  "BenchmarkA-2 10 5 ns/op\n");
	assert_string_equal(x->subjects[0].name, "BenchmarkA");
	as_experiment_free(x);
}

static void a_file_is_known_by_its_bytes_and_has_a_subject_for_each_benchmark(void **state)
{
	struct as_experiment *google = experiment_of("google.json"), *go = experiment_of("go.txt");
	struct as_experiment *recorded_go = experiment_of("go_recorded.txt");

	(void)state;
	assert_int_equal(google->n_subjects, 4);
	assert_int_equal(google->started_ns, INT64_C(1795303016000000000));
	assert_int_equal(go->n_subjects, 4);
	assert_string_equal(go->subjects[0].name, "BenchmarkCodeEncoder");
	assert_int_equal(go->subjects[0].levels[AS_LEVEL_EXECUTION].n, 1);
	assert_int_equal(go->subjects[0].levels[AS_LEVEL_ITERATION].n, 2);
	assert_int_equal(as_unit_ending(&go->subjects[3].levels[AS_LEVEL_EXECUTION], 0), AS_ENDED_REPORT);
	assert_int_equal(as_experiment_pairs(go), 0);
	assert_int_equal(recorded_go->n_subjects, 3);
	assert_string_equal(recorded_go->subjects[1].name, "BenchmarkSort/n=1000");
	as_experiment_free(recorded_go);
	as_experiment_free(google);
	as_experiment_free(go);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(google_rows_are_repetitions_without_aggregates_and_fits),
		cmocka_unit_test(times_are_in_their_unit_and_old_files_have_no_run_type),
		cmocka_unit_test(a_mean_that_contradicts_its_repetitions_is_noted),
		cmocka_unit_test(json_that_is_not_googles_is_refused_with_its_place),
		cmocka_unit_test(times_of_hyperfine_are_executions_of_their_commands),
		cmocka_unit_test(json_that_is_not_hyperfines_is_refused_with_its_place),
		cmocka_unit_test(exit_codes_count_wherever_they_stand_and_for_each_time),
		cmocka_unit_test(a_member_that_stands_there_twice_is_refused),
		cmocka_unit_test(names_of_commands_stay_apart),
		cmocka_unit_test(a_mean_that_its_times_do_not_have_is_named),
		cmocka_unit_test(lines_that_go_does_not_print_are_counted_and_named),
		cmocka_unit_test(json_of_others_is_called_theirs),
		cmocka_unit_test(a_byte_order_mark_is_skipped),
		cmocka_unit_test(go_rows_are_lines_of_results_and_nothing_else),
		cmocka_unit_test(a_number_that_not_all_names_end_in_belongs_to_them),
		cmocka_unit_test(go_lines_that_are_half_are_refused),
		cmocka_unit_test(a_file_is_known_by_its_bytes_and_has_a_subject_for_each_benchmark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
