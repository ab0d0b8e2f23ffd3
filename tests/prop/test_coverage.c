/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "grove.h"
#include "stat/core/moments.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/planning/staged.h"
#include "stat/dist/planning/stein.h"

/* Do the intervals hold what they promise? Each experiment is simulated 4000 times. Bands are 4.5
 * standard deviations of the binomial count wide on each side: a correct implementation would fall
 * out of one in 7 of 10^6 seeds, and the seeds are fixed. */

enum { TIMES = 4000, MOST = 4000 };

static void assert_rate(int hits, double want)
{
	assert_close((double)hits / TIMES, want, 4.5 * sqrt(want * (1 - want) / TIMES));
}

static void assert_rate_at_most(int hits, double want)
{
	double rate = (double)hits / TIMES;

	if (!(rate <= want + 4.5 * sqrt(want * (1 - want) / TIMES)))
		fail_msg("the rate is %g, above %g", rate, want);
}

static struct as_side side(const double *x, size_t n)
{
	double mean = as_mean(x, n);

	return (struct as_side){.mean = mean, .s2 = as_variance(x, n, mean), .r = n};
}

static void normals(struct as_random *r, double *x, size_t n, double mean, double sd)
{
	for (size_t i = 0; i < n; i++)
		x[i] = mean + sd * as_random_normal(r);
}

/* Five executions of ten iterations, and an execution matters as much as an iteration: the top of
 * the tree knows, the pooled leaves do not. */
static void the_interval_of_a_tree_holds_95_percent_and_a_pooled_one_does_not(void **state)
{
	const struct grove_shape shape = {
		.n_levels = 2, .r = {10, 5}, .sd = {1, 1}, .mean = 100};
	int top = 0, pooled = 0;

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		struct as_tree_stats s;
		struct as_interval ci;
		struct as_random r;
		struct grove g;

		as_random_init(&r, 40, AS_RANDOM_TEST, k);
		grove_random(&g, &shape, &r);
		as_tree_stats(&g.tree, &s);
		assert_int_equal(
			as_interval_t(s.mean, s.level[1].s2, s.r_top, 0.95, &ci), AS_OK);
		top += ci.lo <= 100 && 100 <= ci.hi;
		struct as_side all = side(g.values, g.tree.count[0]);
		assert_int_equal(as_interval_t(all.mean, all.s2, all.r, 0.95, &ci), AS_OK);
		pooled += ci.lo <= 100 && 100 <= ci.hi;
		grove_release(&g);
	}
	assert_rate(top, 0.95);
	assert_rate_at_most(pooled, 0.65);
}

/* T_i^2 is unbiased on ragged trees too: 4 standard errors of the mean over the replications. */
static void variances_of_ragged_trees_are_unbiased(void **state)
{
	const struct grove_shape shape = {
		.n_levels = 3, .r = {5, 4, 12}, .sd = {1, 0.7, 0.5}, .mean = 50, .ragged = true};
	double t2[3][TIMES];

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		struct as_tree_stats s;
		struct as_random r;
		struct grove g;

		as_random_init(&r, 41, AS_RANDOM_TEST, k);
		grove_random(&g, &shape, &r);
		as_tree_stats(&g.tree, &s);
		for (size_t i = 0; i < 3; i++) {
			assert_true(s.level[i].repeated);
			t2[i][k] = s.level[i].t2;
		}
		grove_release(&g);
	}
	for (size_t i = 0; i < 3; i++) {
		double mean = as_mean(t2[i], TIMES), v = as_variance(t2[i], TIMES, mean);
		assert_close(mean, shape.sd[i] * shape.sd[i], 4.5 * sqrt(v / TIMES));
	}
}

/* methods.md 5.3: 3.5 to 4.3 % at 5 units a side, never above 5. */
static void identical_sides_are_called_different_in_at_most_5_percent(void **state)
{
	int welch = 0, fieller = 0, covers = 0;

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		double x[5], y[5];
		struct as_ratio ratio;
		struct as_test test;
		struct as_random r;

		as_random_init(&r, 42, AS_RANDOM_TEST, k);
		normals(&r, x, 5, 100, 2);
		normals(&r, y, 5, 100, 2);
		struct as_side a = side(x, 5), b = side(y, 5);
		assert_int_equal(as_welch(&a, &b, 0.95, &test, NULL), AS_OK);
		assert_int_equal(as_fieller_welch(&a, &b, 0.95, &ratio, NULL), AS_OK);
		welch += test.p <= 0.05;
		fieller += ratio.lo > 1 || ratio.hi < 1;
		b.mean *= 1.25;
		b.s2 *= 1.25 * 1.25;
		assert_int_equal(as_fieller_welch(&a, &b, 0.95, &ratio, NULL), AS_OK);
		covers += ratio.lo <= 1.25 && 1.25 <= ratio.hi;
	}
	assert_int_equal(welch, fieller);
	assert_rate_at_most(welch, 0.05);
	assert_true(welch > TIMES / 50);
	assert_rate_at_most(TIMES - covers, 0.05);
}

/* Six blocks on a machine that drifts by 4 standard deviations from the first to the last. */
static void the_paired_interval_holds_on_a_drifting_machine(void **state)
{
	int covers = 0;

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		double old[6], new[6];
		struct as_paired p;
		struct as_random r;

		as_random_init(&r, 43, AS_RANDOM_TEST, k);
		for (int b = 0; b < 6; b++) {
			double machine = 0.01 * 4 * b / 5;
			old[b] = exp(machine + 0.01 * as_random_normal(&r));
			new[b] = 1.02 * exp(machine + 0.01 * as_random_normal(&r));
		}
		assert_int_equal(as_paired_log_ratio(old, new, 6, 0.95, &p, NULL), AS_OK);
		covers += p.lo <= 1.02 && 1.02 <= p.hi;
	}
	assert_rate(covers, 0.95);
}

/* methods.md 6.7, start 10 and about 30 units in the end: Stein's interval holds, the wider of the
 * two holds, and looking after each unit does not (94.3 % here, 90.3 from a start of 3). */
static void two_stages_hold_95_percent(void **state)
{
	int two = 0, alone = 0, widened = 0;

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		double x[MOST], d = 0.4;
		struct as_interval printed, plain;
		struct as_random r;
		size_t n = 0;

		as_random_init(&r, 44, AS_RANDOM_TEST, k);
		normals(&r, x, 10, 100, 1);
		double s0 = sqrt(side(x, 10).s2);
		assert_int_equal(as_stein_n(s0, 10, d, 0.95, &n), AS_OK);
		assert_true(n >= 10 && n <= MOST);
		normals(&r, x + 10, n - 10, 100, 1);
		struct as_staged all = as_staged_of(x, n, 10);
		assert_int_equal(as_staged_interval(&all, 0.95, &printed), AS_OK);
		assert_int_equal(as_interval_t(all.mean, all.s * all.s, n, 0.95, &plain), AS_OK);
		two += printed.lo <= 100 && 100 <= printed.hi;
		alone += plain.lo <= 100 && 100 <= plain.hi;
		widened += printed.half_width > plain.half_width * (1 + 1e-12);
	}
	assert_rate_at_most(TIMES - two, 0.05);
	assert_true(two <= TIMES * 0.98); /* nor is it wastefully wide */
	assert_true(two > alone && widened > 0);
}

/* Four subjects that are all alike: any false alarm in at most 5 %, uncorrected in about 12. */
static void holm_keeps_any_false_alarm_below_5_percent(void **state)
{
	int any = 0, uncorrected = 0;

	(void)state;
	for (uint64_t k = 0; k < TIMES; k++) {
		double y[4][10], p[3], q[3];
		struct as_random r;
		bool alarm = false, raw = false;

		as_random_init(&r, 45, AS_RANDOM_TEST, k);
		for (int s = 0; s < 4; s++)
			for (int b = 0; b < 10; b++)
				y[s][b] = exp(0.01 * as_random_normal(&r));
		for (int s = 1; s < 4; s++) {
			struct as_paired c;
			assert_int_equal(
				as_paired_log_ratio(y[0], y[s], 10, 0.95, &c, NULL), AS_OK);
			p[s - 1] = c.log.p;
			raw = raw || c.log.p <= 0.05;
		}
		assert_int_equal(as_holm(p, 3, q), AS_OK);
		for (int c = 0; c < 3; c++)
			alarm = alarm || q[c] <= 0.05;
		any += alarm;
		uncorrected += raw;
	}
	assert_rate_at_most(any, 0.05);
	assert_true(uncorrected > TIMES / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_interval_of_a_tree_holds_95_percent_and_a_pooled_one_does_not),
		cmocka_unit_test(variances_of_ragged_trees_are_unbiased),
		cmocka_unit_test(identical_sides_are_called_different_in_at_most_5_percent),
		cmocka_unit_test(the_paired_interval_holds_on_a_drifting_machine),
		cmocka_unit_test(two_stages_hold_95_percent),
		cmocka_unit_test(holm_keeps_any_false_alarm_below_5_percent),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
