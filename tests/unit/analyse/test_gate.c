/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/gates/gate_judge.h"

static const struct as_metric wall = {.name = "wall", .unit = "ns"};

/* An undecided comparison with this interval. */
static struct as_comparison between(double lo, double hi)
{
	return (struct as_comparison){.method = AS_COMPARE_PAIRED, .verdict = AS_VERDICT_UNDECIDED,
		.ratio = sqrt(lo * hi), .lo = lo, .hi = hi, .confidence = 0.95, .pairs.sd = 0.02, .n = 10,
		.n_reference = 10};
}

static enum as_gate_state state_of(bool more, double limit, double lo, double hi)
{
	const struct as_gate g = {.text = "", .more = more, .limit = limit};
	const struct as_comparison c = between(lo, hi);

	return as_gate_judge(&g, &wall, &c).state;
}

static void a_gate_fails_only_if_the_whole_interval_lies_beyond(void **state)
{
	(void)state;
	assert_int_equal(state_of(true, 0.03, 1.031, 1.2), AS_GATE_FAILED);
	assert_int_equal(state_of(true, 0.03, 1.029, 1.2), AS_GATE_UNDECIDED);
	assert_int_equal(state_of(true, 0.03, 0.9, 1.02), AS_GATE_PASSED);
	assert_int_equal(state_of(false, 0.03, 0.9, 0.969), AS_GATE_FAILED);
	assert_int_equal(state_of(false, 0.03, 0.9, 0.971), AS_GATE_UNDECIDED);
	assert_int_equal(state_of(false, 0.03, 0.98, 1.5), AS_GATE_PASSED);
	/* The limit itself is not beyond it. */
	assert_int_equal(state_of(true, 0.5, 1.5, 2), AS_GATE_UNDECIDED);
	assert_int_equal(state_of(true, 0.5, 1, 1.5), AS_GATE_PASSED);
	assert_int_equal(state_of(true, 0, 1.0001, 2), AS_GATE_FAILED);
}

static void ends_that_are_none_are_undecided(void **state)
{
	const double nan = (double)NAN;

	(void)state;
	assert_int_equal(state_of(true, 0.03, nan, nan), AS_GATE_UNDECIDED);
	assert_int_equal(state_of(false, 0.03, nan, nan), AS_GATE_UNDECIDED);
	assert_int_equal(state_of(true, 0.03, 1.1, (double)INFINITY), AS_GATE_FAILED);
	assert_int_equal(state_of(true, 0.03, 0, (double)INFINITY), AS_GATE_UNDECIDED);
}

static void without_a_verdict_a_gate_is_undecided(void **state)
{
	const struct as_gate g = {.text = "", .more = true, .limit = 0.03};
	struct as_comparison c = between(1.5, 1.6);

	(void)state;
	c.verdict = AS_VERDICT_NONE;
	assert_int_equal(as_gate_judge(&g, &wall, &c).state, AS_GATE_UNDECIDED);
	assert_int_equal(as_gate_judge(&g, &wall, &c).needed, 0);
}

/* t_{.975,r-1} 0.02 / sqrt(r) <= ln 1.02 first holds for r = 7: 2.4469 x 0.02 / sqrt 7 = 0.0185 and
 * 2.5706 x 0.02 / sqrt 6 = 0.0210, ln 1.02 = 0.0198. */
static void a_difference_is_no_share_and_undecided(void **state)
{
	const double nan = (double)NAN;
	struct as_comparison c = between(nan, nan);

	(void)state;
	c.difference.is = true;
	c.difference.value = 1e6;
	c.difference.lo = 0.9e6;
	c.difference.hi = 1.1e6;
	for (enum as_verdict_word word = AS_VERDICT_NONE; word <= AS_VERDICT_IDENTICAL; word++)
		for (int more = 0; more < 2; more++) {
			const struct as_gate g = {.text = "", .more = more, .limit = 0.03};
			c.verdict = word;
			assert_int_equal(as_gate_judge(&g, &wall, &c).state, AS_GATE_UNDECIDED);
			assert_int_equal(as_gate_judge(&g, &wall, &c).needed, 0);
		}
}

/* methods-repairs.md 6: the interval of what does not vary is a step of the clock, which is narrow
 * however few there are. */
static void few_values_that_do_not_vary_leave_a_gate_undecided(void **state)
{
	const struct as_gate tight = {.text = "", .more = true, .limit = 0.03};
	const struct as_gate wide = {.text = "", .more = true, .limit = 0.2};
	struct as_comparison c = between(1.08, 1.12);

	(void)state;
	c.constant.is = true;
	c.verdict = AS_VERDICT_UNDECIDED;
	assert_int_equal(as_gate_judge(&tight, &wall, &c).state, AS_GATE_UNDECIDED);
	assert_int_equal(as_gate_judge(&wide, &wall, &c).state, AS_GATE_UNDECIDED);
	c.verdict = AS_VERDICT_SLOWER;
	assert_int_equal(as_gate_judge(&tight, &wall, &c).state, AS_GATE_FAILED);
	assert_int_equal(as_gate_judge(&wide, &wall, &c).state, AS_GATE_PASSED);
}

static void what_it_takes_is_the_distance_from_the_limit(void **state)
{
	const struct as_gate g = {.text = "", .more = true, .limit = 0.03};
	struct as_comparison c = between(0.99, 1.09);

	(void)state;
	c.ratio = 1.03 * 1.02;
	assert_int_equal(as_gate_judge(&g, &wall, &c).needed, 7);
	c.ratio = 1.03 / 1.02;
	assert_int_equal(as_gate_judge(&g, &wall, &c).needed, 7);
	c.pairs.sd = (double)NAN;
	assert_int_equal(as_gate_judge(&g, &wall, &c).needed, 0);
}

/* Resampling does not know that the number of rounds followed from the first of them. */
static void after_two_stages_an_estimate_decides_only_what_the_means_do(void **state)
{
	const struct as_gate gate = {.text = "", .more = true, .limit = 0.05};
	const struct as_estimated within = {.ratio = 1, .rate = 0, .limit = 0.05},
				  beyond = {.ratio = 1.2, .rate = 0, .limit = 0.05};
	struct as_comparison c = between(0.99, 1.09);

	(void)state;
	for (int staged = 0; staged < 2; staged++) {
		c.stages.two = staged;
		struct as_gated g = as_gate_judge(&gate, &wall, &c);
		as_gate_judge_estimate(&g, &within, 0.05, false);
		assert_int_equal(g.state, staged ? AS_GATE_UNDECIDED : AS_GATE_PASSED);
		g = as_gate_judge(&gate, &wall, &c);
		as_gate_judge_estimate(&g, &beyond, 0.05, false);
		assert_int_equal(g.state, staged ? AS_GATE_UNDECIDED : AS_GATE_FAILED);
	}
}

/* A gate on more than 5 %, by an estimate of that ratio and rate, with the means between these. */
static enum as_gate_state estimated(double ratio, double rate, double lo, double hi, bool apart)
{
	const struct as_gate gate = {.text = "", .more = true, .limit = 0.05};
	const struct as_comparison c = between(lo, hi);
	const struct as_estimated e = {.ratio = ratio, .rate = rate, .error = 0.001, .limit = 0.05};
	struct as_gated g = as_gate_judge(&gate, &wall, &c);

	as_gate_judge_estimate(&g, &e, 0.05, apart);
	assert_ptr_equal(g.by, &e);
	return g.state;
}

static void an_estimate_beyond_the_limit_fails_where_identical_programs_hardly_ever_are(void **state)
{
	(void)state;
	assert_int_equal(estimated(1.06, 0.01, 1.01, 1.1, false), AS_GATE_FAILED);
	assert_int_equal(estimated(1.06, 0.051, 1.01, 1.1, false), AS_GATE_FAILED); /* within two errors */
	assert_int_equal(estimated(1.06, 0.06, 1.01, 1.1, false), AS_GATE_UNDECIDED);
	assert_int_equal(estimated(1.06, (double)NAN, 1.06, 1.1, false), AS_GATE_UNDECIDED);
	assert_int_equal(estimated((double)NAN, 0.01, 1.06, 1.1, false), AS_GATE_UNDECIDED);
	assert_int_equal(estimated(1.04, 0.01, 1.01, 1.1, false), AS_GATE_PASSED);
}

static void measured_apart_an_estimate_needs_the_means_to_bear_it_out(void **state)
{
	(void)state;
	assert_int_equal(estimated(1.06, 0.01, 1.001, 1.1, true), AS_GATE_FAILED);
	assert_int_equal(estimated(1.06, 0.01, 0.99, 1.1, true), AS_GATE_UNDECIDED);
	assert_int_equal(estimated(1.06, 0.01, 0.99, 1.1, false), AS_GATE_FAILED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gate_fails_only_if_the_whole_interval_lies_beyond),
		cmocka_unit_test(ends_that_are_none_are_undecided),
		cmocka_unit_test(without_a_verdict_a_gate_is_undecided),
		cmocka_unit_test(a_difference_is_no_share_and_undecided),
		cmocka_unit_test(few_values_that_do_not_vary_leave_a_gate_undecided),
		cmocka_unit_test(what_it_takes_is_the_distance_from_the_limit),
		cmocka_unit_test(after_two_stages_an_estimate_decides_only_what_the_means_do),
		cmocka_unit_test(an_estimate_beyond_the_limit_fails_where_identical_programs_hardly_ever_are),
		cmocka_unit_test(measured_apart_an_estimate_needs_the_means_to_bear_it_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
