/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/compare/beside.h"
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

static void expect_phrase(const struct as_comparison *c, const char *want)
{
	struct as_versus v = versus(c);
	struct as_text t = {0};

	as_verdict_phrase(&t, &wide, &v);
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void expect_sentence(const struct as_comparison *c, const char *want)
{
	struct as_versus v = versus(c);
	struct as_text t = {0};

	as_verdict_sentence(&t, &wide, &v);
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

/* methods-typical.md 3.2: the three rows of its table. */
static void the_mean_stands_beside_the_typical_run_and_takes_no_verdict_away(void **state)
{
	struct as_comparison c = paired();

	(void)state;
	c.material.is = true;
	c.material.means_ratio = 1.05;
	c.material.means_lo = 1.02;
	c.material.means_hi = 1.08;
	expect_phrase(&c, "takes 5.0 % more time");
	c.verdict = AS_VERDICT_FASTER;
	c.ratio = 0.97;
	c.lo = 0.961;
	c.hi = 0.979;
	expect_phrase(&c, "takes 3.0 % less time, typically; on average 2.0 … 8.0 % more");
	c.material.means_lo = 0.98;
	expect_phrase(&c, "takes 3.0 % less time");
	c.verdict = AS_VERDICT_UNDECIDED;
	c.ratio = 1.001;
	c.lo = 0.994;
	c.hi = 1.009;
	c.material.means_lo = 1.02;
	expect_phrase(&c, "no typical difference (at most 0.9 %); on average 2.0 … 8.0 % more");
}

/* methods-typical.md 9.2 */
static void a_difference_that_was_not_found_is_always_bounded(void **state)
{
	struct as_comparison c = paired();

	(void)state;
	c.verdict = AS_VERDICT_UNDECIDED;
	c.p_adjusted = (double)NAN;
	c.ratio = 1.04;
	c.lo = 0.97;
	c.hi = 1.12;
	expect_sentence(&c, "no difference found: B takes between 3 % less and 12 % more time (95 %, 24 rounds)");
	c.lo = 0.6;
	c.hi = 2.1;
	expect_sentence(&c, "too noisy to tell: B takes between 0.60 and 2.1 times as long (95 %, 24 rounds)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_sharing_rounds_was_good_for_is_said),
		cmocka_unit_test(a_difference_varies_in_its_unit),
		cmocka_unit_test(nothing_is_said_where_nothing_was_shared_or_asked_for),
		cmocka_unit_test(the_mean_stands_beside_the_typical_run_and_takes_no_verdict_away),
		cmocka_unit_test(a_difference_that_was_not_found_is_always_bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
