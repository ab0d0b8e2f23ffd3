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

#include "format/data.h"
#include "format/harness.h"
#include "model/check.h"

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

	if (reader(s, n, &rows, &err))
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

	assert_int_equal(reader(text, strlen(text), &rows, &err), AS_ERR_DATA);
	if (!strstr(err.msg, words))
		fail_msg("%s: %s", text, err.msg);
	assert_null(rows.v);
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

static void json_that_is_not_hyperfines_is_refused_with_its_place(void **state)
{
	(void)state;
	refused(as_hyperfine_rows, "{\"results\": [{\"command\": \"x\", \"times\": [0.1, -2]}]}", "results[0].times[1]: a time that is none");
	refused(as_hyperfine_rows, "{\"results\": [{\"command\": \"x\", \"exit_codes\": [0]}]}", "a result without times");
	refused(as_hyperfine_rows, "{\"results\": [{\"times\": [1]}]}", "a result without a command");
	refused(as_hyperfine_rows, "{\"results\": [{\"command\": \"x\", \"times\": [1e999]}]}", "cannot read");
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
		cmocka_unit_test(json_that_is_not_googles_is_refused_with_its_place),
		cmocka_unit_test(times_of_hyperfine_are_executions_of_their_commands),
		cmocka_unit_test(json_that_is_not_hyperfines_is_refused_with_its_place),
		cmocka_unit_test(go_rows_are_lines_of_results_and_nothing_else),
		cmocka_unit_test(a_number_that_not_all_names_end_in_belongs_to_them),
		cmocka_unit_test(go_lines_that_are_half_are_refused),
		cmocka_unit_test(a_file_is_known_by_its_bytes_and_has_a_subject_for_each_benchmark),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
