/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "run/metrics/choice.h"
#include "run/reporter/pattern.h"

static struct as_arena arena;

static enum as_status reads(const char *word, struct as_metric *m, const char **regex, double *scale,
	struct as_err *err)
{
	return as_pattern_read(word, &arena, m, regex, scale, err);
}

static void a_pattern_is_taken_apart_from_its_ends(void **state)
{
	struct as_metric m = {0};
	const char *regex = NULL;
	double scale = 0;

	(void)state;
	assert_int_equal(reads("a.b=t: ([0-9]+):[x:]=:ms:more", &m, &regex, &scale, NULL), AS_OK);
	assert_string_equal(m.name, "a.b");
	assert_string_equal(regex, "t: ([0-9]+):[x:]=");
	assert_string_equal(m.unit, "ns");
	assert_true(fabs(scale - 1e6) < 1e-9);
	assert_int_equal(m.better, AS_BETTER_MORE);
	assert_int_equal(m.level, AS_LEVEL_EXECUTION);
	assert_int_equal(reads("x=1:s", &m, &regex, &scale, NULL), AS_OK);
	assert_int_equal(m.better, AS_BETTER_LESS);
	assert_int_equal(reads("x=1:MiB:less", &m, &regex, &scale, NULL), AS_OK);
	assert_string_equal(m.unit, "bytes");
	assert_true(fabs(scale - 1048576) < 1e-9);
	assert_int_equal(reads("x=1:requests/s", &m, &regex, &scale, NULL), AS_OK);
	assert_int_equal(m.better, AS_BETTER_NEITHER);
	as_arena_release(&arena);
}

static void what_is_incomplete_or_dangerous_is_refused(void **state)
{
	static const char *const words[] = {"=", "x=", "=1:s", "x=1", "x=1:", "x=:s", "x=1:less", "x=:s:more",
		"x=1: s", "1x=1:s", "x y=1:s", "x=(:s", "x=*:(", "x=[:s", "x=(a)\\1:s", "x=a{1001}:s",
		"x=(a{40}){40}:s", "x=a{2,1001}:s", "x=a{,2000}:s", "cycles:u=1:s"};
	struct as_metric m;
	const char *regex;
	double scale;

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct as_err err = {0};
		assert_int_equal(reads(words[i], &m, &regex, &scale, &err), AS_ERR_USAGE);
		assert_non_null(strstr(err.msg, "--metric"));
	}
	char *large = malloc(2000);
	assert_non_null(large);
	memset(large, 'a', 1999);
	memcpy(large, "x=", 2);
	memcpy(large + 1996, ":s", 3);
	assert_int_equal(reads(large, &m, &regex, &scale, NULL), AS_ERR_USAGE);
	free(large);
	as_arena_release(&arena);
}

static void a_number_is_not_called_as_what_assay_reads_itself(void **state)
{
	static const char *const words[] = {"wall=1:s", "page-faults=1:s"};
	struct as_choice choice;
	bool found = true;

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct as_err err = {0};
		found = true;
		assert_int_equal(as_choice_find(words[i], &arena, &choice, &found, &err), AS_ERR_USAGE);
		assert_false(found);
		assert_non_null(strstr(err.msg, "assay has a metric of that name"));
	}
	assert_int_equal(as_choice_find("?rate=1:s", &arena, &choice, &found, NULL), AS_OK);
	assert_true(found && choice.quiet && choice.kind == AS_CHOICE_PATTERN);
	as_arena_release(&arena);
}

static void what_only_looks_dangerous_is_taken(void **state)
{
	static const char *const words[] = {"x=[\\1]:s", "x=[]{}9999]:s", "x=a\\{9999:s", "x=a{1000}:s",
		"x=[^]{9999}]a:s"};
	struct as_metric m;
	const char *regex;
	double scale;

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		assert_int_equal(reads(words[i], &m, &regex, &scale, NULL), AS_OK);
	as_arena_release(&arena);
}

/* Search these bytes for one expression. */
static enum as_status search(const void *bytes, size_t n, struct as_search *v, struct as_err *err)
{
	char path[] = "/tmp/assay-test-pattern-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, n), n);
	close(fd);
	enum as_status st = as_pattern_search(path, v, 1, err);
	unlink(path);
	return st;
}

static void assert_finds(const char *text, const char *regex, double value, size_t matches)
{
	struct as_search v = {.name = "x", .regex = regex, .scale = 1};

	assert_int_equal(search(text, strlen(text), &v, NULL), AS_OK);
	assert_true(fabs(v.value - value) < 1e-12);
	assert_int_equal(v.matches, matches);
}

static void the_number_is_the_first_group_or_all_of_the_match(void **state)
{
	(void)state;
	assert_finds("a 1 b 2\n", "a ([0-9]+) b ([0-9]+)", 1, 1);
	assert_finds("a -1.5e3 b", "-[0-9.e]+", -1500, 1);
	assert_finds("took 12", "took ([0-9]+)", 12, 1);
}

static void of_several_lines_the_last_one_counts(void **state)
{
	(void)state;
	assert_finds("1\n2\n\n3\nx\n", "^[0-9]$", 3, 3);
}

static void a_group_that_took_no_part_leaves_all_of_the_match(void **state)
{
	(void)state;
	assert_finds("7\n", "(x)?[0-9]", 7, 1);
}

static void what_is_scaled_is_in_the_unit_that_is_kept(void **state)
{
	struct as_search v = {.name = "x", .regex = "[0-9]+", .scale = 1e6};

	(void)state;
	assert_int_equal(search("3", 1, &v, NULL), AS_OK);
	assert_true(fabs(v.value - 3e6) < 1e-6);
}

static void no_match_and_no_number_are_said(void **state)
{
	struct as_search v = {.name = "x", .regex = "[a-z]+", .scale = 1, .value = 77};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(search("", 0, &v, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "no line of its output matches '[a-z]+' (--metric x)");
	assert_int_equal(search("nan", 3, &v, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "'nan' in its output is no number (--metric x); the number is the first "
		"group in parentheses, or all that matches");
	assert_true(fabs(v.value - 77) < 1e-12);
}

static void any_bytes_can_be_searched(void **state)
{
	static const char bytes[] = "\0\xff\xfe 5 \0 6\n\0\0";
	struct as_search v = {.name = "x", .regex = "[0-9]$", .scale = 1};

	(void)state;
	assert_int_equal(search(bytes, sizeof bytes, &v, NULL), AS_OK);
	assert_true(fabs(v.value - 6) < 1e-12);
}

static void of_a_long_line_the_beginning_is_looked_at(void **state)
{
	size_t n = 3 * AS_PATTERN_LINE;
	char *line = malloc(n);
	struct as_search v = {.name = "x", .regex = "[0-9]", .scale = 1};

	(void)state;
	assert_non_null(line);
	memset(line, 'x', n);
	line[n - 1] = '8';
	assert_int_equal(search(line, n, &v, NULL), AS_ERR_DATA);
	line[AS_PATTERN_LINE - 1] = '9';
	assert_int_equal(search(line, n, &v, NULL), AS_OK);
	assert_true(fabs(v.value - 9) < 1e-12);
	free(line);
}

static void a_search_that_would_take_minutes_is_ended(void **state)
{
	enum { LINES = 2000 };
	char *text = malloc((size_t)LINES * AS_PATTERN_LINE);
	struct as_search v = {.name = "x", .regex = "((a|aa)*)*([0-9]+)$", .scale = 1};
	struct as_err err = {0};

	(void)state;
	assert_non_null(text);
	memset(text, 'a', (size_t)LINES * AS_PATTERN_LINE);
	for (size_t i = 1; i <= LINES; i++)
		text[i * AS_PATTERN_LINE - 1] = '\n';
	assert_int_equal(search(text, (size_t)LINES * AS_PATTERN_LINE, &v, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "looking for --metric in its output took over 2 s of processor time or too "
		"much memory: simplify the expression, or print less");
	free(text);
}

static void a_file_that_is_not_there_is_an_error_of_the_system(void **state)
{
	struct as_search v = {.name = "x", .regex = "1", .scale = 1};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_pattern_search("/nonexistent/output", &v, 1, &err), AS_ERR_SYS);
	assert_string_equal(err.msg,
		"cannot read '/nonexistent/output', the output in which --metric is looked for");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pattern_is_taken_apart_from_its_ends),
		cmocka_unit_test(what_is_incomplete_or_dangerous_is_refused),
		cmocka_unit_test(a_number_is_not_called_as_what_assay_reads_itself),
		cmocka_unit_test(what_only_looks_dangerous_is_taken),
		cmocka_unit_test(the_number_is_the_first_group_or_all_of_the_match),
		cmocka_unit_test(of_several_lines_the_last_one_counts),
		cmocka_unit_test(a_group_that_took_no_part_leaves_all_of_the_match),
		cmocka_unit_test(what_is_scaled_is_in_the_unit_that_is_kept),
		cmocka_unit_test(no_match_and_no_number_are_said),
		cmocka_unit_test(any_bytes_can_be_searched),
		cmocka_unit_test(of_a_long_line_the_beginning_is_looked_at),
		cmocka_unit_test(a_search_that_would_take_minutes_is_ended),
		cmocka_unit_test(a_file_that_is_not_there_is_an_error_of_the_system),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
