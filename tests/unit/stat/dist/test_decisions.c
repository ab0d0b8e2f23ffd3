/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges of what decides by quantiles, power, early looks and margins; numbers are in
 * tests/golden/test_quantiles.c. */

#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "stat/core/tree/reduction.h"
#include "stat/dist/early.h"
#include "stat/dist/margin.h"
#include "stat/dist/planning/power.h"
#include "stat/dist/planning/stein.h"
#include "stat/dist/tail.h"

#define NO_NUMBER ((double)NAN)

static void there_is_no_quantile_of_nothing_or_beyond_the_ends(void **state)
{
	double x[] = {1, 2, 3, 3, 3, 9};

	(void)state;
	assert_true(isnan(as_quantile_unbiased(x, 0, 0.5)));
	for (int i = 0; i < 4; i++)
		assert_true(isnan(as_quantile_unbiased(x, 6, (double[]){0, 1, -0.5, NO_NUMBER}[i])));
	assert_close(as_quantile_unbiased(x, 6, 1e-9), 1, 0);
	assert_close(as_quantile_unbiased(x, 6, 1 - 1e-9), 9, 0);
	assert_close(as_quantile_unbiased(x, 6, 0.5), 3, 0);
	assert_true(isinf(as_quantile_unbiased((double[]){1, (double)INFINITY}, 2, 0.99)));
	assert_int_equal(as_quantile_least(0.999), 5000);
	assert_int_equal(as_quantile_least(0.001), 5000);
}

static void a_minimum_is_that_of_k_values_whatever_n_is(void **state)
{
	double x[] = {1, 2, 3, 4};

	(void)state;
	assert_true(isnan(as_minimum_of(x, 4, 0)));
	assert_true(isnan(as_minimum_of(x, 4, 5)));
	assert_close(as_minimum_of(x, 4, 1), 2.5, 1e-15);
	/* of the six pairs of 1 2 3 4: 1 1 1 2 2 3 */
	assert_close(as_minimum_of(x, 4, 2), 10.0 / 6, 1e-15);
	assert_close(as_minimum_of(x, 4, 4), 1, 0);
}

static void every_reduction_lies_within_its_values_and_scales_with_them(void **state)
{
	const struct as_reduction all[] = {{AS_REDUCE_QUANTILE, 0.9, 0}, {AS_REDUCE_TRIMMED, 0, 0},
		{AS_REDUCE_MINIMUM, 0, 5}};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		double x[40], twice[40];
		for (int k = 0; k < 40; k++) {
			x[k] = 1 + (k * 7919 % 40);
			twice[k] = 2 * x[k];
		}
		double one = as_reduce(&all[i], x, 40), two = as_reduce(&all[i], twice, 40);
		assert_true(one >= 1 && one <= 40);
		assert_true(fabs(two - 2 * one) < 1e-12);
		assert_true(as_reduction_least(&all[i]) >= 5);
	}
}

static int rising(const void *x, const void *y)
{
	double a, b;

	memcpy(&a, x, sizeof a);
	memcpy(&b, y, sizeof b);
	return (a > b) - (a < b);
}

/* Only the numbers about its rank are put into their places: in any order, with ties, at any n. */
static void a_quantile_is_the_same_whatever_order_values_are_in(void **state)
{
	static const double p[] = {0.001, 0.1, 0.5, 0.9, 0.95, 0.99, 0.999};
	double x[700], sorted[700];
	uint32_t seed = 1;

	(void)state;
	for (size_t n = 1; n <= 700; n += n < 40 ? 1 : 61)
		for (size_t shape = 0; shape < 5; shape++)
			for (size_t i = 0; i < sizeof p / sizeof *p; i++) {
				for (size_t k = 0; k < n; k++) {
					seed = seed * 1664525 + 1013904223;
					x[k] = shape == 0 ? (double)k
						: shape == 1 ? -(double)k
						: shape == 2 ? (double)(seed >> 30)
						: shape == 3 ? (double)(seed >> 8)
							     : 7;
				}
				memcpy(sorted, x, sizeof x);
				qsort(sorted, n, sizeof *sorted, rising);
				const struct as_reduction r = {AS_REDUCE_QUANTILE, p[i], 0};
				assert_close(as_reduce(&r, x, n),
					as_quantile_unbiased(sorted, n, p[i]), 0);
			}
}

static void several_quantiles_at_once_are_those_of_sorted_values(void **state)
{
	static const double p[] = {0.01, 0.1, 0.5, 0.5, 0.75, 0.9, 0.99, 0.9999};
	enum { P = sizeof p / sizeof *p, MOST = 700 };
	double x[MOST], sorted[MOST], out[P];
	uint64_t seed = 3;

	(void)state;
	for (size_t n = 0; n <= MOST; n += n < 40 ? 1 : 83) {
		for (size_t k = 0; k < n; k++) {
			seed = seed * 1664525 + 1013904223;
			sorted[k] = x[k] = (double)(seed >> 8 & 0x3ff);
		}
		qsort(sorted, n, sizeof *sorted, rising);
		as_reduce_quantiles(p, P, x, n, out);
		for (size_t i = 0; i < P && n; i++)
			assert_close(out[i], as_quantile_unbiased(sorted, n, p[i]), 0);
		for (size_t i = 0; i < P && !n; i++)
			assert_true(isnan(out[i]));
	}
}

static void batches_are_whole_rounds_and_none_is_dropped(void **state)
{
	struct as_batching b = as_batching_of(10, 20, 500);

	(void)state;
	assert_int_equal(b.rounds, 25);
	assert_int_equal(b.batches, 0);
	b = as_batching_of(10, 600, 500);
	assert_int_equal(b.rounds, 1);
	assert_int_equal(b.batches, 10);
	b = as_batching_of(0, 1, 20);
	assert_int_equal(b.batches, 0);
}

static void a_value_that_jumps_between_modes_is_told_from_ten_executions_on(void **state)
{
	double y[20], room[20];

	(void)state;
	for (int i = 0; i < 20; i++)
		y[i] = (i % 2) + 0.01 * i;
	assert_true(as_criterion_jumps(y, 20, room));
	assert_false(as_criterion_jumps(y, 9, room));
	for (int i = 0; i < 20; i++)
		y[i] = i;
	assert_false(as_criterion_jumps(y, 20, room));
	for (int i = 0; i < 20; i++)
		y[i] = 3;
	assert_false(as_criterion_jumps(y, 20, room));
}

static void halves_without_spread_leave_all_of_it_above(void **state)
{
	const double y[] = {1, 2, 3};
	struct as_inner inner;

	(void)state;
	assert_int_equal(as_inner_variance(y, y, y, 3, 40, &inner), AS_OK);
	assert_close(inner.inside, 0, 0);
	assert_close(inner.above, 1, 1e-15);
	assert_int_equal(as_inner_variance(y, y, y, 1, 40, &inner), AS_ERR_DATA);
	assert_int_equal(as_inner_variance(y, y, y, 3, 1, &inner), AS_ERR_ARG);
	assert_int_equal(as_inner_variance((double[]){1, NO_NUMBER}, y, y, 2, 4, &inner), AS_ERR_ARG);
}

static void what_is_to_be_seen_lies_beyond_the_limit(void **state)
{
	double lambda = 7;

	(void)state;
	assert_int_equal(as_power_distance(0, 0, &lambda), AS_ERR_DATA);
	assert_int_equal(as_power_distance(0.03, 0.03, &lambda), AS_ERR_DATA);
	assert_int_equal(as_power_distance(0.02, 0.03, &lambda), AS_ERR_DATA);
	assert_int_equal(as_power_distance(0.02, -0.03, &lambda), AS_ERR_DATA);
	assert_int_equal(as_power_distance(-1, 0, &lambda), AS_ERR_ARG);
	assert_int_equal(as_power_distance(NO_NUMBER, 0, &lambda), AS_ERR_ARG);
	assert_close(lambda, 7, 0);
	assert_int_equal(as_power_distance(-0.05, -0.03, &lambda), AS_OK);
}

static void plans_for_power_refuse_what_is_no_share_and_end_with_what_never_suffices(void **state)
{
	struct as_power p = {.lambda = 0.01, .confidence = 0.95, .power = 0.9};
	size_t rounds = 7, sure = 7;

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct as_power bad = p;
		bad.power = (double[]){0, 1, NO_NUMBER}[i];
		assert_int_equal(as_power_rounds(&bad, &(struct as_power_spread){1, 9}, &rounds, &sure),
			AS_ERR_ARG);
	}
	assert_int_equal(as_power_rounds(&p, &(struct as_power_spread){-1, 9}, &rounds, &sure), AS_ERR_ARG);
	assert_int_equal(as_power_rounds(&p, &(struct as_power_spread){1, 0}, &rounds, &sure), AS_ERR_ARG);
	assert_int_equal(rounds, 7);
	assert_int_equal(as_power_rounds(&p, &(struct as_power_spread){0, 9}, &rounds, &sure), AS_OK);
	assert_int_equal(rounds, 6);
	assert_int_equal(sure, 6);
	p.lambda = 1e-9;
	assert_int_equal(as_power_rounds(&p, &(struct as_power_spread){1, 9}, &rounds, &sure), AS_OK);
	assert_true(rounds <= AS_UNITS_MAX && rounds > AS_UNITS_MAX / 2);
	assert_int_equal(as_power_stage(&p, 1, 6, &rounds), AS_OK);
	assert_int_equal(rounds, AS_UNITS_MAX);
	assert_int_equal(as_power_stage(&p, 1, 1, &rounds), AS_ERR_ARG);
}

/* Bisection is right only where more rounds never see less. */
static void more_rounds_see_more_and_a_worse_known_spread_less(void **state)
{
	const struct as_power p = {.lambda = 0.03, .confidence = 0.95, .power = 0.9};
	double before = 0;

	(void)state;
	for (size_t n = 2; n < 400; n++) {
		double known, now;
		assert_int_equal(as_power_mean(&p, &(struct as_power_spread){0.1, 9}, n, &now), AS_OK);
		assert_int_equal(as_power_mean(&p, &(struct as_power_spread){0.1, 1e6}, n, &known), AS_OK);
		assert_true(now > before);
		assert_true(known > now || known < 0.6);
		before = now;
	}
}

static void a_look_at_equal_differences_waits_and_the_last_one_takes_them(void **state)
{
	double d[8] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
	struct as_early e = {0};
	struct as_early_look look;

	(void)state;
	assert_int_equal(as_look(d, 1, 0.05, &look), AS_ERR_DATA);
	assert_int_equal(as_look(d, 8, 0, &look), AS_ERR_ARG);
	assert_int_equal(as_look((double[]){0, NO_NUMBER}, 2, 0.05, &look), AS_ERR_ARG);
	assert_int_equal(as_look(d, 8, 0.05, &look), AS_OK);
	as_early_take(&e, &look, 0.03, false);
	assert_int_equal(e.state, AS_EARLY_OPEN);
	assert_false(e.counts);
	as_early_take(&e, &look, 0.03, true);
	assert_int_equal(e.state, AS_EARLY_PROVEN);
	as_early_take(&e, &look, 0.3, true);
	assert_int_equal(e.state, AS_EARLY_PROVEN);
	assert_int_equal(e.looks, 2);
}

/* One run in twelve takes 2.5 times as long. */
static void a_look_reaches_to_the_ratio_of_means_where_slow_runs_part_it(void **state)
{
	enum { N = 48 };
	double old[N], new[N], d[N];
	struct as_early_look typical, both;
	struct as_ratio means;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		old[i] = 100 + (double)(i * 37 % 11) / 10;
		new[i] = (97 + (double)(i * 53 % 13) / 10) * (i % 12 == 5 ? 2.5 : 1);
		d[i] = log(new[i] / old[i]);
	}
	assert_int_equal(as_look(d, N, 0.035, &typical), AS_OK);
	both = typical;
	both.sides = as_paired_moments_of(old, new, N);
	assert_int_equal(as_look_again(&both, 0.035, &both), AS_OK);
	assert_int_equal(as_fieller_paired(old, new, N, 1 - 0.035, &means, NULL), AS_OK);
	assert_true(both.apart);
	assert_close(both.typical_lo, typical.lo, 0);
	assert_close(both.hi, log(means.hi), 1e-12);
	assert_close(both.lo, fmin(typical.lo, log(means.lo)), 1e-12);
	/* a clock adds to both sides of all that */
	const double lo = both.lo, hi = both.hi;
	both.widening = 0.01;
	assert_int_equal(as_look_again(&both, 0.035, &both), AS_OK);
	assert_close(both.lo, lo - 0.01, 1e-15);
	assert_close(both.hi, hi + 0.01, 1e-15);
	/* a share of alpha at which nothing is known of the mean */
	assert_int_equal(as_look_again(&both, 1e-14, &both), AS_OK);
	assert_true(isinf(both.hi) || both.hi > hi);
	for (size_t i = 0; i < N; i++)
		new[i] = 97 + (double)(i * 53 % 13) / 10;
	for (size_t i = 0; i < N; i++)
		d[i] = log(new[i] / old[i]);
	assert_int_equal(as_look(d, N, 0.035, &typical), AS_OK);
	both = typical;
	both.sides = as_paired_moments_of(old, new, N);
	assert_int_equal(as_look_again(&both, 0.035, &both), AS_OK);
	assert_false(both.apart);
	assert_close(both.hi, typical.hi, 0);
}

static void looks_that_contradict_each_other_begin_anew(void **state)
{
	struct as_early_look first = {.n = 6, .sd = 1, .lo = 0, .hi = 1};
	struct as_early_look later = {.n = 12, .sd = 1, .lo = 2, .hi = 3};
	struct as_early e = {0};

	(void)state;
	as_early_take(&e, &first, 0.5, false);
	as_early_take(&e, &later, 0.5, false);
	assert_int_equal(e.state, AS_EARLY_CONTRADICT);
	assert_close(e.lo, 2, 0);
	assert_close(e.hi, 3, 0);
	as_early_take(&e, &later, 0.5, false);
	assert_int_equal(e.state, AS_EARLY_PROVEN);
}

static void looks_come_in_order_and_share_the_whole(void **state)
{
	(void)state;
	for (size_t most = 2; most < 500; most++) {
		struct as_looks l = as_looks_of(most, 0.01);
		double sum = 0;
		for (size_t i = 0; i < l.n; i++) {
			assert_true(!i || l.at[i] > l.at[i - 1]);
			sum += l.alpha[i];
		}
		assert_int_equal(l.at[l.n - 1], most);
		assert_close(sum, 0.01, 1e-15);
	}
}

static void a_margin_is_shown_only_by_all_of_the_interval(void **state)
{
	(void)state;
	assert_int_equal(as_margin(0.99, 1.01, 1.01), AS_MARGIN_SHOWN);
	assert_int_equal(as_margin(1.011, 1.02, 1.01), AS_MARGIN_WORSE);
	assert_int_equal(as_margin(0.99, 1.02, 1.01), AS_MARGIN_OPEN);
	assert_int_equal(as_margin(NO_NUMBER, NO_NUMBER, 1.01), AS_MARGIN_OPEN);
	assert_int_equal(as_margin(NO_NUMBER, 1, 1.01), AS_MARGIN_OPEN);
}

static void margins_refuse_what_has_no_p(void **state)
{
	struct as_margin_gate g = {0, 0, 9, 0.01};
	struct as_margin_verdict v = {.p_worse = 7};
	bool joint = true;

	(void)state;
	assert_int_equal(as_margins(&g, 1, 0.05, &v, &joint), AS_ERR_ARG);
	g.se = 1;
	assert_int_equal(as_margins(&g, 0, 0.05, &v, &joint), AS_ERR_ARG);
	assert_int_equal(as_margins(&g, 1, 1, &v, &joint), AS_ERR_ARG);
	assert_close(v.p_worse, 7, 0);
	assert_true(joint);
	g.mean = -100;
	assert_int_equal(as_margins(&g, 1, 0.05, &v, &joint), AS_OK);
	assert_true(joint && v.within && !v.worse && v.p_within > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_is_no_quantile_of_nothing_or_beyond_the_ends),
		cmocka_unit_test(a_minimum_is_that_of_k_values_whatever_n_is),
		cmocka_unit_test(every_reduction_lies_within_its_values_and_scales_with_them),
		cmocka_unit_test(a_quantile_is_the_same_whatever_order_values_are_in),
		cmocka_unit_test(several_quantiles_at_once_are_those_of_sorted_values),
		cmocka_unit_test(batches_are_whole_rounds_and_none_is_dropped),
		cmocka_unit_test(a_value_that_jumps_between_modes_is_told_from_ten_executions_on),
		cmocka_unit_test(halves_without_spread_leave_all_of_it_above),
		cmocka_unit_test(what_is_to_be_seen_lies_beyond_the_limit),
		cmocka_unit_test(plans_for_power_refuse_what_is_no_share_and_end_with_what_never_suffices),
		cmocka_unit_test(more_rounds_see_more_and_a_worse_known_spread_less),
		cmocka_unit_test(a_look_at_equal_differences_waits_and_the_last_one_takes_them),
		cmocka_unit_test(a_look_reaches_to_the_ratio_of_means_where_slow_runs_part_it),
		cmocka_unit_test(looks_that_contradict_each_other_begin_anew),
		cmocka_unit_test(looks_come_in_order_and_share_the_whole),
		cmocka_unit_test(a_margin_is_shown_only_by_all_of_the_interval),
		cmocka_unit_test(margins_refuse_what_has_no_p),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
