/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rule for skewed means of units, and what --interval asks for (methods.md 11). */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "analyse/estimate/interval_of_view.h"
#include "analyse/result/two_stage.h"
#include "stat/core/moments.h"
#include "stat/dist/resampling/bootstrap.h"
#include "stat/dist/interval.h"
#include "stat/dist/series/lasting.h"
#include "stat/dist/random.h"

enum { MOST = 64, TIMES = 300 };

/* n executions; skewed ones are lognormal with s = 1 and mean exp(0.5), others normal. */
static struct as_experiment *draw(size_t n, bool skewed, uint64_t k)
{
	struct as_random r;
	double x[MOST];

	as_random_init(&r, 80, AS_RANDOM_TEST, k);
	for (size_t i = 0; i < n; i++) {
		double z = as_random_normal(&r);
		x[i] = skewed ? exp(z) : 100 + z;
	}
	struct as_experiment *e = sample(1, n, x);
	e->plan.seed = k;
	return e;
}

static struct as_summary summary_of(const struct as_experiment *x)
{
	struct as_summary y;

	assert_int_equal(as_summarise(x, 0, x->criterion, &y, NULL), AS_OK);
	return y;
}

static const double skewed12[] = {10, 10.1, 10.2, 10.3, 10.1, 10, 10.2, 10.4, 10.1, 10.3, 13, 10.2};

static void skewed_units_get_the_wider_ends_and_both_are_told(void **state)
{
	struct as_experiment *x = sample(1, 12, skewed12);
	struct as_interval hall;
	struct as_lasting l;

	(void)state;
	struct as_summary y = summary_of(x);
	assert_int_equal(as_lasting_mean(skewed12, 12, 0.95, &l), AS_OK);
	const double stretch = l.half_width / l.half_width_t;
	assert_true(stretch > 1);
	assert_int_equal(y.method, AS_INTERVAL_SKEWED);
	assert_int_equal(y.bootstrap.plain, AS_INTERVAL_LASTING);
	assert_int_equal(as_interval_hall(skewed12, 12, 0.95, &hall), AS_OK);
	CHECK_NEAR(y.bootstrap.skewness, as_skewness(skewed12, 12), 1e-12);
	CHECK_NEAR(y.mean - y.bootstrap.lo, stretch * (y.mean - hall.lo), 1e-9);
	CHECK_NEAR(y.bootstrap.hi - y.mean, stretch * (hall.hi - y.mean), 1e-9);
	CHECK_NEAR(y.lo, fmin(y.bootstrap.plain_lo, y.bootstrap.lo), 1e-12);
	CHECK_NEAR(y.hi, fmax(y.bootstrap.plain_hi, y.bootstrap.hi), 1e-12);
	assert_true(y.hi > y.bootstrap.plain_hi);
	CHECK_NEAR(y.half_width, (y.hi - y.lo) / 2, 1e-12);
	as_experiment_free(x);
}

static void nine_units_and_even_ones_have_the_ends_of_t(void **state)
{
	static const double even[] = {10, 11, 12, 13, 14, 10, 11, 12, 13, 14};
	struct as_experiment *x = sample(1, 9, skewed12 + 3);

	(void)state;
	assert_int_not_equal(summary_of(x).method, AS_INTERVAL_SKEWED);
	as_experiment_free(x);
	x = sample(1, 10, even);
	assert_int_not_equal(summary_of(x).method, AS_INTERVAL_SKEWED);
	as_experiment_free(x);
}

/* Its first values spread more than all of them. */
static void a_two_stage_interval_is_one_of_the_two(void **state)
{
	static const double v[] = {13, 10, 12.9, 10.1, 10, 10.2, 10.1, 10, 10.2, 10.1, 10.2, 10.1,
		10.1, 10.2, 10.1, 10.2, 10.1, 10.1};
	struct as_experiment *x = sample(1, 18, v);

	(void)state;
	x->plan.stopping = AS_STOP_TWO_STAGE;
	x->plan.stage1 = 4;
	x->plan.done = 18;
	struct as_summary y = summary_of(x);
	assert_int_equal(y.method, AS_INTERVAL_SKEWED);
	assert_int_equal(y.bootstrap.plain, AS_INTERVAL_TWO_STAGE);
	assert_true(y.lo <= y.bootstrap.plain_lo && y.hi >= y.bootstrap.plain_hi);
	as_experiment_free(x);
}

/* methods.md 11: t alone covers 84 %, the rule 88 %. */
static void the_rule_covers_more_of_skewed_means_than_t_does(void **state)
{
	int t = 0, rule = 0;

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		struct as_experiment *x = draw(10, true, k);
		struct as_summary y = summary_of(x);
		double truth = exp(0.5);
		bool wide = y.method == AS_INTERVAL_SKEWED;
		rule += y.lo <= truth && truth <= y.hi;
		t += (wide ? y.bootstrap.plain_lo : y.lo) <= truth &&
			truth <= (wide ? y.bootstrap.plain_hi : y.hi);
		as_experiment_free(x);
	}
	assert_true(rule > t);
	assert_true(rule >= TIMES * 0.83 && t <= TIMES * 0.90);
}

static void every_way_gives_the_ends_of_its_own(void **state)
{
	static const enum as_interval_method ways[] = {AS_INTERVAL_PERCENTILE, AS_INTERVAL_BCA,
		AS_INTERVAL_BOOTSTRAP_T};
	struct as_experiment *x = draw(40, false, 1);
	const struct as_summary own = summary_of(x);

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct as_summary y = own;
		assert_int_equal(as_choose_interval(x, ways[i], &y, NULL), AS_OK);
		assert_int_equal(y.method, ways[i]);
		assert_int_equal(y.bootstrap.refused, AS_INTERVAL_NONE);
		assert_int_equal(y.bootstrap.replicates, 9999);
		CHECK_NEAR(y.bootstrap.plain_lo, own.lo, 1e-15);
		/* Of 40 normal means all of them nearly agree. */
		assert_true(y.lo > 0 && fabs(y.lo - own.lo) < 0.2 * own.half_width);
		assert_true(fabs(y.hi - own.hi) < 0.2 * own.half_width);
		assert_true(fabs(y.lo - own.lo) > 0);
		struct as_summary again = own;
		assert_int_equal(as_choose_interval(x, ways[i], &again, NULL), AS_OK);
		CHECK_NEAR(again.lo, y.lo, 0);
		CHECK_NEAR(again.hi, y.hi, 0);
	}
	as_experiment_free(x);
}

static void too_few_units_refuse_a_way_and_keep_what_there_is(void **state)
{
	struct as_experiment *x = sample(1, 12, skewed12), *few = sample(1, 4, skewed12);
	struct as_summary y = summary_of(x), own = y;

	(void)state;
	assert_int_equal(as_choose_interval(x, AS_INTERVAL_BCA, &y, NULL), AS_OK);
	assert_int_equal(y.bootstrap.refused, AS_INTERVAL_BCA);
	assert_int_equal(y.bootstrap.least, 30);
	assert_int_equal(y.method, own.method);
	CHECK_NEAR(y.hi, own.hi, 0);
	y = summary_of(few);
	assert_int_equal(as_choose_interval(few, AS_INTERVAL_BOOTSTRAP_T, &y, NULL), AS_OK);
	assert_int_equal(y.bootstrap.refused, AS_INTERVAL_BOOTSTRAP_T);
	assert_int_equal(y.bootstrap.least, 5);
	as_experiment_free(x);
	as_experiment_free(few);
}

static void quantiles_have_intervals_of_the_reference_functions(void **state)
{
	struct as_experiment *x = sample(1, 12, skewed12);
	const struct as_tree tree = {.n_levels = 1, .values = skewed12, .count = {12}};
	const struct as_resampling how = {.replicates = 9999, .seed = 0, .confidence = 0.95};
	struct as_summary y = summary_of(x);
	struct as_bootstrap b;

	(void)state;
	assert_int_equal(as_choose_interval(x, AS_INTERVAL_BCA, &y, NULL), AS_OK);
	assert_int_equal(y.bootstrap.n_quantiles, 3);
	assert_int_equal(as_bootstrap_quantile(&tree, 0.5, &how, &b, NULL), AS_OK);
	CHECK_NEAR(y.bootstrap.quantile[1].value, y.spread.median, 1e-12);
	CHECK_NEAR(y.bootstrap.quantile[1].lo, b.bca.lo, 1e-12);
	CHECK_NEAR(y.bootstrap.quantile[1].hi, b.bca.hi, 1e-12);
	y = summary_of(x);
	assert_int_equal(as_choose_interval(x, AS_INTERVAL_BOOTSTRAP_T, &y, NULL), AS_OK);
	assert_int_equal(y.bootstrap.n_quantiles, 0);
	as_experiment_free(x);
}

static void t_alone_can_be_asked_for(void **state)
{
	struct as_experiment *x = sample(1, 12, skewed12);
	struct as_summary y = summary_of(x);
	struct as_interval t;

	(void)state;
	assert_int_equal(as_interval_t(y.mean, y.sd * y.sd, 12, 0.95, &t), AS_OK);
	assert_int_equal(as_choose_interval(x, AS_INTERVAL_T, &y, NULL), AS_OK);
	assert_int_equal(y.method, AS_INTERVAL_T);
	CHECK_NEAR(y.lo, t.lo, 1e-12);
	CHECK_NEAR(y.hi, t.hi, 1e-12);
	assert_int_equal(y.lasting.holds, AS_HOLDS_AS_IF);
	assert_int_equal(y.bootstrap.replicates, 0);
	as_experiment_free(x);
}

/* Six values at one place, and one beside it: many resamples are all equal. */
static void values_that_hardly_vary_refuse_bootstrap_t(void **state)
{
	static const double x6[] = {10, 10, 10, 10, 10, 11};
	struct as_experiment *x = sample(1, 6, x6);
	struct as_summary y = summary_of(x);

	(void)state;
	assert_int_equal(as_choose_interval(x, AS_INTERVAL_BOOTSTRAP_T, &y, NULL), AS_OK);
	assert_int_equal(y.bootstrap.refused, AS_INTERVAL_BOOTSTRAP_T);
	assert_int_equal(y.bootstrap.least, 0);
	assert_int_not_equal(y.method, AS_INTERVAL_BOOTSTRAP_T);
	assert_int_equal(y.lasting.holds, AS_HOLDS_IF_INDEPENDENT);
	as_experiment_free(x);
}

/* n executions whose state lasts: neighbours correlate by rho, as strong as their own noise. */
static struct as_experiment *lasting(size_t n, double rho, double *v)
{
	struct as_random r;

	as_random_init(&r, 163, AS_RANDOM_TEST, 0);
	double at = as_random_normal(&r);
	for (size_t i = 0; i < n; i++) {
		v[i] = 100 + at + as_random_normal(&r);
		at = rho * at + sqrt(1 - rho * rho) * as_random_normal(&r);
	}
	return sample(1, n, v);
}

static void executions_of_a_machine_whose_state_lasts_tell_less(void **state)
{
	double v[200];
	struct as_experiment *x = lasting(200, 0.6, v);
	struct as_summary y = summary_of(x);
	struct as_lasting l;

	(void)state;
	assert_int_equal(as_lasting_mean(v, 200, 0.95, &l), AS_OK);
	assert_int_equal(y.method, AS_INTERVAL_LASTING);
	/* Hall's ends of values that are hardly skewed are hardly farther away */
	CHECK_NEAR(y.half_width, l.half_width, 0.02);
	CHECK_NEAR(y.hi - y.lo, 2 * l.half_width, 0.04);
	CHECK_NEAR(y.lasting.effective_n, l.effective_n, 1e-12);
	assert_true(y.lasting.effective_n < 100 && y.lasting.speed == AS_SPEED_CHANGES && !y.lasting.is_slow);
	assert_int_equal(y.lasting.holds, AS_HOLDS_YES);
	as_experiment_free(x);
}

static void fewer_than_fifty_hold_if_they_are_independent(void **state)
{
	double v[50];
	struct as_experiment *x = lasting(49, 0, v);

	(void)state;
	assert_int_equal(summary_of(x).lasting.holds, AS_HOLDS_IF_INDEPENDENT);
	as_experiment_free(x);
	x = lasting(50, 0, v);
	assert_int_equal(summary_of(x).lasting.holds, AS_HOLDS_YES);
	assert_int_equal(summary_of(x).lasting.speed, AS_SPEED_STEADY);
	as_experiment_free(x);
}

static void a_state_as_long_as_the_experiment_is_below_what_is_asked(void **state)
{
	double v[60];
	struct as_experiment *x = lasting(60, 0, v);

	(void)state;
	as_experiment_free(x);
	for (size_t i = 0; i < 60; i++)
		v[i] += i < 30 ? 5 : 0;
	x = sample(1, 60, v);
	struct as_summary y = summary_of(x);
	assert_int_equal(y.lasting.holds, AS_HOLDS_BELOW);
	assert_true(y.lasting.is_slow && y.lasting.speed == AS_SPEED_TREND && y.lasting.slow > 0.5);
	as_experiment_free(x);
}

/* Lines need not be in the order of time, and a table that has the order says so. */
static void units_of_a_table_without_order_keep_t_and_hold_if_independent(void **state)
{
	double v[60];
	struct as_experiment *x = lasting(60, 0.9, v);

	(void)state;
	x->table = "boots.csv";
	x->level_name[AS_LEVEL_EXECUTION] = "boot";
	struct as_summary y = summary_of(x);
	assert_int_equal(y.method, AS_INTERVAL_T);
	assert_int_equal(y.lasting.holds, AS_HOLDS_IF_INDEPENDENT);
	assert_true(isnan(y.lasting.effective_n) && isnan(y.lasting.slow));
	x->table_in_time = true;
	assert_int_equal(summary_of(x).method, AS_INTERVAL_LASTING);
	as_experiment_free(x);
}

/* 1.5: what all units show of dependence, which those of stage 1 cannot. */
static void the_extension_takes_what_dependent_executions_need(void **state)
{
	double v[200];
	struct as_experiment *x = lasting(200, 0.6, v);
	struct as_look look = {.metric = AS_METRIC_WALL, .to = 1, .last = true};
	struct as_lasting l;
	size_t n = 0;

	(void)state;
	x->plan.stage1 = 10;
	x->plan.precision = 0.001;
	assert_int_equal(as_lasting_mean(v, 200, 0.95, &l), AS_OK);
	const double d = 0.001 * as_mean(v, 10);
	assert_true(l.half_width > 1.1 * l.half_width_t && l.half_width_t > d);
	assert_int_equal(as_rounds_wanted(x, &look, &n, NULL), AS_OK);
	assert_int_equal(n, (size_t)ceil(200 * pow(l.half_width / d, 2)));
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(skewed_units_get_the_wider_ends_and_both_are_told),
		cmocka_unit_test(nine_units_and_even_ones_have_the_ends_of_t),
		cmocka_unit_test(a_two_stage_interval_is_one_of_the_two),
		cmocka_unit_test(the_rule_covers_more_of_skewed_means_than_t_does),
		cmocka_unit_test(every_way_gives_the_ends_of_its_own),
		cmocka_unit_test(too_few_units_refuse_a_way_and_keep_what_there_is),
		cmocka_unit_test(quantiles_have_intervals_of_the_reference_functions),
		cmocka_unit_test(t_alone_can_be_asked_for),
		cmocka_unit_test(values_that_hardly_vary_refuse_bootstrap_t),
		cmocka_unit_test(executions_of_a_machine_whose_state_lasts_tell_less),
		cmocka_unit_test(fewer_than_fifty_hold_if_they_are_independent),
		cmocka_unit_test(a_state_as_long_as_the_experiment_is_below_what_is_asked),
		cmocka_unit_test(units_of_a_table_without_order_keep_t_and_hold_if_independent),
		cmocka_unit_test(the_extension_takes_what_dependent_executions_need),
	};

	samples_of_means = true;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
