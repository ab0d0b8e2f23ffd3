/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many values at once: `values` lines and what follows them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <unistd.h>

#include "model/kept/subject.h"
#include "run/reporter/reporter.h"
#include "report_text.h"

enum { MANY = 100000, LINE = 128 };

static void has(const struct as_report *r, size_t run, size_t first, const double *v, size_t n)
{
	assert_true(run < r->runs.n);
	assert_int_equal(r->runs.list[run].iteration, first);
	assert_int_equal(r->runs.list[run].n, n);
	for (size_t i = 0; i < n; i++)
		assert_true(fabs(r->runs.list[run].v[i] - v[i]) <= 1e-12 * fabs(v[i]));
}

static void read_as(const char *bytes, size_t n, struct as_report *r)
{
	struct as_err err = {0};

	*r = (struct as_report){0};
	if (parse_report("", bytes, n, AS_COMBINE_NONE, r, &err))
		fail_msg("%s", err.msg);
}

static void refused_bytes(const char *bytes, size_t n, enum as_combine how, const char *words)
{
	struct as_report r = {.n = 77};
	struct as_err err = {0};

	assert_int_equal(parse_report("", bytes, n, how, &r, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, words);
	assert_int_equal(r.n, 77);
}

static void refused(const char *text, const char *words)
{
	refused_bytes(text, strlen(text), AS_COMBINE_NONE, words);
}

static void words_on_any_lines_are_values_of_iterations_without_a_time(void **state)
{
	static const char text[] = "assay 1\nvalues latency 5 us less\n1 2.5\n\n 3e3\t4\n5\n"
		"execution errors 1 count\n";
	struct as_report r;

	(void)state;
	read_as(text, strlen(text), &r);
	has(&r, 0, 0, (const double[]){1000, 2500, 3e6, 4000, 5000}, 5);
	assert_int_equal(r.n, 5);
	for (size_t i = 0; i < 5; i++) {
		assert_true(isnan(r.ns[i]));
		assert_int_equal(r.role[i], AS_ROLE_MEASURED);
	}
	assert_int_equal(r.n_metrics, 2);
	assert_string_equal(r.metrics[0].metric.name, "latency");
	assert_string_equal(r.metrics[0].metric.unit, "ns");
	assert_int_equal(r.metrics[0].metric.better, AS_BETTER_LESS);
	assert_int_equal(r.metrics[0].metric.level, AS_LEVEL_ITERATION);
	as_report_release(&r);
}

static void binary_numbers_of_either_kind_are_the_same_values(void **state)
{
	const unsigned char whole[] = {1, 0, 0, 0, 0, 0, 0, 0, 10, 1, 0, 0, 0, 0, 0, 0, '\n'};
	const unsigned char real[] = {0, 0, 0, 0, 0, 0, 0xf8, 0x3f, '\n'};
	char text[256];
	struct as_report r;

	(void)state;
	size_t n = (size_t)sprintf(text, "assay 1\nvalues latency 2 ns as uint64\n");
	memcpy(text + n, whole, sizeof whole);
	n += sizeof whole;
	n += (size_t)sprintf(text + n, "values latency 1 us as float64\n");
	memcpy(text + n, real, sizeof real);
	n += sizeof real;
	n += (size_t)sprintf(text + n, "execution errors 0 count\n");
	read_as(text, n, &r);
	has(&r, 0, 0, (const double[]){1, 266}, 2);
	has(&r, 1, 2, (const double[]){1500}, 1);
	assert_int_equal(r.n, 3);
	assert_int_equal(r.n_metrics, 2);
	as_report_release(&r);
}

static void metrics_of_an_iteration_stand_beside_each_other_and_its_time(void **state)
{
	static const char text[] = "assay 1\niteration 1 s\niteration 2 s\nvalues a 2 ns\n1 2\n"
		"values b 1 requests\n-7\nvalues b 1 requests\n8\n";
	struct as_report r;

	(void)state;
	read_as(text, strlen(text), &r);
	assert_int_equal(r.n, 2);
	has(&r, 0, 0, (const double[]){1, 2}, 2);
	has(&r, 1, 0, (const double[]){-7}, 1);
	has(&r, 2, 1, (const double[]){8}, 1);
	as_report_release(&r);
}

static void histogram_of(char *out, size_t cap)
{
	FILE *f = fopen(TEST_DATA "/histogram/exponential.txt", "r");

	assert_non_null(f);
	assert_non_null(fgets(out, (int)cap, f));
	fclose(f);
}

static void a_histogram_is_as_many_values_as_it_counted(void **state)
{
	char text[8192] = "assay 1\nvalues latency 1005 us as hdr\n";
	struct as_report r;
	double sum = 0;

	(void)state;
	histogram_of(text + strlen(text), 4096);
	read_as(text, strlen(text), &r);
	assert_int_equal(r.n, 1005);
	for (size_t i = 0; i < 1005; i++)
		sum += r.runs.list[0].v[i];
	assert_true(fabs(sum / 1005 - 21212010.945273632) < 1);
	as_report_release(&r);
}

static void a_histogram_of_other_than_what_was_announced_is_refused(void **state)
{
	char text[8192] = "assay 1\nvalues latency 1004 us as hdr\n";

	(void)state;
	histogram_of(text + strlen(text), 4096);
	refused(text, "line 3: found a histogram of 1005 values, expected as many as were announced");
	refused("assay 1\nvalues latency 10 us as hdr\nHISTFAAAA\n",
		"line 3: it is no HdrHistogram in the V2 encoding: it does not begin as one (HISTFAAA)");
	refused("assay 1\nvalues latency 10 us as hdr\nHISTFAAAA",
		"line 2 announces 10 values of latency, and 0 came: the program may have died while "
		"writing them");
}

static void a_million_million_million_values_are_refused_before_they_come(void **state)
{
	(void)state;
	refused("assay 1\nvalues latency 1000000000000000000 us\n1\n",
		"line 2: found '1000000000000000000', expected how many numbers follow, a whole number "
		"from 1 to 100000000");
	refused("assay 1\nvalues latency 0 us\n",
		"line 2: found '0', expected how many numbers follow, a whole number from 1 to "
		"100000000");
	refused("assay 1\nvalues a 1 us\n1\nvalues b 100000000 us\n1\n",
		"line 4: found over 100000000 values of an execution, expected fewer");
}

static void numbers_that_do_not_come_are_told(void **state)
{
	static const char died[] = ": the program may have died while writing them";
	char words[256], text[] = "assay 1\nvalues latency 3 ns as float64\n1234567\n1234567\n12345";

	(void)state;
	snprintf(words, sizeof words, "line 2 announces 3 values of latency, and 2 came%s", died);
	refused("assay 1\nvalues latency 3 us\n1 2\n", words);
	refused(text, words);
	refused("assay 1\nvalues latency 3 us\n1 2\n3", words);
	refused("assay 1\nvalues latency 3 us\n1 2\nexecution",
		words);
	refused("assay 1\nvalues latency 3 us\n1 2\nexecution e 1 count\n",
		"line 4: found 'execution', expected a finite number");
}

static void numbers_that_are_none_are_told(void **state)
{
	static const char nan[] = {0, 0, 0, 0, 0, 0, (char)0xf8, 0x7f, '\n'};
	static const char wide[] = {1, 0, 0, 0, 0, 0, 0x20, 0, '\n'};
	char text[128];

	(void)state;
	refused("assay 1\nvalues latency 3 us\n1 2 -3\n",
		"line 3: found a negative time among the values, expected times of 0 or more");
	refused("assay 1\nvalues latency 2 us\n1 2 3\n",
		"line 3: found '3', expected the end of the line: all numbers announced are there");
	size_t n = (size_t)sprintf(text, "assay 1\nvalues a 1 u as float64\n");
	memcpy(text + n, nan, sizeof nan);
	refused_bytes(text, n + sizeof nan, AS_COMBINE_NONE,
		"line 2: found a value that is no finite number, expected finite numbers");
	n = (size_t)sprintf(text, "assay 1\nvalues a 1 u as uint64\n");
	memcpy(text + n, wide, sizeof wide);
	refused_bytes(text, n + sizeof wide, AS_COMBINE_NONE,
		"line 2: found a whole number of over 2^53, expected smaller ones, or as float64");
	refused("assay 1\nvalues a 1 u as uint64\n12\0\0\0\0\0\0x\n",
		"line 2 announces 1 values of a, and 0 came: the program may have died while writing "
		"them");
	n = (size_t)sprintf(text, "assay 1\nvalues a 1 u as uint64\n12345");
	memcpy(text + n, "\0\0\0x\n", 5);
	refused_bytes(text, n + 5, AS_COMBINE_NONE,
		"line 2: found other bytes behind the last value, expected a newline: fewer values were "
		"announced than came, or they are not 8 bytes each");
}

static void announcements_that_cannot_be_are_told(void **state)
{
	(void)state;
	refused("assay 1\nvalues latency 3\n1 2 3\n",
		"line 2: found the end of the line, expected values NAME N UNIT");
	refused("assay 1\nvalues wall 3 us\n",
		"line 2: found 'wall', expected another name: assay has a metric of that name");
	refused("assay 1\nvalues a 3 us as bytes\n",
		"line 2: found 'bytes', expected as text, as float64, as uint64 or as hdr at the end of "
		"the line");
	refused("assay 1\nvalues a 3 us text\n",
		"line 2: found 'text', expected less, more, as or the end of the line");
	refused("assay 1\niteration 1 s\nvalues a 2 us\n",
		"line 3: found 2 values behind 1 iterations, expected one for each iteration, or no "
		"`iteration` lines at all");
	refused("assay 1\nvalues a 1 us\n1\niteration 1 s\n",
		"line 4: found an iteration behind `values`, expected iterations before them, or none");
	refused("assay 1\niteration 1 s\nvalue a 1 us\nvalues b 1 us\n",
		"line 4: found `values` behind a value, expected one kind of them");
	refused("assay 1\niteration 1 s\nvalues b 1 us\n1\nvalue a 1 us\n",
		"line 5: found a value behind `values`, expected values before them");
}

static void processes_are_pooled_and_not_added(void **state)
{
	static const char text[] = "assay 1\nvalues a 2 ns\n1 2\nassay 1\nvalues a 1 ns\n3\n";
	struct as_report r = {0};

	(void)state;
	assert_int_equal(parse_report("", text, strlen(text), AS_COMBINE_POOL, &r, NULL), AS_OK);
	has(&r, 0, 0, (const double[]){1, 2}, 2);
	has(&r, 1, 2, (const double[]){3}, 1);
	as_report_release(&r);
	refused_bytes(text, strlen(text), AS_COMBINE_SUM,
		"what two processes reported (from line 1 and from line 4) cannot be combined: they "
		"reported many values at once; --combine pool takes processes that differ");
}

/* Pieces of 64 KiB end anywhere in a number, and lines behind it are read all the same. */
static void a_file_is_read_whatever_piece_a_number_lies_in(void **state)
{
	char path[] = "/tmp/assay-values-XXXXXX";
	struct as_report r = {0};
	struct as_err err = {0};
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

	(void)state;
	assert_non_null(f);
	fprintf(f, "assay 1\nvalues latency %d ns as uint64\n", MANY);
	for (uint64_t i = 0; i < MANY; i++)
		fwrite(&i, sizeof i, 1, f); /* these tests run where the lowest byte is first */
	fprintf(f, "\nvalues latency %d ns\n", MANY);
	for (int i = 0; i < MANY; i++)
		fprintf(f, "%d%c", i, i % LINE == LINE - 1 || i == MANY - 1 ? '\n' : ' ');
	fprintf(f, "execution errors 3 count\n");
	fclose(f);
	if (as_reporter_read(path, AS_COMBINE_NONE, &r, &err))
		fail_msg("%s", err.msg);
	unlink(path);
	assert_int_equal(r.n, 2 * MANY);
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < MANY; i++)
			assert_int_equal((size_t)r.runs.list[k].v[i], i);
	assert_int_equal((int)r.metrics[1].value, 3);
	as_report_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_on_any_lines_are_values_of_iterations_without_a_time),
		cmocka_unit_test(binary_numbers_of_either_kind_are_the_same_values),
		cmocka_unit_test(metrics_of_an_iteration_stand_beside_each_other_and_its_time),
		cmocka_unit_test(a_histogram_is_as_many_values_as_it_counted),
		cmocka_unit_test(a_histogram_of_other_than_what_was_announced_is_refused),
		cmocka_unit_test(a_million_million_million_values_are_refused_before_they_come),
		cmocka_unit_test(numbers_that_do_not_come_are_told),
		cmocka_unit_test(numbers_that_are_none_are_told),
		cmocka_unit_test(announcements_that_cannot_be_are_told),
		cmocka_unit_test(processes_are_pooled_and_not_added),
		cmocka_unit_test(a_file_is_read_whatever_piece_a_number_lies_in),
	};
	return cmocka_run_group_tests_name("report values", tests, NULL, NULL);
}
