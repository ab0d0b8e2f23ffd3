/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "stat/dist/dist.h"
#include "stat/dist/history.h"
#include "stat/dist/history_parts.h"
#include "stat/dist/random.h"

enum { ROOM = 400, LONG = 10000, L = AS_HISTORY_SEGMENT };

/* Noise with a step of `size` at `at`; rounded to tenths where ties are wanted. */
static void draw(double *x, size_t n, size_t at, double size, uint64_t replicate)
{
	struct as_random r;

	as_random_init(&r, 20, AS_RANDOM_TEST, replicate);
	for (size_t i = 0; i < n; i++)
		x[i] = as_random_normal(&r) + (i >= at ? size : 0);
}

static void round_all(double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		x[i] = round(2 * x[i]) / 2;
}

static struct as_steps find(const double *x, const double *se2, size_t n, struct as_arena *a)
{
	struct as_history_values h = {.x = x, .se2 = se2, .n = n};
	struct as_steps s = {0};

	assert_int_equal(as_steps_find(&h, AS_HISTORY_1_PERCENT, false, a, &s, NULL), AS_OK);
	return s;
}

/* ---- the statistic, plainly ---- */

static void plain_scores(const double *z, size_t n, double *scores)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		double rank = 0.5;
		for (size_t j = 0; j < n; j++)
			rank += z[j] < z[i] ? 1 : z[j] > z[i] ? 0 : 0.5;
		assert_int_equal(as_normal_quantile(rank / ((double)n + 1), &scores[i]), AS_OK);
	}
	for (size_t i = 0; i < n; i++)
		sum += scores[i];
	for (size_t i = 0; i < n; i++)
		scores[i] -= sum / (double)n;
}

/* T of a split as the first form of 2.2 has it, without weights. */
static double plain_statistic(const double *scores, size_t n, size_t k)
{
	double a = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		a += scores[i] * scores[i] / (double)(n - 1);
	for (size_t i = 0; i < k; i++)
		sum += scores[i];
	return a > 0 ? fabs(sum) / sqrt(a * (double)k * (double)(n - k) / (double)n) : 0;
}

/* The weighted form, each sum anew for each split. */
static double weighted_statistic(const double *scores, const double *u, size_t n, size_t k)
{
	double a = 0, lu = 0, lu2 = 0, lua = 0, ru = 0, ru2 = 0, rua = 0;

	for (size_t i = 0; i < n; i++)
		a += scores[i] * scores[i] / (double)(n - 1);
	for (size_t i = 0; i < k; i++) {
		lu += u[i];
		lu2 += u[i] * u[i];
		lua += u[i] * scores[i];
	}
	for (size_t i = k; i < n; i++) {
		ru += u[i];
		ru2 += u[i] * u[i];
		rua += u[i] * scores[i];
	}
	double both = lu / lu2 - ru / ru2;
	return fabs(lua / lu2 - rua / ru2) /
		sqrt(a * (1 / lu2 + 1 / ru2 - both * both / (double)n));
}

/* Smallest value up to which half of the weight lies. */
static double plain_median(const double *y, const double *u, size_t n)
{
	double all = 0, best = (double)INFINITY;

	for (size_t i = 0; i < n; i++)
		all += u[i];
	for (size_t i = 0; i < n; i++) {
		double below = 0;
		for (size_t j = 0; j < n; j++)
			below += y[j] <= y[i] ? u[j] : 0;
		if (below >= all / 2 && y[i] < best)
			best = y[i];
	}
	return best;
}

static void compare_with_plain(const double *y, const double *u, size_t n)
{
	struct as_arena a = {0};
	struct as_seeking s = {.y = y, .u = u, .m = n};
	double z[ROOM], scores[ROOM], best = -1;

	assert_int_equal(as_ranks_init(&s.ranks, n, &a), AS_OK);
	struct as_split got = as_seek_best(&s, (struct as_span){0, n});
	double middle = u ? plain_median(y, u, n) : 0;
	for (size_t i = 0; i < n; i++)
		z[i] = u ? u[i] * (y[i] - middle) : y[i];
	plain_scores(z, n, scores);
	for (size_t k = L; k + L <= n; k++) {
		double t = u ? weighted_statistic(scores, u, n, k) : plain_statistic(scores, n, k);
		best = t > best ? t : best;
		assert_close(as_seek_at(&s, (struct as_span){0, n}, k), t, 1e-9);
		if (k == got.at)
			assert_close(got.t, t, 1e-9);
	}
	assert_close(got.t, best, 1e-9);
	as_arena_release(&a);
}

static void the_statistic_is_the_plain_one_on_random_data(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 60; i++) {
		size_t n = 10 + (size_t)(i * 7 % 150);
		double x[ROOM], u[ROOM];
		draw(x, n, n / 2, i % 3 ? 0 : 2, i);
		draw(u, n, n, 0, 1000 + i);
		for (size_t j = 0; j < n; j++)
			u[j] = exp(u[j] / 2);
		if (i % 2)
			round_all(x, n);
		compare_with_plain(x, NULL, n);
		compare_with_plain(x, u, n);
	}
}

static void equal_weights_give_the_form_without_weights(void **state)
{
	double x[ROOM], se2[ROOM];
	struct as_arena a = {0};

	(void)state;
	draw(x, 200, 120, 2, 1);
	for (size_t i = 0; i < 200; i++)
		se2[i] = i % 2 ? 0.10 : 0.11;
	struct as_steps plain = find(x, NULL, 200, &a), weighted = find(x, se2, 200, &a);
	assert_int_equal(plain.n, 1);
	assert_int_equal(weighted.n, 1);
	assert_int_equal(weighted.at[0], plain.at[0]);
	assert_close(weighted.t[0], plain.t[0], 0);
	as_arena_release(&a);
}

/* ---- relations ---- */

static void another_unit_and_another_zero_change_nothing(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 10; i++) {
		double x[ROOM], scaled[ROOM], down[ROOM];
		struct as_arena a = {0};
		draw(x, 150, 80, 2.5, 50 + i);
		for (size_t j = 0; j < 150; j++) {
			scaled[j] = ldexp(x[j], 30);
			down[j] = -x[j];
		}
		struct as_steps got = find(x, NULL, 150, &a), up = find(scaled, NULL, 150, &a);
		struct as_steps turned = find(down, NULL, 150, &a);
		assert_true(got.n > 0);
		assert_int_equal(up.n, got.n);
		assert_int_equal(turned.n, got.n);
		for (size_t j = 0; j < got.n; j++) {
			assert_int_equal(up.at[j], got.at[j]);
			assert_int_equal(turned.at[j], got.at[j]);
			assert_close(up.t[j], got.t[j], 1e-9);
			assert_close(turned.t[j], got.t[j], 1e-9);
		}
		as_arena_release(&a);
	}
}

static void a_series_in_seconds_has_the_changes_of_one_in_nanoseconds(void **state)
{
	double ns[ROOM], s[ROOM];
	struct as_arena a = {0};

	(void)state;
	draw(ns, 100, 60, 4, 3);
	for (size_t i = 0; i < 100; i++) {
		s[i] = log(exp(ns[i] / 100) * 1e-9);
		ns[i] = log(exp(ns[i] / 100));
	}
	struct as_steps big = find(ns, NULL, 100, &a), small = find(s, NULL, 100, &a);
	assert_int_equal(big.n, 1);
	assert_int_equal(small.n, 1);
	assert_int_equal(big.at[0], small.at[0]);
	as_arena_release(&a);
}

/* ---- edges ---- */

static void fewer_than_sixteen_versions_are_refused_with_what_would_cure_it(void **state)
{
	double x[16] = {0};

	(void)state;
	for (size_t n = 0; n < 16; n++) {
		struct as_history_values h = {.x = x, .n = n};
		struct as_arena a = {0};
		struct as_steps out = {.n = 99};
		struct as_err err = {0};
		char cure[32];
		snprintf(cure, sizeof cure, "measure %zu more", 16 - n);
		assert_int_equal(as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &out, &err),
			AS_ERR_DATA);
		assert_non_null(strstr(err.msg, cure));
		assert_int_equal(out.n, 99);
		as_arena_release(&a);
	}
}

static void what_is_no_number_is_refused_by_its_place(void **state)
{
	double x[20] = {0}, se2[20] = {0};
	struct as_history_values h = {.x = x, .se2 = se2, .n = 20};
	struct as_steps out = {.n = 99};
	struct as_arena a = {0};
	struct as_err err = {0};

	(void)state;
	x[6] = (double)NAN;
	assert_int_equal(as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &out, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "value 7"));
	x[6] = -(double)INFINITY;
	assert_int_equal(as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &out, &err), AS_ERR_DATA);
	x[6] = 0;
	se2[3] = -1;
	assert_int_equal(as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &out, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "value 4"));
	assert_int_equal(out.n, 99);
	as_arena_release(&a);
}

static void a_constant_series_and_one_with_one_other_value_have_no_change(void **state)
{
	double x[ROOM];
	struct as_arena a = {0};

	(void)state;
	for (size_t i = 0; i < 100; i++)
		x[i] = 0.1;
	struct as_steps s = find(x, NULL, 100, &a);
	assert_int_equal(s.n, 0);
	assert_close(s.rho, 0, 0);
	x[50] = 9;
	assert_int_equal(find(x, NULL, 100, &a).n, 0);
	as_arena_release(&a);
}

static void two_exact_levels_are_found_where_they_meet(void **state)
{
	double x[ROOM];
	struct as_arena a = {0};

	(void)state;
	for (size_t i = 0; i < 60; i++)
		x[i] = i < 25 ? 1 : 1.001;
	struct as_steps s = find(x, NULL, 60, &a);
	assert_int_equal(s.n, 1);
	assert_int_equal(s.at[0], 25);
	as_arena_release(&a);
}

static void ten_thousand_versions_are_a_history_like_any(void **state)
{
	static double x[LONG];
	struct as_arena a = {0};

	(void)state;
	draw(x, LONG, 7000, 2, 9);
	struct as_steps s = find(x, NULL, LONG, &a);
	assert_int_equal(s.n, 1);
	assert_in_range(s.at[0], 6998, 7002);
	assert_close(s.critical, 4.63 + 0.15 * log2(2.5), 1e-12);
	as_arena_release(&a);
}

/* ---- sizes ---- */

static void the_interval_of_a_change_and_its_places_hold_the_truth(void **state)
{
	size_t inside = 0, placed = 0, found = 0;

	(void)state;
	for (uint64_t i = 0; i < 200; i++) {
		double x[ROOM];
		struct as_arena a = {0};
		struct as_residual noise;
		struct as_step_size size;
		draw(x, 120, 70, 2, 300 + i);
		struct as_steps s = find(x, NULL, 120, &a);
		if (s.n == 1) {
			assert_int_equal(as_history_residual(x, 120, s.at, 1, AS_HISTORY_RECENT, &noise),
				AS_OK);
			assert_close(noise.df, 118, 0);
			assert_int_equal(as_step_sizes(x, 120, s.at, 1, &noise, 0.95, &size), AS_OK);
			found++;
			inside += size.lo <= 2 && size.hi >= 2 ? 1 : 0;
			placed += size.first <= 70 && size.last >= 70 ? 1 : 0;
			assert_int_equal(size.gradual, 0);
		}
		as_arena_release(&a);
	}
	assert_true(found >= 190);
	assert_true((double)inside >= 0.9 * (double)found);
	assert_true((double)placed >= 0.93 * (double)found);
}

static void a_slope_is_one_gradual_change_and_steps_are_not(void **state)
{
	double x[ROOM];
	struct as_arena a = {0};
	struct as_residual noise;
	struct as_step_size size[16];

	(void)state;
	draw(x, 200, 200, 0, 5);
	for (size_t i = 0; i < 200; i++)
		x[i] += 6 * (double)i / 200;
	struct as_steps s = find(x, NULL, 200, &a);
	assert_in_range(s.n, 2, 16);
	assert_int_equal(as_history_residual(x, 200, s.at, s.n, AS_HISTORY_RECENT, &noise), AS_OK);
	assert_int_equal(as_step_sizes(x, 200, s.at, s.n, &noise, 0.95, size), AS_OK);
	for (size_t i = 0; i < s.n; i++)
		assert_int_equal(size[i].gradual, 1);
	draw(x, 200, 70, 4, 6);
	for (size_t i = 140; i < 200; i++)
		x[i] += 4;
	s = find(x, NULL, 200, &a);
	assert_int_equal(s.n, 2);
	assert_int_equal(as_history_residual(x, 200, s.at, s.n, AS_HISTORY_RECENT, &noise), AS_OK);
	assert_int_equal(as_step_sizes(x, 200, s.at, s.n, &noise, 0.95, size), AS_OK);
	assert_int_equal(size[0].gradual, 0);
	assert_int_equal(size[1].gradual, 0);
	as_arena_release(&a);
}

static void noise_is_that_of_the_last_versions_only(void **state)
{
	double x[ROOM];
	struct as_residual noise;
	size_t at[2] = {100, 250};

	(void)state;
	draw(x, 300, 300, 0, 8);
	for (size_t i = 0; i < 100; i++)
		x[i] *= 100;
	assert_int_equal(as_history_residual(x, 300, at, 2, 200, &noise), AS_OK);
	assert_close(noise.df, 198, 0);
	assert_true(noise.s2 > 0.7 && noise.s2 < 1.4);
	assert_int_equal(as_history_residual(x, 1, at, 0, 200, &noise), AS_OK);
	assert_close(noise.df, 0, 0);
	assert_true(isnan(noise.s2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_statistic_is_the_plain_one_on_random_data),
		cmocka_unit_test(equal_weights_give_the_form_without_weights),
		cmocka_unit_test(another_unit_and_another_zero_change_nothing),
		cmocka_unit_test(a_series_in_seconds_has_the_changes_of_one_in_nanoseconds),
		cmocka_unit_test(fewer_than_sixteen_versions_are_refused_with_what_would_cure_it),
		cmocka_unit_test(what_is_no_number_is_refused_by_its_place),
		cmocka_unit_test(a_constant_series_and_one_with_one_other_value_have_no_change),
		cmocka_unit_test(two_exact_levels_are_found_where_they_meet),
		cmocka_unit_test(ten_thousand_versions_are_a_history_like_any),
		cmocka_unit_test(the_interval_of_a_change_and_its_places_hold_the_truth),
		cmocka_unit_test(a_slope_is_one_gradual_change_and_steps_are_not),
		cmocka_unit_test(noise_is_that_of_the_last_versions_only),
	};

	return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
