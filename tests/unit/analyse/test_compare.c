/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "analyse/result/two_stage.h"

static bool found(const struct as_findings *f, enum as_finding_id id)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == (int)id)
			return true;
	return false;
}

/* The numbers of "B6" of the golden file, scaled to ms: rounds that drift are paired. What is said of them is from
 * the reference of methods-typical.md (typ.py). */
static const double b6[] = {998772, 1015113, 1003382, 1019261, 1021254, 976222,
	1024253, 1018634, 1033138, 1045016, 1035543, 1013767};

static void six_planned_rounds_are_paired(void **state)
{
	struct as_experiment *x = sample(2, 6, b6);
	struct as_comparison c;

	(void)state;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.method, AS_COMPARE_PAIRED);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	CHECK_NEAR(c.ratio, 1.0252683071362478, 1e-9);
	CHECK_NEAR(c.lo, 1.0034685793601312, 1e-9);
	CHECK_NEAR(c.hi, 1.0384594897472106, 1e-9);
	CHECK_NEAR(c.p, 0.01832619935603909, 1e-9);
	as_experiment_free(x);
}

static void the_plan_decides_the_analysis_also_when_rounds_failed(void **state)
{
	double v[12];
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 12; i++)
		v[i] = i == 2 || i == 9 ? (double)NAN : b6[i];
	x = sample(2, 6, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.method, AS_COMPARE_PAIRED);
	assert_int_equal(c.n, 4);
	as_experiment_free(x);

	x = sample(2, 5, b6);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.method, AS_COMPARE_WELCH);
	assert_true(found(&c.findings, AS_FINDING_PAIRED_FROM_SIX));
	as_experiment_free(x);
}

static void commands_that_ran_one_after_the_other_get_no_verdict(void **state)
{
	struct as_experiment *x = sample(2, 6, b6);
	struct as_comparison c;

	(void)state;
	x->plan.design = AS_DESIGN_SEQUENTIAL;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.method, AS_COMPARE_WELCH);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_SEQUENTIAL));
	as_experiment_free(x);
}

static void two_rounds_give_no_verdict(void **state)
{
	const double v[] = {1e6, 1.01e6, 2e6, 2.02e6};
	struct as_experiment *x = sample(2, 2, v);
	struct as_comparison c;

	(void)state;
	x->plan.planned = 10;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_TOO_FEW_ROUNDS));
	as_experiment_free(x);
}

/* methods-repairs.md 6: six pairs are the fewest that can tell at 5 %, p = 2^-5. */
static void constants_are_told_apart_by_the_permutations_of_enough_rounds(void **state)
{
	double v[12];
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 12; i++)
		v[i] = 5e6;
	x = sample(2, 6, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_IDENTICAL);
	assert_true(isnan(c.p));
	as_experiment_free(x);
	for (size_t i = 6; i < 12; i++)
		v[i] = 6e6;
	x = sample(2, 6, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	assert_true(c.constant.is);
	CHECK_NEAR(c.p, 1.0 / 32, 1e-12);
	CHECK_NEAR(c.lo, 1, 1e-12); /* 5 ms and 6 ms: steps of 1 ms */
	CHECK_NEAR(c.hi, 1.4, 1e-12);
	CHECK_NEAR(c.constant.step, 1e6, 1e-12);
	as_experiment_free(x);
	x = sample(2, 5, v + 1); /* five rounds of 5 ms, and of 6 ms */
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	as_experiment_free(x);
	x = sample(2, 3, v + 3); /* three: p = 2 / C(6, 3) */
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_UNDECIDED);
	CHECK_NEAR(c.p, 0.1, 1e-12);
	assert_int_equal(c.constant.fewest, 4);
	CHECK_NEAR(c.constant.fewest_p, 2.0 / 70, 1e-12);
	as_experiment_free(x);
}

static void a_zero_is_compared_by_the_ratio_of_means(void **state)
{
	double v[24] = {0};
	struct as_experiment *x;
	struct as_comparison c, asked;

	(void)state;
	for (size_t i = 1; i < 24; i++)
		v[i] = (i < 12 ? 5e6 : 60e6) + (double)i;
	x = sample(2, 12, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_true(found(&c.findings, AS_FINDING_MEANS_OF_ZEROS));
	assert_true(c.of.means);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	x->ratio_of_means = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &asked, NULL), AS_OK);
	assert_true(found(&asked.findings, AS_FINDING_OF_MEANS));
	CHECK_NEAR(c.ratio, asked.ratio, 1e-15);
	CHECK_NEAR(c.lo, asked.lo, 1e-15);
	CHECK_NEAR(c.hi, asked.hi, 1e-15);
	CHECK_NEAR(c.p, asked.p, 1e-15);
	as_experiment_free(x);
}

static void a_side_of_zeros_refuses_the_ratio(void **state)
{
	double v[12] = {0};
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 6; i < 12; i++)
		v[i] = 5e6 + (double)i;
	x = sample(2, 6, v);
	for (int means = 0; means < 2; means++) {
		x->ratio_of_means = means != 0;
		assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
		assert_int_equal(c.verdict, AS_VERDICT_NONE);
		assert_true(isnan(c.ratio));
		assert_true(found(&c.findings, AS_FINDING_NOT_POSITIVE));
	}
	as_experiment_free(x);
}

static void a_side_without_a_result_is_nothing_to_compare(void **state)
{
	double v[12];
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 12; i++)
		v[i] = i < 6 ? (double)NAN : 5e6 + (double)i;
	x = sample(2, 6, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_int_equal(c.method, AS_COMPARE_NONE);
	assert_int_equal(c.findings.n, 1);
	assert_true(found(&c.findings, AS_FINDING_NOTHING_TO_COMPARE));
	as_experiment_free(x);
}

/* Two comparisons with one reference: each interval is at 97.5 %, p values are Holm's. */
static void several_comparisons_share_one_error_rate(void **state)
{
	double v[18];
	struct as_experiment *x;
	struct as_comparison c[2];

	(void)state;
	for (size_t i = 0; i < 12; i++)
		v[i] = b6[i];
	for (size_t i = 0; i < 6; i++)
		v[12 + i] = b6[5 - i] * 1.001;
	x = sample(3, 6, v);
	x->reference = 0;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, c, NULL), AS_OK);
	CHECK_NEAR(c[0].confidence, 0.975, 1e-12);
	CHECK_NEAR(c[0].p_adjusted, 2 * c[0].p, 1e-12);
	CHECK_NEAR(c[1].p_adjusted, c[1].p, 1e-12);
	assert_int_equal(c[0].subject, 1);
	assert_int_equal(c[1].subject, 2);
	assert_int_equal(c[0].verdict, AS_VERDICT_SLOWER);
	assert_int_equal(c[1].verdict, AS_VERDICT_UNDECIDED);
	assert_true(c[1].needed > 6);
	as_experiment_free(x);
}

/* methods-quantiles.md 3: by the half-width shown and t of 80 and 90 % with 5 degrees of freedom. */
static void what_was_not_found_says_which_change_would_have_been_seen(void **state)
{
	static const double t[] = {0.919543780238, 1.475884048814};
	double v[12];
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		v[i] = b6[i];
		v[6 + i] = b6[5 - i] * 1.001;
	}
	struct as_experiment *x = sample(2, 6, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_UNDECIDED);
	for (size_t i = 0; i < 2; i++) {
		const double lambda = log(c.hi / c.lo) / 2 + t[i] * c.pairs.sd / sqrt(6);
		CHECK_NEAR(c.pairs.seen.slower[i], expm1(lambda), 1e-9);
		CHECK_NEAR(c.pairs.seen.faster[i], -expm1(-lambda), 1e-9);
	}
	x->by_difference = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	CHECK_NEAR(c.pairs.seen.slower[0], 0, 0);
	as_experiment_free(x);
	x = sample(2, 6, b6);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	CHECK_NEAR(c.pairs.seen.slower[0], 0, 0); /* what was found is not what was missed */
	as_experiment_free(x);
}

static void a_fixed_plan_tells_in_the_end_what_its_target_would_have_needed(void **state)
{
	const double v[] = {98, 99, 100, 101, 102};
	struct as_experiment *x = sample(1, 5, v);
	struct as_look look = {.metric = AS_METRIC_WALL, .to = 1, .last = true};
	size_t n = 0;

	(void)state;
	x->plan.precision = 0.01;
	x->plan.stopping = AS_STOP_BUDGET;
	assert_int_equal(as_rounds_wanted(x, &look, &n, NULL), AS_OK);
	assert_int_equal(n, 20); /* (2.776 * 1.5811 / 1)^2 = 19.3 */
	as_experiment_free(x);
}

/* The golden two-stage case by hand: N = ceil((t S_0 / d)^2) on log ratios and on a mean. */
static void rounds_wanted_follow_the_two_stage_rule(void **state)
{
	struct as_experiment *x = sample(2, 6, b6);
	struct as_look look = {.metric = AS_METRIC_WALL, .from = 0, .to = 2};
	size_t n = 0;
	double s = 0.01205924282006317, t = 2.570581835636314;

	(void)state;
	x->plan.stage1 = 6;
	x->plan.precision = 0.005;
	x->by_mean = true;
	assert_int_equal(as_rounds_wanted(x, &look, &n, NULL), AS_OK);
	assert_int_equal(n, (size_t)ceil(pow(t * s / log1p(0.005), 2)));
	x->by_mean = false; /* the typical run's standard error is another */
	assert_int_equal(as_rounds_wanted(x, &look, &n, NULL), AS_OK);
	assert_int_equal(n, 38);
	as_experiment_free(x);
}

static void a_difference_that_drifts_is_found_from_ten_rounds_on(void **state)
{
	double v[24];
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 12; i++) {
		v[i] = 1e6 + 1e3 * (double)(i * 7 % 5);
		v[12 + i] = v[i] * (1 + 0.01 * (double)i);
	}
	x = sample(2, 12, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_true(found(&c.findings, AS_FINDING_TREND));
	as_experiment_free(x);
	for (size_t i = 0; i < 12; i++)
		v[12 + i] = v[i] * (1 + 0.01 * (double)(i * 5 % 12));
	x = sample(2, 12, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_false(found(&c.findings, AS_FINDING_TREND));
	assert_true(c.pairs.gain > 0);
	as_experiment_free(x);
}

/* Two subjects with n rounds of a metric that may be negative, beside a time. */
static struct as_experiment *sample_of_signs(size_t n, const double *values)
{
	double wall[24];

	for (size_t i = 0; i < 2 * n; i++)
		wall[i] = 1e6;
	struct as_experiment *x = sample(2, n, wall);
	for (size_t s = 0; s < 2; s++)
		for (size_t r = 0; r < n; r++)
			assert_int_equal(as_subject_set(&x->subjects[s], AS_LEVEL_EXECUTION, r,
				AS_METRIC_LOAD, values[s * n + r], NULL), AS_OK);
	return x;
}

/* Values of both signs, whose differences are those of B6. */
static void differences_are_compared_where_no_ratio_can_be(void **state)
{
	double v[12], mean = 0, squares = 0;
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 12; i++)
		v[i] = b6[i] - 1e6;
	for (size_t i = 0; i < 6; i++)
		mean += (v[6 + i] - v[i]) / 6;
	for (size_t i = 0; i < 6; i++)
		squares += pow(v[6 + i] - v[i] - mean, 2);
	x = sample_of_signs(6, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_LOAD, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(found(&c.findings, AS_FINDING_NOT_POSITIVE));
	assert_true(isnan(c.difference.value));
	x->by_difference = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_LOAD, &c, NULL), AS_OK);
	assert_int_equal(c.method, AS_COMPARE_PAIRED);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	assert_true(c.difference.is && isnan(c.ratio) && isnan(c.lo) && isnan(c.hi));
	CHECK_NEAR(c.difference.value, mean, 1e-12);
	CHECK_NEAR(c.pairs.sd, sqrt(squares / 5), 1e-12);
	CHECK_NEAR(c.difference.hi - mean, 2.570581835636314 * sqrt(squares / 5 / 6), 1e-9);
	CHECK_NEAR(mean - c.difference.lo, 2.570581835636314 * sqrt(squares / 5 / 6), 1e-9);
	x->plan.planned = 5; /* Welch, on the same */
	assert_int_equal(as_compare_subjects(x, AS_METRIC_LOAD, &c, NULL), AS_OK);
	assert_int_equal(c.method, AS_COMPARE_WELCH);
	CHECK_NEAR(c.difference.value, mean, 1e-12);
	assert_true(isnan(c.ratio) && c.difference.lo < mean && c.difference.hi > mean);
	as_experiment_free(x);
}

static void no_difference_is_equivalent_and_constants_are_equal_or_not(void **state)
{
	double v[12];
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 12; i++)
		v[i] = 1e6 + 10 * (double)(i * 7 % 5);
	x = sample(2, 6, v);
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_EQUIVALENT);
	x->by_difference = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_UNDECIDED);
	CHECK_NEAR(c.tolerance, 0, 0);
	as_experiment_free(x);
	for (size_t i = 0; i < 12; i++)
		v[i] = 1e6 + 1e3 * (double)(i < 6 ? i : 11 - i);
	v[6] += 1e-3; /* so small that no number of rounds would find it */
	x = sample(2, 6, v);
	x->by_difference = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_UNDECIDED);
	assert_int_equal(c.needed, 0);
	as_experiment_free(x);
	for (size_t i = 0; i < 12; i++)
		v[i] = i < 6 ? -3 : -2;
	x = sample_of_signs(6, v);
	x->by_difference = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_LOAD, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	CHECK_NEAR(c.difference.hi, 2, 0); /* known to one step, which is the difference */
	CHECK_NEAR(c.difference.value, 1, 0);
	as_experiment_free(x);
	for (size_t i = 0; i < 12; i++)
		v[i] = 0;
	x = sample_of_signs(6, v);
	x->by_difference = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_LOAD, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_IDENTICAL);
	as_experiment_free(x);
}

/* The wider of the interval by the scale of stage 1 and that of all. */
static void a_difference_after_two_stages_is_never_narrower(void **state)
{
	double v[24];
	struct as_experiment *x;
	struct as_comparison plain, staged;

	(void)state;
	for (size_t i = 0; i < 12; i++) {
		v[i] = 1e6;
		v[12 + i] = 1e6 + 1e3 * (double)(i < 6 ? i * 7 % 6 * 4 : i % 2);
	}
	x = sample(2, 12, v);
	x->by_difference = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &plain, NULL), AS_OK);
	x->plan.stopping = AS_STOP_TWO_STAGE;
	x->plan.stage1 = 6;
	x->plan.outcome = AS_OUTCOME_COMPLETE;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &staged, NULL), AS_OK);
	assert_true(staged.stages.two && !plain.stages.two);
	assert_true(staged.difference.lo < plain.difference.lo);
	assert_true(staged.difference.hi > plain.difference.hi);
	CHECK_NEAR(staged.difference.value, plain.difference.value, 0);
	as_experiment_free(x);
}

/* Whatever is compared, and whatever the target was: rounds are as many as stage 1 made them. */
static void ratios_of_means_and_other_metrics_keep_to_stage_1_too(void **state)
{
	double v[24];
	struct as_experiment *x;
	struct as_comparison plain, staged;

	(void)state;
	for (size_t i = 0; i < 12; i++) {
		v[i] = 1e6;
		v[12 + i] = 1e6 + 1e3 * (double)(i < 6 ? i * 7 % 6 * 4 : i % 2);
	}
	for (int k = 0; k < 4; k++) {
		x = sample(2, 12, v);
		x->ratio_of_means = k & 1;
		x->criterion = k & 2 ? AS_METRIC_USER : AS_METRIC_WALL;
		assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &plain, NULL), AS_OK);
		x->plan.stage1 = 6;
		x->plan.outcome = AS_OUTCOME_BUDGET;
		assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &staged, NULL), AS_OK);
		assert_true(staged.stages.two && !plain.stages.two);
		assert_true(staged.lo < plain.lo && staged.hi > plain.hi);
		assert_true(staged.p > plain.p);
		CHECK_NEAR(staged.stages.p_single, plain.p, 0);
		CHECK_NEAR(plain.stages.p_single, plain.p, 0);
		as_experiment_free(x);
	}
}

/* Without two rounds of stage 1 there is no scale of it, and that is said. */
static void too_little_of_stage_1_is_said(void **state)
{
	double v[24];
	struct as_experiment *x;
	struct as_comparison c;

	(void)state;
	for (size_t i = 0; i < 24; i++)
		v[i] = i % 12 < 5 && i > 0 ? (double)NAN : 1e6 + (double)(i * 7 % 13);
	x = sample(2, 12, v);
	x->plan.stage1 = 5;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_false(c.stages.two);
	assert_true(found(&c.findings, AS_FINDING_STAGE1_LOST));
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(six_planned_rounds_are_paired),
		cmocka_unit_test(what_was_not_found_says_which_change_would_have_been_seen),
		cmocka_unit_test(a_difference_that_drifts_is_found_from_ten_rounds_on),
		cmocka_unit_test(the_plan_decides_the_analysis_also_when_rounds_failed),
		cmocka_unit_test(commands_that_ran_one_after_the_other_get_no_verdict),
		cmocka_unit_test(two_rounds_give_no_verdict),
		cmocka_unit_test(constants_are_told_apart_by_the_permutations_of_enough_rounds),
		cmocka_unit_test(a_zero_is_compared_by_the_ratio_of_means),
		cmocka_unit_test(a_side_of_zeros_refuses_the_ratio),
		cmocka_unit_test(differences_are_compared_where_no_ratio_can_be),
		cmocka_unit_test(no_difference_is_equivalent_and_constants_are_equal_or_not),
		cmocka_unit_test(a_difference_after_two_stages_is_never_narrower),
		cmocka_unit_test(ratios_of_means_and_other_metrics_keep_to_stage_1_too),
		cmocka_unit_test(too_little_of_stage_1_is_said),
		cmocka_unit_test(a_side_without_a_result_is_nothing_to_compare),
		cmocka_unit_test(several_comparisons_share_one_error_rate),
		cmocka_unit_test(rounds_wanted_follow_the_two_stage_rule),
		cmocka_unit_test(a_fixed_plan_tells_in_the_end_what_its_target_would_have_needed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
