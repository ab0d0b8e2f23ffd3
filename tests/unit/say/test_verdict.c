/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "say/verdict.h"
#include "report/draw/layout.h"

static const struct as_style unicode = {.unicode = true, .width = 80};

static struct as_comparison paired(enum as_verdict_word word, double ratio, double lo, double hi)
{
	return (struct as_comparison){
		.method = AS_COMPARE_PAIRED, .verdict = word, .ratio = ratio, .lo = lo, .hi = hi,
		.confidence = 0.95, .p = 0.01, .p_adjusted = 0.01, .n_comparisons = 1,
		.tolerance = 0.01, .n = 24, .n_reference = 24,
	};
}

static struct as_comparison difference(enum as_verdict_word word, double d, double lo, double hi)
{
	struct as_comparison c = paired(word, (double)NAN, (double)NAN, (double)NAN);

	c.difference.is = true;
	c.tolerance = 0;
	c.difference.value = d;
	c.difference.lo = lo;
	c.difference.hi = hi;
	return c;
}

/* The same of values that do not vary. */
static struct as_comparison constant(struct as_comparison c, double step)
{
	c.constant.is = true;
	c.constant.step = step;
	c.constant.fewest = 6;
	c.constant.fewest_p = 1.0 / 32;
	return c;
}

static void expect_sentence(const struct as_metric *m, struct as_comparison c, const char *want)
{
	const struct as_versus v = {&c, m, "B", "A", "execution", "execution", 0, 0, false};
	struct as_text t = {0};

	as_verdict_sentence(&t, &unicode, &v);
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void expect_time(struct as_comparison c, const char *want)
{
	expect_sentence(as_metric_find("wall"), c, want);
}

static void every_verdict_has_its_size_and_bound(void **state)
{
	(void)state;
	expect_time(paired(AS_VERDICT_FASTER, 0.769, 0.758, 0.781),
		"B takes 23.1 % less time than A (21.9 … 24.2 % less, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_SLOWER, 1.052, 1.041, 1.063),
		"B takes 5.2 % more time than A (4.1 … 6.3 % more, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_SLOWER_SMALL, 1.005, 1.003, 1.007),
		"B takes 0.50 % more time than A, below 1 % "
		"(0.30 … 0.70 % more, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_FASTER_SMALL, 0.995, 0.993, 0.997),
		"B takes 0.50 % less time than A, below 1 % "
		"(0.30 … 0.70 % less, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_EQUIVALENT, 1.001, 0.997, 1.005),
		"B and A: equivalent within 1 % (0.3 % less … 0.5 % more, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_UNDECIDED, 1.001, 0.9951, 1.0069),
		"no difference found: B takes between 0.5 % less and 0.7 % more time (95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_IDENTICAL, 1, 1, 1),
		"B and A: no difference: equal values (24 rounds)");
	expect_time(constant(paired(AS_VERDICT_SLOWER, 1.25, 1.25, 1.25), 0),
		"B takes 25.0 % more time than A, always by the same amount (24 rounds, p = 0.01)");
	expect_time(constant(paired(AS_VERDICT_SLOWER, 1.25, 1, 1.5), 1e7),
		"B takes 25 % more time than A, by less than 2 steps of the clock "
		"(0 … 50 % more, 95 %, 24 rounds, p = 0.01)");
	expect_time(constant(paired(AS_VERDICT_UNDECIDED, 1.25, 1, 1.5), 1e7),
		"B and A: undecided: at least 6 rounds are needed to tell (p = 0.031) "
		"(0 … 50 % more, 95 %, 24 rounds, p = 0.01)");
	expect_time(paired(AS_VERDICT_NONE, (double)NAN, (double)NAN, (double)NAN),
		"B against A: no verdict; too little was measured");
}

static void beyond_a_factor_of_two_it_is_said_in_times(void **state)
{
	(void)state;
	expect_time(paired(AS_VERDICT_SLOWER, 3.102, 2.95, 3.26),
		"B takes 3.10 times as long as A (2.95 … 3.26 times, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_FASTER, 1 / 3.102, 1 / 3.26, 1 / 2.95),
		"B is 3.10 times as fast as A (2.95 … 3.26 times, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_SLOWER, 1.99, 1.8, 2.2),
		"B takes 99 % more time than A (80 … 120 % more, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_UNDECIDED, 1.5, 0.6, 3.75),
		"too noisy to tell: B takes between 0.60 and 3.8 times as long (95 %, 24 rounds)");
}

static void an_interval_may_begin_at_nothing(void **state)
{
	(void)state;
	expect_time(paired(AS_VERDICT_UNDECIDED, 0.9, 0, 2.5),
		"B and A: too noisy to tell (0.0 … 2.5 times, 95 %, 24 rounds)");
	expect_time(paired(AS_VERDICT_FASTER, 0.3, 0, 0.6),
		"B takes 70 % less time than A (40 … 100 % less, 95 %, 24 rounds)");
}

static void a_bound_is_never_rounded_onto_its_limit(void **state)
{
	(void)state;
	/* Not "0.0 %": that would contradict the verdict. */
	expect_time(paired(AS_VERDICT_SLOWER, 1.02, 1.0004, 1.04),
		"B takes 2.00 % more time than A (0.04 … 4.00 % more, 95 %, 24 rounds)");
	/* Not "1.0 % more": that would contradict "within". */
	expect_time(paired(AS_VERDICT_EQUIVALENT, 1.001, 0.992, 1.0098),
		"B and A: equivalent within 1 % (0.80 % less … 0.98 % more, 95 %, 24 rounds)");
}

static void other_metrics_have_words_of_their_own(void **state)
{
	const struct as_metric hits = {"cache_hits", "count", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};
	const struct as_metric rate = {"rate", "MB/s", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};
	struct as_comparison less = paired(AS_VERDICT_FASTER, 0.88, 0.87, 0.89);
	struct as_comparison twice = paired(AS_VERDICT_SLOWER, 3.1, 3.05, 3.15);

	(void)state;
	expect_sentence(as_metric_find("peak_memory"), less,
		"B uses 12.0 % less memory than A (11.0 … 13.0 % less, 95 %, 24 rounds)");
	expect_sentence(as_metric_find("minor_faults"), less,
		"B has 12.0 % fewer minor page faults than A (11.0 … 13.0 % fewer, 95 %, 24 rounds)");
	expect_sentence(as_metric_find("user"), less,
		"B takes 12.0 % less user time than A (11.0 … 13.0 % less, 95 %, 24 rounds)");
	expect_sentence(&hits, twice,
		"B has 3.10 times as many cache hits as A (3.05 … 3.15 times, 95 %, 24 rounds)");
	expect_sentence(&rate, twice,
		"B has 3.10 times as much rate as A (3.05 … 3.15 times, 95 %, 24 rounds)");
	expect_sentence(as_metric_find("peak_memory"), paired(AS_VERDICT_FASTER, 0.1, 0.09, 0.11),
		"B uses 90.0 % less memory than A (89.0 … 91.0 % less, 95 %, 24 rounds)");
}

static void colour_follows_the_direction_of_the_metric(void **state)
{
	const struct as_metric rate = {"rate", "MB/s", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};
	const struct as_style colour = {.unicode = true, .colour = true, .width = 80};
	struct as_comparison more = paired(AS_VERDICT_SLOWER, 1.1, 1.09, 1.11);
	const struct as_metric *metric[] = {as_metric_find("wall"), &rate, as_metric_find("load")};
	const char *const want[] = {"\x1b[1;31m", "\x1b[1;32m", "\x1b[1m"};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct as_versus v = {&more, metric[i], "B", "A", "execution", "execution", 0, 0, false};
		struct as_text t = {0};
		as_verdict_phrase(&t, &colour, &v);
		assert_int_equal(strncmp(as_text_str(&t), want[i], strlen(want[i])), 0);
		as_text_release(&t);
	}
}

static void expect_phrase(struct as_comparison c, const char *want)
{
	const struct as_versus v = {&c, as_metric_find("wall"), "B", "A", "execution", "execution", 0, 0, false};
	struct as_text t = {0};

	as_verdict_phrase(&t, &unicode, &v);
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void a_list_has_a_phrase_for_every_verdict(void **state)
{
	const double nan = (double)NAN;

	(void)state;
	expect_phrase(paired(AS_VERDICT_FASTER, 0.769, 0.758, 0.781), "takes 23.1 % less time");
	expect_phrase(paired(AS_VERDICT_SLOWER, 3.102, 2.95, 3.26), "takes 3.10 times as long");
	expect_phrase(paired(AS_VERDICT_SLOWER_SMALL, 1.005, 1.003, 1.007), "takes 0.50 % more time, below 1 %");
	expect_phrase(paired(AS_VERDICT_FASTER_SMALL, 0.995, 0.993, 0.997), "takes 0.50 % less time, below 1 %");
	expect_phrase(paired(AS_VERDICT_EQUIVALENT, 1.001, 0.997, 1.005), "equivalent within 1 %");
	expect_phrase(paired(AS_VERDICT_UNDECIDED, 1.001, 0.9951, 1.0069),
		"no difference found: between 0.5 % less and 0.7 % more");
	expect_phrase(paired(AS_VERDICT_UNDECIDED, 0.9, 0, 2.5),
		"too noisy to tell");
	expect_phrase(paired(AS_VERDICT_IDENTICAL, 1, 1, 1), "no difference: equal values");
	expect_phrase(constant(paired(AS_VERDICT_SLOWER, 1.25, 1.25, 1.25), 0),
		"takes 25.0 % more time, always by the same amount");
	expect_phrase(constant(paired(AS_VERDICT_UNDECIDED, 1.25, 1, 1.5), 1e7),
		"undecided: at least 6 rounds are needed to tell (p = 0.031)");
	expect_phrase(paired(AS_VERDICT_NONE, nan, nan, nan),
		"no verdict; too little was measured");
	expect_phrase(difference(AS_VERDICT_SLOWER, 1.2e6, 0.9e6, 1.5e6), "takes 1.20 ms more time");
	expect_phrase(difference(AS_VERDICT_UNDECIDED, 1e5, -3e5, 5.02e5),
		"no difference found: between 300 µs less and 502 µs more");
	expect_phrase(difference(AS_VERDICT_IDENTICAL, 0, 0, 0), "no difference: equal values");
	expect_phrase(constant(difference(AS_VERDICT_SLOWER, 2e6, 2e6, 2e6), 0),
		"takes 2.00 ms more time, always by the same amount");
	expect_phrase(difference(AS_VERDICT_NONE, nan, nan, nan),
		"no verdict; too little was measured");
}

static void bounds_of_a_factor_are_rounded_outwards(void **state)
{
	(void)state;
	expect_time(paired(AS_VERDICT_UNDECIDED, 0.6, 0.1566, 2.31),
		"too noisy to tell: B takes between 0.15 and 2.4 times as long (95 %, 24 rounds)");
}

static void without_a_verdict_it_is_said_which_way(void **state)
{
	(void)state;
	expect_phrase(paired(AS_VERDICT_NONE, 1 / 6.03, 1 / 6.16, 1 / 5.91),
		"no verdict; measured: 6.03 times as fast");
	expect_phrase(paired(AS_VERDICT_NONE, 3.102, 2.95, 3.26),
		"no verdict; measured: 3.10 times as long");
	expect_time(paired(AS_VERDICT_NONE, 1 / 6.03, 1 / 6.16, 1 / 5.91),
		"B against A: no verdict; measured: 6.03 times as fast (5.91 … 6.16 times, 95 %, 24 rounds)");
}

static void a_factor_that_is_not_nothing_is_not_written_as_nothing(void **state)
{
	(void)state;
	expect_time(paired(AS_VERDICT_UNDECIDED, 1.0, 0.11, 9.24),
		"too noisy to tell: B takes between 0.11 and 9.3 times as long (95 %, 24 rounds)");
}

static void verdicts_without_rounds_or_at_a_second_look_say_so(void **state)
{
	struct as_comparison c = paired(AS_VERDICT_NONE, 1.05, 1.04, 1.06);

	(void)state;
	c.method = AS_COMPARE_WELCH;
	c.findings.v[c.findings.n++].id = AS_FINDING_SECOND_LOOK;
	expect_time(c, "B against A: no verdict; measured: 5.0 % more "
		"(4.0 … 6.0 % more, 95 %, 24 executions each, second look)");
	c = paired(AS_VERDICT_EQUIVALENT, 1.001, 0.997, 1.005);
	c.of.sessions = true;
	c.n = c.n_reference = 5;
	expect_time(c, "B and A: equivalent within 1 % (0.3 % less … 0.5 % more, 95 %, 5 sessions)");
	c.of.sessions = false;
	c.pairs.n_tried = 7;
	expect_time(c, "B and A: equivalent within 1 % (0.3 % less … 0.5 % more, 95 %, 5 of 7 rounds)");
}

static void unpaired_counts_are_named_for_both_sides(void **state)
{
	struct as_comparison c = paired(AS_VERDICT_SLOWER, 1.05, 1.04, 1.06);

	(void)state;
	c.method = AS_COMPARE_WELCH;
	expect_time(c, "B takes 5.0 % more time than A (4.0 … 6.0 % more, 95 %, 24 executions each)");
	c.n_reference = 20;
	expect_time(c, "B takes 5.0 % more time than A (4.0 … 6.0 % more, 95 %, 24 and 20 executions)");
}

static void holm_is_named_where_it_decides_against_the_interval(void **state)
{
	struct as_comparison c = paired(AS_VERDICT_SLOWER, 1.05, 0.996, 1.106);

	(void)state;
	c.n_comparisons = 3;
	c.confidence = 1 - 0.05 / 3;
	c.p_adjusted = 0.032;
	expect_time(c, "B takes 5 % more time than A (0 % less … 11 % more, 98.33 %, 24 rounds, "
		"p = 0.032, decided after Holm)");
}

static void a_difference_is_said_in_its_unit(void **state)
{
	const struct as_metric drift = {"drift", "mW", AS_BETTER_NEITHER, AS_LEVEL_EXECUTION, NULL};
	const double nan = (double)NAN;

	(void)state;
	expect_time(difference(AS_VERDICT_SLOWER, 1.2e6, 0.9e6, 1.5e6),
		"B takes 1.20 ms more time than A (0.90 … 1.50 ms more, 95 %, 24 rounds)");
	expect_time(difference(AS_VERDICT_FASTER, -850e3, -1000e3, -700e3),
		"B takes 0.85 ms less time than A (0.70 … 1.00 ms less, 95 %, 24 rounds)");
	expect_time(difference(AS_VERDICT_UNDECIDED, 1e5, -3e5, 5.02e5),
		"no difference found: B takes between 300 µs less and 502 µs more time (95 %, 24 rounds)");
	expect_time(difference(AS_VERDICT_IDENTICAL, 0, 0, 0),
		"B and A: no difference: equal values (24 rounds)");
	expect_time(constant(difference(AS_VERDICT_FASTER, -2e6, -2e6, -2e6), 0),
		"B takes 2.00 ms less time than A, always by the same amount (24 rounds, p = 0.01)");
	expect_time(difference(AS_VERDICT_NONE, 2e6, 1e6, 3e6),
		"B against A: no verdict; measured: 2.0 ms more (1.0 … 3.0 ms more, 95 %, 24 rounds)");
	expect_time(difference(AS_VERDICT_NONE, nan, nan, nan),
		"B against A: no verdict; too little was measured");
	expect_sentence(as_metric_find("peak_memory"), difference(AS_VERDICT_FASTER, -2e6, -2.4e6, -1.6e6),
		"B uses 2.0 MB less memory than A (1.6 … 2.4 MB less, 95 %, 24 rounds)");
	expect_sentence(as_metric_find("minor_faults"), difference(AS_VERDICT_FASTER, -20, -26, -14),
		"B has 20 fewer minor page faults than A (14 … 26 fewer, 95 %, 24 rounds)");
	expect_sentence(&drift, difference(AS_VERDICT_SLOWER, 1.42, 1.05, 1.79),
		"B has 1.4 mW more drift than A (1.1 … 1.8 mW more, 95 %, 24 rounds)");
	/* Not "0.0 ms more": that would contradict the verdict. */
	expect_time(difference(AS_VERDICT_SLOWER, 6e5, 4e3, 1196e3),
		"B takes 0.600 ms more time than A (0.004 … 1.196 ms more, 95 %, 24 rounds)");
}

static void holm_decides_on_differences_by_the_same_words(void **state)
{
	struct as_comparison c = difference(AS_VERDICT_SLOWER, 1e6, -1e5, 2.1e6);

	(void)state;
	c.n_comparisons = 3;
	c.confidence = 1 - 0.05 / 3;
	c.p_adjusted = 0.032;
	expect_time(c, "B takes 1.0 ms more time than A (0.1 ms less … 2.1 ms more, 98.33 %, 24 rounds, "
		"p = 0.032, decided after Holm)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verdict_has_its_size_and_bound),
		cmocka_unit_test(a_difference_is_said_in_its_unit),
		cmocka_unit_test(holm_decides_on_differences_by_the_same_words),
		cmocka_unit_test(beyond_a_factor_of_two_it_is_said_in_times),
		cmocka_unit_test(an_interval_may_begin_at_nothing),
		cmocka_unit_test(a_bound_is_never_rounded_onto_its_limit),
		cmocka_unit_test(other_metrics_have_words_of_their_own),
		cmocka_unit_test(colour_follows_the_direction_of_the_metric),
		cmocka_unit_test(a_list_has_a_phrase_for_every_verdict),
		cmocka_unit_test(bounds_of_a_factor_are_rounded_outwards),
		cmocka_unit_test(without_a_verdict_it_is_said_which_way),
		cmocka_unit_test(a_factor_that_is_not_nothing_is_not_written_as_nothing),
		cmocka_unit_test(verdicts_without_rounds_or_at_a_second_look_say_so),
		cmocka_unit_test(unpaired_counts_are_named_for_both_sides),
		cmocka_unit_test(holm_is_named_where_it_decides_against_the_interval),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
