/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

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

static void near(double x, double want)
{
	assert_true(fabs(x - want) <= 1e-12 * fabs(want)); /* a few roundings of decimal times scale */
}

static const char two[] = "assay 1\nwarmup 1 ns\niteration 2 ns t=5\nvalue v 1 a\nexecution e 3 a\n"
			  "assay 1\nwarmup 10 ns\niteration 1 ns t=9\nvalue v 2 a\nexecution e 4 a\n";

static void two_processes_need_a_rule(void **state)
{
	(void)state;
	refused_with("assay 1\niteration 2 ns\nassay 1\niteration 2 ns\n", AS_COMBINE_NONE,
		"two processes reported iterations of the same benchmark (from line 1 of r and from line 3 "
		"of r); say how to join them by --combine sum, max or pool");
}

static void sum_and_max_join_by_iteration(void **state)
{
	struct as_report r = {0};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(parse_report("r", two, strlen(two), AS_COMBINE_SUM, &r, &err), AS_OK);
	assert_int_equal(r.n, 2);
	assert_int_equal(r.n_warmup, 1);
	near(r.ns[0], 11);
	near(r.ns[1], 3);
	assert_int_equal(r.end_ns[1], 9);
	assert_int_equal(r.n_values, 1);
	near(r.values[0].value, 3);
	near(r.metrics[1].value, 7);
	as_report_release(&r);
	assert_int_equal(parse_report("r", two, strlen(two), AS_COMBINE_MAX, &r, &err), AS_OK);
	near(r.ns[0], 10);
	near(r.ns[1], 2);
	near(r.values[0].value, 2);
	near(r.metrics[1].value, 4);
	as_report_release(&r);
}

static void sum_needs_reports_of_the_same_shape(void **state)
{
	const char *start = "what two processes reported (from line 1 of r and from line 3 of r) "
		"cannot be combined: ";
	const char *end = "; --combine pool takes processes that differ";
	const struct {
		const char *text, *words;
	} cases[] = {
		{"assay 1\niteration 2 ns\nassay 1\niteration 2 ns\niteration 2 ns\n",
			"they reported different numbers of iterations"},
		{"assay 1\niteration 2 ns\nassay 1\nwarmup 2 ns\n",
			"an iteration is a warm-up in only one of them"},
		{"assay 1\niteration 2 ns\nassay 1\niteration 2 ns\nvalue a 1 b\n",
			"they reported different numbers of values"},
	};
	char message[512];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		snprintf(message, sizeof message, "%s%s%s", start, cases[i].words, end);
		refused_with(cases[i].text, AS_COMBINE_SUM, message);
	}
}

static void pool_takes_one_process_after_the_other(void **state)
{
	const char *text = "assay 1\niteration 2 ns\nassay 1\nexecution e 1 a\nassay 1\nwarmup 9 ns\n"
			   "iteration 1 ns\nvalue v 2 a\n";
	struct as_report r = {0};

	(void)state;
	assert_int_equal(parse_report("r", text, strlen(text), AS_COMBINE_POOL, &r, NULL), AS_OK);
	assert_int_equal(r.n, 3);
	assert_int_equal(r.n_warmup, 1);
	near(r.ns[2], 1);
	assert_int_equal(r.values[0].iteration, 2);
	as_report_release(&r);
}

static void drop_marks_the_first_iterations_unless_the_program_warmed_up(void **state)
{
	struct as_report r = {0};

	(void)state;
	assert_int_equal(parse("assay 1\niteration 1 ns\niteration 1 ns\n", &r, NULL), AS_OK);
	as_report_drop(&r, 1);
	assert_int_equal(r.role[0], AS_ROLE_DROPPED);
	assert_int_equal(r.role[1], AS_ROLE_MEASURED);
	as_report_drop(&r, 10);
	assert_int_equal(r.role[1], AS_ROLE_DROPPED);
	as_report_release(&r);
	assert_int_equal(parse("assay 1\nwarmup 1 ns\niteration 1 ns\n", &r, NULL), AS_OK);
	as_report_drop(&r, 2);
	assert_int_equal(r.role[0], AS_ROLE_WARMUP);
	assert_int_equal(r.role[1], AS_ROLE_MEASURED);
	as_report_release(&r);
}

static void combine_words(void **state)
{
	enum as_combine c = AS_COMBINE_POOL;

	(void)state;
	assert_true(as_combine_parse("max", &c));
	assert_int_equal(c, AS_COMBINE_MAX);
	assert_false(as_combine_parse("mean", &c));
	assert_int_equal(c, AS_COMBINE_MAX);
	assert_true(as_combine_parse(NULL, &c));
	assert_int_equal(c, AS_COMBINE_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_processes_need_a_rule),
		cmocka_unit_test(sum_and_max_join_by_iteration),
		cmocka_unit_test(sum_needs_reports_of_the_same_shape),
		cmocka_unit_test(pool_takes_one_process_after_the_other),
		cmocka_unit_test(drop_marks_the_first_iterations_unless_the_program_warmed_up),
		cmocka_unit_test(combine_words),
	};
	return cmocka_run_group_tests_name("report_combine", tests, NULL, NULL);
}
