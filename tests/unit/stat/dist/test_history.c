/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "stat/dist/changes/changes.h"
#include "stat/dist/changes/history_fast.h"
#include "stat/dist/random.h"

enum { ROOM = 400, LONG = 10000 };

/* Noise with a step of `size` at `at`; rounded to tenths where ties are wanted. */
static void draw(double *x, size_t n, size_t at, double size, uint64_t replicate)
{
	struct as_random r;

	as_random_init(&r, 20, AS_RANDOM_TEST, replicate);
	for (size_t i = 0; i < n; i++)
		x[i] = as_random_normal(&r) + (i >= at ? size : 0);
}

static struct as_steps find(const double *x, const double *se2, size_t n, struct as_arena *a)
{
	struct as_history_values h = {.x = x, .se2 = se2, .n = n};
	struct as_steps s = {0};

	assert_int_equal(as_steps_find(&h, AS_HISTORY_1_PERCENT, false, a, &s, NULL), AS_OK);
	return s;
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

static void fewer_than_six_versions_are_refused_with_what_would_cure_it(void **state)
{
	double x[6] = {0};

	(void)state;
	for (size_t n = 0; n < 6; n++) {
		struct as_history_values h = {.x = x, .n = n};
		struct as_arena a = {0};
		struct as_steps out = {.n = 99};
		struct as_err err = {0};
		char cure[32];
		snprintf(cure, sizeof cure, "measure %zu more", 6 - n);
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
	assert_int_equal(
		as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &out, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "value 7"));
	x[6] = -(double)INFINITY;
	assert_int_equal(
		as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &out, &err), AS_ERR_DATA);
	x[6] = 0;
	se2[3] = -1;
	assert_int_equal(
		as_steps_find(&h, AS_HISTORY_1_PERCENT, false, &a, &out, &err), AS_ERR_DATA);
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
	assert_close(s.critical, 4.10, 1e-12);
	as_arena_release(&a);
}

/* ---- levels that come and go ---- */

/* Segments of `length` versions, alternating between two levels so far apart. */
static void alternate(double *x, size_t n, size_t length, double apart, uint64_t replicate)
{
	draw(x, n, n, 0, replicate);
	for (size_t i = 0; i < n; i++)
		x[i] += i / length % 2 ? apart : 0;
}

static void levels_that_alternate_are_all_found(void **state)
{
	static double x[LONG];
	static const size_t length[] = {3, 5, 10, 15}, n[] = {18, 30, 60, 2000};

	(void)state;
	for (size_t k = 0; k < 4; k++) {
		struct as_arena a = {0};
		alternate(x, n[k], length[k], 100, 400 + k);
		struct as_steps s = find(x, NULL, n[k], &a);
		assert_int_equal(s.n, (n[k] - 1) / length[k]);
		for (size_t i = 0; i < s.n; i++)
			assert_int_equal(s.at[i], (i + 1) * length[k]);
		as_arena_release(&a);
	}
}

static void six_versions_show_a_step_in_their_middle(void **state)
{
	const double x[] = {1, 1.01, 1.02, 2.01, 2, 2.02};
	struct as_arena a = {0};

	(void)state;
	struct as_steps s = find(x, NULL, 6, &a);
	assert_int_equal(s.n, 1);
	assert_int_equal(s.at[0], 3);
	as_arena_release(&a);
}

static void quiet_histories_that_wander_a_little_stay_quiet(void **state)
{
	size_t found = 0;

	(void)state;
	for (uint64_t k = 0; k < 400; k++) {
		double x[ROOM];
		struct as_arena a = {0};
		draw(x, 100, 100, 0, 5000 + k);
		for (size_t i = 1; i < 100; i++)
			x[i] = 0.5 * x[i - 1] + sqrt(0.75) * x[i];
		found += find(x, NULL, 100, &a).n ? 1 : 0;
		as_arena_release(&a);
	}
	assert_true(found <= 12);
}

/* ---- what is said of changes ---- */

static struct as_steps_said describe(
	const double *x, size_t n, const struct as_steps *s, struct as_arena *a)
{
	struct as_history_values h = {.x = x, .n = n};
	struct as_steps_said said = {.visible = 0};

	assert_int_equal(as_steps_describe(&h, s, AS_HISTORY_1_PERCENT, 0.95, a, &said), AS_OK);
	return said;
}

static void the_interval_of_a_change_and_its_places_hold_the_truth(void **state)
{
	size_t inside = 0, placed = 0, found = 0;

	(void)state;
	for (uint64_t i = 0; i < 200; i++) {
		double x[ROOM];
		struct as_arena a = {0};
		draw(x, 120, 70, 2, 300 + i);
		struct as_steps s = find(x, NULL, 120, &a);
		if (s.n == 1) {
			struct as_steps_said said = describe(x, 120, &s, &a);
			const struct as_step_size *size = said.size;
			found++;
			inside += size->lo <= 2 && size->hi >= 2 ? 1 : 0;
			placed += size->first <= 70 && size->last >= 70 ? 1 : 0;
			assert_int_equal(size->gradual, 0);
		}
		as_arena_release(&a);
	}
	assert_true(found >= 190);
	assert_true((double)inside >= 0.93 * (double)found);
	assert_true((double)placed >= 0.93 * (double)found);
}

/* Forty-five steps of one trend are one thing that happened. */
static void a_steady_trend_is_one_gradual_event_and_steps_are_not(void **state)
{
	static double x[LONG];
	struct as_arena a = {0};

	(void)state;
	draw(x, 450, 450, 0, 5);
	for (size_t i = 0; i < 450; i++)
		x[i] = 0.2 * x[i] + 0.1 * (double)i;
	struct as_steps s = find(x, NULL, 450, &a);
	struct as_steps_said said = describe(x, 450, &s, &a);
	assert_true(s.n > 20);
	for (size_t i = 0; i < s.n; i++)
		assert_int_equal(said.size[i].gradual, 1);
	assert_true(said.size[0].whole > 40 && said.size[0].whole < 46);
	draw(x, 200, 70, 4, 6);
	for (size_t i = 140; i < 200; i++)
		x[i] += 4;
	s = find(x, NULL, 200, &a);
	said = describe(x, 200, &s, &a);
	assert_int_equal(s.n, 2);
	assert_int_equal(said.size[0].gradual, 0);
	assert_int_equal(said.size[1].gradual, 0);
	assert_false(said.size[0].recovered);
	as_arena_release(&a);
}

static void a_change_that_is_taken_back_has_recovered(void **state)
{
	double x[ROOM];
	struct as_arena a = {0};

	(void)state;
	draw(x, 90, 40, 8, 7);
	for (size_t i = 55; i < 90; i++)
		x[i] -= 8;
	struct as_steps s = find(x, NULL, 90, &a);
	struct as_steps_said said = describe(x, 90, &s, &a);
	assert_int_equal(s.n, 2);
	assert_true(said.size[0].recovered);
	assert_false(said.size[1].recovered);
	as_arena_release(&a);
}

static void one_value_far_off_is_an_outlier_and_no_change(void **state)
{
	double x[ROOM];
	struct as_arena a = {0};

	(void)state;
	draw(x, 60, 60, 0, 11);
	x[31] += 20;
	struct as_steps s = find(x, NULL, 60, &a);
	struct as_steps_said said = describe(x, 60, &s, &a);
	assert_int_equal(s.n, 0);
	assert_int_equal(said.n_outliers, 1);
	assert_int_equal(said.outlier[0], 31);
	as_arena_release(&a);
}

/* Found means within 3 versions. */
static void the_step_that_would_have_been_seen_is_seen_in_eight_of_ten(void **state)
{
	const struct as_residual noise = {.s2 = 1, .df = 58};
	double size = as_history_visible(60, &noise);
	size_t found = 0;

	(void)state;
	for (uint64_t k = 0; k < 300; k++) {
		double x[ROOM];
		struct as_arena a = {0};
		draw(x, 60, 30, size, 900 + k);
		found += find(x, NULL, 60, &a).n ? 1 : 0;
		as_arena_release(&a);
	}
	assert_in_range(found, 210, 270);
	assert_true(isnan(as_history_visible(5, &noise)));
}

static void noise_is_that_of_the_last_versions_only(void **state)
{
	double x[ROOM];
	struct as_residual noise;
	size_t at[2] = {100, 250};
	const struct as_steps steps = {.n = 2, .at = at};
	struct as_history_values h = {.x = x, .n = 300};

	(void)state;
	draw(x, 300, 300, 0, 8);
	for (size_t i = 0; i < 100; i++)
		x[i] *= 100;
	assert_int_equal(as_history_residual(&h, &steps, 200, true, &noise), AS_OK);
	assert_close(noise.df, 198, 0);
	assert_true(noise.s2 > 0.7 && noise.s2 < 1.4);
	h.n = 1;
	assert_int_equal(
		as_history_residual(&h, &(struct as_steps){.n = 0}, 200, false, &noise), AS_OK);
	assert_close(noise.df, 0, 0);
	assert_true(isnan(noise.s2));
}

/* Of 60 quiet histories whose last third is four times as noisy the detector alone names changes in some. */
static void quiet_histories_whose_noise_grows_stay_quiet(void **state)
{
	size_t named = 0, suspected = 0, told = 0;

	(void)state;
	for (uint64_t k = 0; k < 60; k++) {
		const size_t units[AS_FAST_LOOKS] = {1, 1, 1};
		struct as_fast_known known;
		struct as_steps_said said;
		struct as_arena a = {0};
		struct as_fast f;
		double x[ROOM];
		size_t from = 0;

		draw(x, 150, 150, 0, 300 + k);
		for (size_t i = 100; i < 150; i++)
			x[i] *= 4;
		const struct as_history_values all = {.x = x, .n = 150};
		struct as_steps got = find(x, NULL, 150, &a);
		named += got.n > 0;
		assert_int_equal(as_steps_describe(&all, &got, AS_HISTORY_1_PERCENT, 0.95, &a, &said),
			AS_OK);
		told += said.news.told;
		assert_true(!said.news.told || said.visible > 2 * said.visible_before);
		const struct as_history_values before = {.x = x, .n = 147};
		got.n = 0;
		assert_int_equal(as_fast_learn(&before, &got, false, &a, &known, &from), AS_OK);
		known.h = 1;
		assert_int_equal(as_fast_test(&known, x + 147, units, NULL, 3, &f, NULL), AS_OK);
		suspected += f.suspect;
		as_arena_release(&a);
	}
	assert_int_equal(named, 0);
	assert_true(suspected <= 2 && told >= 50);
}

static void noise_of_a_few_values_or_of_rounding_alone_is_one_piece(void **state)
{
	static const double steps[] = {0.1, 0.7, 0.3};
	double x[ROOM], u[ROOM];
	struct as_noise_pieces p;
	struct as_arena a = {0};

	(void)state;
	for (size_t i = 0; i < 15; i++) /* fewer than two pieces hold */
		u[i] = i < 8 ? 1e-6 : 1;
	assert_int_equal(as_noise_cut(u, 15, as_noise_price(15), &a, &p), AS_OK);
	assert_int_equal(p.n, 1);
	for (size_t i = 0; i < 90; i++) /* exact levels, whose means differ from them by rounding */
		x[i] = steps[i / 30] / 3;
	struct as_steps s = find(x, NULL, 90, &a);
	assert_int_equal(s.n, 2);
	assert_int_equal(s.noise.n, 1);
	as_arena_release(&a);
}

/* One version in which units vary three times as much has a mean that does, too. */
static void a_version_whose_own_units_vary_more_is_no_news(void **state)
{
	const struct as_fast_known known = {.mean = 0, .m = 60, .s2 = 1, .df = 59, .h = 0.2, .w = 5,
		.w_df = 240};
	const double x = 4, quiet = sqrt(5), wild = 3 * sqrt(5);
	const size_t r = 5;
	struct as_fast plain, alike, more;

	(void)state;
	assert_int_equal(as_fast_test(&known, &x, &r, NULL, 1, &plain, NULL), AS_OK);
	assert_int_equal(as_fast_test(&known, &x, &r, &quiet, 1, &alike, NULL), AS_OK);
	assert_int_equal(as_fast_test(&known, &x, &r, &wild, 1, &more, NULL), AS_OK);
	assert_true(plain.suspect);
	assert_close(alike.p, plain.p, 0);
	assert_true(!more.suspect && more.p > 0.01);
}

static void a_surprise_that_is_like_values_before_is_no_news(void **state)
{
	double u[100], x = 5;
	const size_t r = 1;
	struct as_fast_known known = {.mean = 0, .m = 100, .s2 = 1, .df = 99, .h = 1, .u = u, .n_u = 100};
	struct as_fast f;

	(void)state;
	draw(u, 100, 100, 0, 7);
	assert_int_equal(as_fast_test(&known, &x, &r, NULL, 1, &f, NULL), AS_OK);
	assert_true(f.suspect);
	u[20] = 6; /* on its side, and as far */
	u[50] = 7;
	assert_int_equal(as_fast_test(&known, &x, &r, NULL, 1, &f, NULL), AS_OK);
	assert_false(f.suspect);
	x = 20; /* more than twice as far as any */
	assert_int_equal(as_fast_test(&known, &x, &r, NULL, 1, &f, NULL), AS_OK);
	assert_true(f.suspect);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_weights_give_the_form_without_weights),
		cmocka_unit_test(another_unit_and_another_zero_change_nothing),
		cmocka_unit_test(a_series_in_seconds_has_the_changes_of_one_in_nanoseconds),
		cmocka_unit_test(fewer_than_six_versions_are_refused_with_what_would_cure_it),
		cmocka_unit_test(what_is_no_number_is_refused_by_its_place),
		cmocka_unit_test(a_constant_series_and_one_with_one_other_value_have_no_change),
		cmocka_unit_test(two_exact_levels_are_found_where_they_meet),
		cmocka_unit_test(ten_thousand_versions_are_a_history_like_any),
		cmocka_unit_test(levels_that_alternate_are_all_found),
		cmocka_unit_test(six_versions_show_a_step_in_their_middle),
		cmocka_unit_test(quiet_histories_that_wander_a_little_stay_quiet),
		cmocka_unit_test(the_interval_of_a_change_and_its_places_hold_the_truth),
		cmocka_unit_test(a_steady_trend_is_one_gradual_event_and_steps_are_not),
		cmocka_unit_test(a_change_that_is_taken_back_has_recovered),
		cmocka_unit_test(one_value_far_off_is_an_outlier_and_no_change),
		cmocka_unit_test(the_step_that_would_have_been_seen_is_seen_in_eight_of_ten),
		cmocka_unit_test(noise_is_that_of_the_last_versions_only),
		cmocka_unit_test(quiet_histories_whose_noise_grows_stay_quiet),
		cmocka_unit_test(noise_of_a_few_values_or_of_rounding_alone_is_one_piece),
		cmocka_unit_test(a_version_whose_own_units_vary_more_is_no_news),
		cmocka_unit_test(a_surprise_that_is_like_values_before_is_no_news),
	};

	return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
