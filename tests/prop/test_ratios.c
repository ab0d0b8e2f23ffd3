/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/core/moments.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/dist.h"
#include "stat/dist/random.h"

/* What must hold for every comparison, on seeded random ones. */

enum { PAIRS = 1000, BLOCKS = 12 };

/* Standard deviations of the two sides from 0.1 % to 60 % of means near 1. */
static struct as_side draw_side(struct as_random *r)
{
	double mean = 0.8 + 0.4 * as_random_double(r), sd = 0.001 * pow(600, as_random_double(r));
	struct as_side s = {.mean = mean, .s2 = sd * sd, .r = 2 + as_random_below(r, 20)};

	return s;
}

static void both_sets_are_reciprocal_when_the_sides_change_places(void **state)
{
	struct as_random r;
	int seen = 0;

	(void)state;
	as_random_init(&r, 30, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PAIRS; k++) {
		struct as_side a = draw_side(&r), b = draw_side(&r);
		struct as_ratio ab, ba;

		assert_int_equal(as_fieller(&a, &b, 0.95, &ab, NULL), AS_OK);
		assert_int_equal(as_fieller(&b, &a, 0.95, &ba, NULL), AS_OK);
		if (ab.kind == AS_RATIO_BOUNDED && ba.kind == AS_RATIO_BOUNDED) {
			assert_near(ab.lo * ba.hi, 1, 1e-9);
			assert_near(ab.hi * ba.lo, 1, 1e-9);
			seen++;
		}
		assert_int_equal(as_fieller_welch(&a, &b, 0.95, &ab, NULL), AS_OK);
		assert_int_equal(as_fieller_welch(&b, &a, 0.95, &ba, NULL), AS_OK);
		if (ab.kind == AS_RATIO_BOUNDED && ba.kind == AS_RATIO_BOUNDED) {
			assert_near(ab.lo * ba.hi, 1, 1e-8);
			assert_near(ab.hi * ba.lo, 1, 1e-8);
			seen++;
		}
	}
	assert_true(seen > PAIRS);
}

/* methods.md 5.3 promises it. */
static void fieller_welch_excludes_one_exactly_when_welch_rejects(void **state)
{
	struct as_random r;
	int rejected = 0, kept = 0;

	(void)state;
	as_random_init(&r, 31, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PAIRS; k++) {
		struct as_side a = draw_side(&r), b = draw_side(&r);
		struct as_ratio ratio;
		struct as_test test;

		assert_int_equal(as_fieller_welch(&a, &b, 0.95, &ratio, NULL), AS_OK);
		assert_int_equal(as_welch(&a, &b, 0.95, &test, NULL), AS_OK);
		if (ratio.kind != AS_RATIO_BOUNDED)
			continue;
		bool excludes = ratio.lo > 1 || ratio.hi < 1;
		assert_int_equal(excludes, test.p < 0.05);
		assert_int_equal(excludes, test.lo > 0 || test.hi < 0);
		rejected += excludes;
		kept += !excludes;
	}
	assert_true(rejected > 100 && kept > 100);
}

/* The ends solve (Y' - theta Y)^2 = t(nu(theta))^2 (b + theta^2 a). */
static void the_ends_of_fieller_welch_lie_on_its_definition(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 32, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PAIRS; k++) {
		struct as_side old = draw_side(&r), new = draw_side(&r);
		struct as_ratio ratio;

		assert_int_equal(as_fieller_welch(&old, &new, 0.9, &ratio, NULL), AS_OK);
		if (ratio.kind != AS_RATIO_BOUNDED)
			continue;
		for (int end = 0; end < 2; end++) {
			double theta = end ? ratio.hi : ratio.lo, t = 0;
			double p = theta * theta * old.s2 / (double)old.r;
			double q = new.s2 / (double)new.r;
			double df = (p + q) * (p + q) / (p * p / (double)(old.r - 1) +
				q * q / (double)(new.r - 1));

			assert_int_equal(as_t_quantile(0.95, df, &t), AS_OK);
			assert_near(fabs(new.mean - theta * old.mean), t * sqrt(p + q), 1e-8);
		}
	}
}

static void draw_blocks(struct as_random *r, double *old, double *new)
{
	double effect = 0.1 * as_random_normal(r);

	for (int b = 0; b < BLOCKS; b++) {
		double machine = 0.1 * as_random_normal(r);
		old[b] = exp(machine + 0.1 * as_random_normal(r));
		new[b] = exp(machine + effect + 0.1 * as_random_normal(r));
	}
}

static void paired_fieller_excludes_one_exactly_when_the_paired_t_rejects(void **state)
{
	struct as_random r;
	int rejected = 0;

	(void)state;
	as_random_init(&r, 33, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PAIRS; k++) {
		double old[BLOCKS], new[BLOCKS], d[BLOCKS];
		struct as_ratio ratio;
		struct as_test test;

		draw_blocks(&r, old, new);
		for (int b = 0; b < BLOCKS; b++)
			d[b] = new[b] - old[b];
		double mean = as_mean(d, BLOCKS), s2 = as_variance(d, BLOCKS, mean);
		assert_int_equal(
			as_test_t(mean, sqrt(s2 / BLOCKS), BLOCKS - 1, 0.95, &test), AS_OK);
		assert_int_equal(as_fieller_paired(old, new, BLOCKS, 0.95, &ratio, NULL), AS_OK);
		assert_int_equal(ratio.kind, AS_RATIO_BOUNDED);
		assert_int_equal(ratio.lo > 1 || ratio.hi < 1, test.p < 0.05);
		rejected += test.p < 0.05;
	}
	assert_true(rejected > 100 && rejected < PAIRS - 100);
}

static void scale(double *x, double factor)
{
	for (int b = 0; b < BLOCKS; b++)
		x[b] *= factor;
}

static void compare_paired(const double *old, const double *new, const struct as_paired *want)
{
	struct as_paired got;

	assert_int_equal(as_paired_log_ratio(old, new, BLOCKS, 0.95, &got, NULL), AS_OK);
	assert_near(got.ratio, want->ratio, 1e-12);
	assert_near(got.lo, want->lo, 1e-12);
	assert_near(got.hi, want->hi, 1e-12);
	assert_close(got.log.p, want->log.p, 1e-10);
	assert_near(got.correlation, want->correlation, 1e-9);
	assert_near(got.gain, want->gain, 1e-9);
	assert_int_equal(as_judge(got.lo, got.hi, 0.01), as_judge(want->lo, want->hi, 0.01));
}

static void comparisons_have_no_unit_and_no_order_of_blocks(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 34, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PAIRS; k++) {
		double old[BLOCKS], new[BLOCKS], old2[BLOCKS], new2[BLOCKS];
		uint32_t order[BLOCKS];
		struct as_paired want;

		draw_blocks(&r, old, new);
		assert_int_equal(as_paired_log_ratio(old, new, BLOCKS, 0.95, &want, NULL), AS_OK);
		for (uint32_t b = 0; b < BLOCKS; b++)
			order[b] = b;
		as_shuffle(&r, order, BLOCKS);
		for (int b = 0; b < BLOCKS; b++) {
			old2[b] = old[order[b]];
			new2[b] = new[order[b]];
		}
		compare_paired(old2, new2, &want);
		scale(old, 1e9 / 3);
		scale(new, 1e9 / 3);
		compare_paired(old, new, &want);
	}
}

static void means_have_no_unit(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 35, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PAIRS; k++) {
		struct as_side a = draw_side(&r), b = draw_side(&r), a2 = a, b2 = b;
		struct as_ratio one, two;
		const double f = 1e9 / 3;

		a2.mean *= f;
		b2.mean *= f;
		a2.s2 *= f * f;
		b2.s2 *= f * f;
		assert_int_equal(as_fieller_welch(&a, &b, 0.95, &one, NULL), AS_OK);
		assert_int_equal(as_fieller_welch(&a2, &b2, 0.95, &two, NULL), AS_OK);
		assert_int_equal(one.kind, two.kind);
		assert_int_equal(one.refused, two.refused);
		assert_int_equal(one.cure_r, two.cure_r);
		if (one.kind != AS_RATIO_BOUNDED)
			continue;
		assert_near(two.estimate, one.estimate, 1e-14);
		assert_close(two.lo, one.lo, 1e-9);
		assert_near(two.hi, one.hi, 1e-9);
	}
}

static void holm_keeps_the_order_and_lowers_nothing(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 36, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PAIRS; k++) {
		double p[8], q[8], shuffled[8], q2[8];
		uint32_t order[8];
		size_t n = 1 + as_random_below(&r, 8);

		for (uint32_t i = 0; i < n; i++) {
			/* coarse, so that there are ties */
			p[i] = (double)as_random_below(&r, 20) / 100;
			order[i] = i;
		}
		as_shuffle(&r, order, n);
		for (size_t i = 0; i < n; i++)
			shuffled[i] = p[order[i]];
		assert_int_equal(as_holm(p, n, q), AS_OK);
		assert_int_equal(as_holm(shuffled, n, q2), AS_OK);
		for (size_t i = 0; i < n; i++) {
			assert_true(q[i] >= p[i] && q[i] <= 1 && q[i] <= (double)n * p[i]);
			assert_near(q2[i], q[order[i]], 0);
			for (size_t j = 0; j < n; j++)
				assert_true(p[i] > p[j] || q[i] <= q[j]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sets_are_reciprocal_when_the_sides_change_places),
		cmocka_unit_test(fieller_welch_excludes_one_exactly_when_welch_rejects),
		cmocka_unit_test(the_ends_of_fieller_welch_lie_on_its_definition),
		cmocka_unit_test(paired_fieller_excludes_one_exactly_when_the_paired_t_rejects),
		cmocka_unit_test(comparisons_have_no_unit_and_no_order_of_blocks),
		cmocka_unit_test(means_have_no_unit),
		cmocka_unit_test(holm_keeps_the_order_and_lowers_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
