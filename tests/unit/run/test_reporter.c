/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "model/kept/subject.h"
#include "run/reporter/reporter.h"
#include "report_text.h"

static enum as_status parse(const char *text, struct as_report *out, struct as_err *err)
{
	return parse_report("r", text, strlen(text), AS_COMBINE_NONE, out, err);
}

/* The report is refused with exactly these words, and *out stays as it was. */
static void refused_with(const char *text, enum as_combine combine, const char *message)
{
	struct as_report r = {.n = 77};
	struct as_err err = {0};

	assert_int_equal(parse_report("r", text, strlen(text), combine, &r, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, message);
	assert_int_equal(r.n, 77);
}

static void refused(const char *line, const char *found_and_expected)
{
	char text[512], message[512];

	snprintf(text, sizeof text, "assay 1\n%s\n", line);
	snprintf(message, sizeof message, "line 2 of r: found %s",
		found_and_expected);
	refused_with(text, AS_COMBINE_NONE, message);
}

static void near(double x, double want)
{
	assert_true(fabs(x - want) <= 1e-12 * fabs(want)); /* a few roundings of decimal times scale */
}

static void times_become_ns_per_operation(void **state)
{
	struct as_report r = {0};
	struct as_err err = {0};
	const double want[] = {12300, 14.5, 2e6, 3e9, 60e9, 3600e9, 0, 12.3e3};

	(void)state;
	assert_int_equal(
		parse("assay 1\niteration 12.3 us\niteration 14.5 ns\niteration 2 ms\n"
		      "iteration 3 s\niteration 1 min\n  iteration\t1  h \niteration 0 ns\n"
		      "iteration 12.3 µs\n",
			&r, &err),
		AS_OK);
	assert_int_equal(r.n, 8);
	for (size_t i = 0; i < 8; i++) {
		near(r.ns[i], want[i]);
		assert_int_equal(r.role[i], AS_ROLE_MEASURED);
	}
	assert_null(r.end_ns);
	assert_null(r.ops);
	assert_null(r.benchmark);
	assert_int_equal(r.n_files, 1);
	as_report_release(&r);
	assert_null(r.ns);
}

static void options_are_kept_beside_the_iteration(void **state)
{
	struct as_report r = {0};

	(void)state;
	assert_int_equal(parse("assay 1\nwarmup 5 ns benchmark=a\niteration 6 ns n=100 t=50 benchmark=a\n"
			       "iteration 7 ns benchmark=a t=50\n", &r, NULL), AS_OK);
	assert_int_equal(r.n, 3);
	assert_int_equal(r.n_warmup, 1);
	assert_int_equal(r.role[0], AS_ROLE_WARMUP);
	assert_int_equal(r.role[1], AS_ROLE_MEASURED);
	assert_int_equal(r.ops[0], 1);
	assert_int_equal(r.ops[1], 100);
	assert_int_equal(r.ops[2], 1);
	assert_int_equal(r.end_ns[0], 0);
	assert_int_equal(r.end_ns[1], 50);
	assert_int_equal(r.end_ns[2], 50);
	assert_string_equal(r.benchmark, "a");
	as_report_release(&r);
}

static void metrics_have_a_unit_a_level_and_a_direction(void **state)
{
	struct as_report r = {0};

	(void)state;
	assert_int_equal(parse("assay 1\niteration 1 s\nvalue rate 5.5 MB/s more\nvalue gc 2 ms\n"
			       "iteration 1 s\nvalue gc -3 us less\nexecution rss 2 MiB less\n"
			       "build size 10 kB\n", &r, NULL), AS_OK);
	assert_int_equal(r.n_metrics, 4);
	assert_string_equal(r.metrics[0].metric.name, "rate");
	assert_string_equal(r.metrics[0].metric.unit, "MB/s");
	assert_int_equal(r.metrics[0].metric.better, AS_BETTER_MORE);
	assert_int_equal(r.metrics[0].metric.level, AS_LEVEL_ITERATION);
	assert_true(isnan(r.metrics[0].value));
	assert_string_equal(r.metrics[1].metric.unit, "ns");
	assert_int_equal(r.metrics[1].metric.better, AS_BETTER_LESS);
	assert_int_equal(r.metrics[2].metric.level, AS_LEVEL_EXECUTION);
	assert_string_equal(r.metrics[2].metric.unit, "bytes");
	near(r.metrics[2].value, 2097152);
	assert_int_equal(r.metrics[3].metric.level, AS_LEVEL_BUILD);
	assert_int_equal(r.metrics[3].metric.better, AS_BETTER_NEITHER);
	near(r.metrics[3].value, 10000);
	assert_int_equal(r.n_values, 3);
	near(r.values[1].value, 2e6);
	assert_int_equal(r.values[1].iteration, 0);
	assert_int_equal(r.values[2].iteration, 1);
	assert_int_equal(r.values[2].metric, 1);
	near(r.values[2].value, -3000);
	as_report_release(&r);
}

static void the_first_failure_is_kept_with_its_text(void **state)
{
	struct as_report r = {0};

	(void)state;
	assert_int_equal(parse("assay 1\nfailed result differs: 3\nfailed again\n", &r, NULL), AS_OK);
	assert_string_equal(r.failed, "result differs: 3");
	as_report_release(&r);
	assert_int_equal(parse("assay 1\nfailed\n", &r, NULL), AS_OK);
	assert_string_equal(r.failed, "it did not say why");
	as_report_release(&r);
}

static void nothing_or_only_a_header_reports_nothing(void **state)
{
	struct as_report r = {0};

	(void)state;
	assert_int_equal(parse("", &r, NULL), AS_OK);
	assert_int_equal(r.n, 0);
	as_report_release(&r);
	assert_int_equal(parse("assay 1\n", &r, NULL), AS_OK);
	assert_int_equal(r.n, 0);
	assert_null(r.failed);
	as_report_release(&r);
}

static void bad_times_name_line_finding_and_expectation(void **state)
{
	const char *number = "a finite number and, after a blank, its unit, as in '12.3 us'";
	char words[256];

	(void)state;
	refused("hello", "'hello', expected iteration, warmup, value, values, execution, build or failed");
	refused("iteration", "the end of the line, expected a number and its unit");
	refused("iteration 12.3", "'12.3', expected a unit after the number, as in '12.3 us'");
	refused("iteration 12.3 n=5",
		"'n=5', expected the number's unit before it, as in '12.3 us'");
	refused("iteration 1 m", "'m', expected a unit of time: ns, us, ms, s, min or h");
	refused("iteration 1 furlong", "'furlong', expected a unit of time: ns, us, ms, s, min or h");
	refused("iteration -0.5 us", "the negative time -0.5 us, expected 0 or more; the clock it was read "
				     "from went backwards");
	refused("iteration 1e15 s", "a time of over 10000 days, expected a shorter one");
	const char *const none[] = {"nan", "NaN", "inf", "-inf", "0x10", "12.3us", "1e999", "1,5", "--3"};
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
		char line[64];
		snprintf(line, sizeof line, "iteration %s us", none[i]);
		snprintf(words, sizeof words, "'%s', expected %s", none[i], number);
		refused(line, words);
	}
}

static void bad_options_name_line_finding_and_expectation(void **state)
{
	(void)state;
	refused("iteration 1 us n=0", "'n=0', expected one n= with a whole number from 1");
	refused("iteration 1 us n=1 n=1", "'n=1', expected one n= with a whole number from 1");
	refused("iteration 1 us n=1e3", "'n=1e3', expected one n= with a whole number from 1");
	refused("iteration 1 us t=x",
		"'t=x', expected one t= with CLOCK_MONOTONIC in ns, a whole number from 1");
	refused("iteration 1 us benchmark=", "'benchmark=', expected one benchmark= with a name");
	refused("iteration 1 us 5", "'5', expected n=, t=, benchmark= or the end of the line");
	refused_with("assay 1\niteration 1 us t=9\niteration 1 us t=8\n", AS_COMBINE_NONE,
		"line 3 of r: found a t= before that of an earlier iteration, "
		"expected iterations in the order of their ends: the clock went backwards");
}

static void bad_metrics_name_line_finding_and_expectation(void **state)
{
	(void)state;
	refused("value x 1 count", "'value', expected an iteration or a warmup before it");
	refused("execution", "the end of the line, expected NAME NUMBER UNIT");
	refused("execution x 1", "'1', expected a unit after the number, as in '12.3 us'");
	refused("execution x 1e308 GB", "a number too large for its unit, expected a smaller one");
	refused("execution wall 1 ns",
		"'wall', expected another name: assay has a metric of that name");
	refused("execution x 1 count better", "'better', expected less, more or the end of the line");
	refused("execution x 1 count less more", "'less', expected less, more or the end of the line");
}

static void a_name_means_one_thing(void **state)
{
	const char *start = "line 3 of r: found '";
	const struct {
		const char *lines, *words;
	} cases[] = {
		{"execution x 1 count\nexecution x 1 ns", "ns', expected the unit this name had before"},
		{"execution x 1 a\nbuild x 1 a",
			"x', expected a name to be used in lines of one kind: value, execution or build"},
		{"execution x 1 a less\nexecution x 1 a more",
			"more', expected the direction this name had before"},
		{"execution x 1 a\nexecution x 1 a",
			"x', expected a name once for each execution (--combine sum or max joins those of "
			"several processes)"},
	};
	char text[256], message[512];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		snprintf(text, sizeof text, "assay 1\n%s\n", cases[i].lines);
		snprintf(message, sizeof message, "%s%s", start, cases[i].words);
		refused_with(text, AS_COMBINE_NONE, message);
	}
	refused_with("assay 1\niteration 1 s\nvalue x 1 a\nvalue y 1 a\nvalue x 1 a\n", AS_COMBINE_NONE,
		"line 5 of r: found 'x', expected a name once for each iteration");
}

static void a_report_of_no_or_another_version_is_refused(void **state)
{
	(void)state;
	refused_with("iteration 1 us\n", AS_COMBINE_NONE,
		"line 1 of r: found 'iteration', expected the header 'assay 1' "
		"before anything else");
	refused_with("assay 2\n", AS_COMBINE_NONE,
		"line 1 of r: found '2', expected version 1 of the reporter "
		"protocol, the line 'assay 1'");
	refused_with("assay\n", AS_COMBINE_NONE,
		"line 1 of r: found the end of the line, expected version 1 of "
		"the reporter protocol, the line 'assay 1'");
	refused_with("assay 1.0\n", AS_COMBINE_NONE,
		"line 1 of r: found '1.0', expected version 1 of the reporter "
		"protocol, the line 'assay 1'");
}

static void an_unfinished_last_line_is_refused_whatever_it_says(void **state)
{
#define DIED "; the line has no end, so the program may have died while writing it"
	(void)state;
	refused_with("assay 1\niteration 5 ns", AS_COMBINE_NONE,
		"line 2 of r: found the end of the file, expected the end of the line" DIED);
	refused_with("assay 1", AS_COMBINE_NONE,
		"line 1 of r: found the end of the file, expected the end of the line" DIED);
	refused_with("assay 1\niteration 5 ns\niterat", AS_COMBINE_NONE,
		"line 3 of r: found 'iterat', expected iteration, warmup, value, values, execution, build "
		"or failed" DIED);
#undef DIED
}

/* A report of `assay 1`, then one failed line of n bytes with its newline. */
static char *long_line(size_t n)
{
	char *text = malloc(n + 9);

	assert_non_null(text);
	memcpy(text, "assay 1\nfailed ", 15);
	memset(text + 15, 'x', n - 8);
	text[n + 7] = '\n';
	text[n + 8] = 0;
	return text;
}

static void a_line_has_at_most_4096_bytes_and_no_byte_0(void **state)
{
	struct as_report r = {0};
	char *text = long_line(4096);

	(void)state;
	assert_int_equal(parse(text, &r, NULL), AS_OK);
	assert_int_equal(strlen(r.failed), 4096 - 8);
	as_report_release(&r);
	free(text);
	text = long_line(4097);
	refused_with(text, AS_COMBINE_NONE, "line 2 of r: found a line of over "
					    "4096 bytes, expected shorter ones");
	free(text);

	struct as_err err = {0};
	assert_int_equal(parse_report("r", "assay 1\nfailed \0\n", 17, AS_COMBINE_NONE, &r, &err),
		AS_ERR_DATA);
	assert_string_equal(err.msg,
		"line 2 of r: found a byte of value 0, expected text");
}

static void long_findings_are_cut(void **state)
{
	char line[200], words[300];

	(void)state;
	memset(line, 'z', sizeof line - 1);
	line[sizeof line - 1] = 0;
	snprintf(words, sizeof words, "'%.80s...', expected iteration, warmup, value, values, execution, build "
		"or failed", line);
	refused(line, words);
}

static void names_of_two_benchmarks_are_refused(void **state)
{
	(void)state;
	refused_with("assay 1\niteration 1 us benchmark=a\niteration 1 us benchmark=b\n",
		AS_COMBINE_POOL,
		"line 3 of r: iterations of benchmark 'b' follow those of 'a': a "
		"command can report one benchmark, so let the program run one of them at a time");
	refused_with("assay 1\niteration 1 us benchmark=a\niteration 1 us\n", AS_COMBINE_NONE,
		"line 3 of r: iterations of benchmark '(without a name)' follow "
		"those of 'a': a command can report one benchmark, so let the program run one of them at "
		"a time");
}

static void more_than_100_metrics_are_refused(void **state)
{
	struct as_text t = {0};

	(void)state;
	as_text_add(&t, "assay 1\n");
	for (int i = 0; i < 101; i++)
		as_text_addf(&t, "execution m%d 1 count\n", i);
	refused_with(as_text_str(&t), AS_COMBINE_NONE,
		"line 102 of r: found 'm100', expected at most 100 metrics of the "
		"program's own");
	as_text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_become_ns_per_operation),
		cmocka_unit_test(options_are_kept_beside_the_iteration),
		cmocka_unit_test(metrics_have_a_unit_a_level_and_a_direction),
		cmocka_unit_test(the_first_failure_is_kept_with_its_text),
		cmocka_unit_test(nothing_or_only_a_header_reports_nothing),
		cmocka_unit_test(bad_times_name_line_finding_and_expectation),
		cmocka_unit_test(bad_options_name_line_finding_and_expectation),
		cmocka_unit_test(bad_metrics_name_line_finding_and_expectation),
		cmocka_unit_test(a_name_means_one_thing),
		cmocka_unit_test(a_report_of_no_or_another_version_is_refused),
		cmocka_unit_test(an_unfinished_last_line_is_refused_whatever_it_says),
		cmocka_unit_test(a_line_has_at_most_4096_bytes_and_no_byte_0),
		cmocka_unit_test(long_findings_are_cut),
		cmocka_unit_test(names_of_two_benchmarks_are_refused),
		cmocka_unit_test(more_than_100_metrics_are_refused),
	};
	return cmocka_run_group_tests_name("reporter", tests, NULL, NULL);
}
