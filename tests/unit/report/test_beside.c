/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/compare/beside.h"
#include "report/compare/slow_runs.h"
#include "report/draw/layout.h"

static const struct as_style wide = {.unicode = true, .width = 400, .verbose = true};

static struct as_comparison paired(void)
{
	const double nan = (double)NAN;

	return (struct as_comparison){.method = AS_COMPARE_PAIRED, .verdict = AS_VERDICT_SLOWER, .ratio = 1.05,
		.lo = 1.04, .hi = 1.06, .confidence = 0.95, .n = 24, .n_reference = 24, .pairs.sd = 0.012,
		.pairs.correlation = 0.96, .pairs.gain = 27.4, .position.share = nan, 
		.position.p = nan, .material.means_ratio = nan,
		.material.means_lo = nan, .material.means_hi = nan};
}

static struct as_versus versus(const struct as_comparison *c)
{
	return (struct as_versus){.c = c, .metric = as_metric_find("wall"), .subject = "B", .reference = "A",
		.unit = "execution", .reference_unit = "execution"};
}

static void expect_row(const struct as_style *style, const struct as_comparison *c, bool named,
	const char *want)
{
	const struct as_versus v = versus(c);
	struct as_text t = {0};

	as_shared_add(&t, style, &v, named);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void what_sharing_rounds_was_good_for_is_said(void **state)
{
	struct as_comparison c = paired();

	(void)state;
	expect_row(&wide, &c, false, "  rounds   the ratio varies by 1.2 % from round to round (standard "
		"deviation); the two correlate by 0.96 (1: they rise and fall together), so without shared "
		"rounds an answer as sure would take 27 times as many; 24 rounds: what happens "
		"in fewer than 1 run of 8 may not have been seen\n");
	c.position.share = -0.031;
	c.position.p = 0.26;
	c.pairs.gain = 1.04;
	c.pairs.correlation = -0.0004;
	expect_row(&wide, &c, true, "  rounds   B against A: the ratio varies by 1.2 % from round to round "
		"(standard deviation); the two correlate by 0.00 (1: they rise and fall together), so sharing "
		"rounds has saved nothing; going second makes a result smaller by 3.1 % (p = 0.26); 24 rounds: what happens "
		"in fewer than 1 run of 8 may not have been seen\n");
	c.position.share = 0.031;
	c.position.p = (double)NAN;
	c.pairs.gain = 2.25;
	c.of.sessions = true;
	expect_row(&wide, &c, false, "  sessions the ratio varies by 1.2 % from session to session (standard "
		"deviation); the two correlate by 0.00 (1: they rise and fall together), so without shared "
		"sessions an answer as sure would take 2.2 times as many; going second makes a result larger "
		"by 3.1 %\n");
}

static void which_share_of_the_runs_is_slow_is_drawn_and_by_how_much(void **state)
{
	struct as_comparison c = paired();
	struct as_versus v = versus(&c);
	struct as_text t = {0};

	(void)state;
	as_slow_runs_add(&t, &wide, &v);
	assert_string_equal(as_text_str(&t), "");
	c.material.is = true;
	as_slow_runs_add(&t, &wide, &v);
	assert_string_equal(as_text_str(&t), ""); /* apart, and none is slow */
	c.material.slow = 6;
	c.material.slow_times = 2.43;
	c.material.slow_reference = 3;
	c.material.slow_times_reference = 1.8;
	as_slow_runs_add(&t, &wide, &v);
	assert_string_equal(as_text_str(&t), "  slow     runs above 1.5 times the median of their side:\n"
		"           A   ██████████             3 of 24, 1.8 times the median\n"
		"           B   ████████████████████   6 of 24, 2.43 times the median\n");
	as_text_release(&t);
	struct as_style brief = wide;
	brief.verbose = false;
	as_slow_runs_add(&t, &brief, &v);
	assert_string_equal(as_text_str(&t), "");
	as_text_release(&t);
}

static void a_difference_varies_in_its_unit(void **state)
{
	struct as_comparison c = paired();

	(void)state;
	c.difference.is = true;
	c.pairs.sd = 135e3;
	expect_row(&wide, &c, false, "  rounds   the difference varies by 135 µs from round to round (standard "
		"deviation); the two correlate by 0.96 (1: they rise and fall together), so without shared "
		"rounds an answer as sure would take 27 times as many; 24 rounds: what happens "
		"in fewer than 1 run of 8 may not have been seen\n");
}

static void nothing_is_said_where_nothing_was_shared_or_asked_for(void **state)
{
	const struct as_style short_ = {.unicode = true, .width = 80};
	struct as_comparison c = paired();

	(void)state;
	expect_row(&short_, &c, false, "");
	c.method = AS_COMPARE_WELCH;
	expect_row(&wide, &c, false, "");
	c = paired();
	c.pairs.gain = (double)NAN;
	expect_row(&wide, &c, false, "");
	c = paired();
	c.pairs.sd = 0;
	expect_row(&wide, &c, false, "");
}

static void expect_finding(const struct as_comparison *c, const char *want)
{
	const struct as_versus v = versus(c);
	const struct as_finding f = {.id = AS_FINDING_GEOMETRIC, .a = 0.27};
	struct as_text t = {0};

	as_comparison_finding_add(&t, &wide, &v, &f);
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void expect_word(const struct as_comparison *c, const char *want)
{
	struct as_comparison open = *c;
	struct as_versus v = versus(&open);
	struct as_text t = {0};

	open.verdict = AS_VERDICT_UNDECIDED;
	as_verdict_phrase(&t, &wide, &v);
	as_layout_flat(&t, 0);
	if (*want)
		assert_string_equal(as_text_str(&t), want);
	else
		assert_ptr_equal(strstr(as_text_str(&t), "no difference found"), as_text_str(&t));
	as_text_release(&t);
}

static struct as_comparison parted(void)
{
	struct as_comparison c = paired();

	c.material.is = true;
	c.n = 100;
	c.material.slow = 4;
	c.material.typical_ratio = 0.97;
	c.material.typical_lo = 0.961;
	c.material.typical_hi = 0.979;
	c.material.means_ratio = 1.028;
	c.material.means_lo = 0.985;
	c.material.means_hi = 1.073;
	return c;
}

static void typical_run_and_mean_stand_with_their_intervals_where_they_are_apart(void **state)
{
	struct as_comparison c = parted();

	(void)state;
	expect_finding(&c, "the typical run and the mean are apart by 27 %: typical run 3.0 % less time "
		"(2.1 … 3.9 % less), mean 3 % more time (2 % less … 7 % more); "
		"4 of 100 runs of B took more than 1.5 times its median, 0 of 100 of A");
	c.material.means_lo = c.material.means_hi = (double)NAN;
	expect_finding(&c, "the typical run and the mean are apart by 27 %: typical run 3.0 % less time "
		"(2.1 … 3.9 % less), mean 2.80 % more time, without an interval; "
		"4 of 100 runs of B took more than 1.5 times its median, 0 of 100 of A");
	c.material.is = false;
	expect_finding(&c, "the typical run and the mean are apart by 27 %");
}

static void a_word_that_needs_both_says_which_of_them_is_missing(void **state)
{
	struct as_comparison c = parted();

	(void)state;
	expect_word(&c, "undecided: the typical run takes less time, the mean is not shown to");
	c.material.means_lo = 1.01;
	expect_word(&c, "undecided: the typical run takes less time, the mean more");
	c.material.typical_hi = 1.01;
	expect_word(&c, "undecided: the mean takes 2.8 % more time (1.0 … 7.3 % more), because of rare slow "
		"runs; the typical run is not shown to differ");
	c.material.means_lo = 0.9;
	expect_word(&c, "");
	c = parted();
	c.of.means = true;
	expect_word(&c, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_sharing_rounds_was_good_for_is_said),
		cmocka_unit_test(a_difference_varies_in_its_unit),
		cmocka_unit_test(which_share_of_the_runs_is_slow_is_drawn_and_by_how_much),
		cmocka_unit_test(nothing_is_said_where_nothing_was_shared_or_asked_for),
		cmocka_unit_test(typical_run_and_mean_stand_with_their_intervals_where_they_are_apart),
		cmocka_unit_test(a_word_that_needs_both_says_which_of_them_is_missing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
