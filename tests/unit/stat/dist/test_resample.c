/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <math.h>
#include <string.h>

#include "stat/dist/random.h"
#include "stat/dist/resampling/resample.h"

enum { UNITS = 24, BELOW = 12 };

/* Units that differ by 10 %, with values below that hardly do: one unit looks precise. */
struct fixture {
	double x[UNITS], values[UNITS * BELOW];
	size_t first[UNITS + 1];
	struct as_groups below;
	struct as_pool pool;
};

static void fixture_init(struct fixture *f)
{
	struct as_random r;

	as_random_init(&r, 5, AS_RANDOM_TEST, 0);
	f->first[0] = 0;
	for (size_t u = 0; u < UNITS; u++) {
		f->x[u] = 100 + 10 * as_random_normal(&r);
		f->first[u + 1] = (u + 1) * BELOW;
		for (size_t i = 0; i < BELOW; i++)
			f->values[u * BELOW + i] = f->x[u] + 0.5 * as_random_normal(&r);
	}
	f->below = (struct as_groups){.values = f->values, .first = f->first, .n = UNITS};
	f->pool = (struct as_pool){f->x, UNITS, &f->below};
}

static const struct as_resample usual = {
	.group = 10, .resamples = 2000, .seed = 3, .confidence = 0.95};

/* Properties of every detector there is. */

static void no_detector_finds_a_change_where_there_is_none(void **state)
{
	static const double x[] = {10.1, 10.4, 9.9, 10.2, 10.0};
	struct as_sample s = {x, 5};
	struct as_detecting how = {.confidence = 0.95};
	struct as_detection found;

	(void)state;
	for (size_t d = 0; d < AS_DETECTORS; d++) {
		assert_int_equal(as_detect(&as_detectors[d], &s, &s, &how, &found, NULL), AS_OK);
		assert_int_equal(found.change, AS_CHANGE_NONE);
	}
	as_detecting_release(&how);
}

static void every_detector_finds_a_large_change_and_its_direction(void **state)
{
	static const double x[] = {10.1, 10.4, 9.9, 10.2, 10.0};
	static const double y[] = {20.3, 20.1, 20.2, 19.9, 20.6};
	struct as_sample a = {x, 5}, b = {y, 5};
	struct as_detecting how = {.confidence = 0.95};
	struct as_detection up, down;

	(void)state;
	for (size_t d = 0; d < AS_DETECTORS; d++) {
		assert_int_equal(as_detect(&as_detectors[d], &a, &b, &how, &up, NULL), AS_OK);
		assert_int_equal(as_detect(&as_detectors[d], &b, &a, &how, &down, NULL), AS_OK);
		assert_int_equal(up.change, AS_CHANGE_MORE);
		assert_int_equal(down.change, AS_CHANGE_LESS);
		if (up.has_ratio)
			assert_true(up.lo <= up.ratio && up.ratio <= up.hi && up.lo > 1);
	}
	as_detecting_release(&how);
}

static void every_detector_is_free_of_scale(void **state)
{
	struct as_random r;
	double x[8], y[8];
	struct as_detecting how = {.confidence = 0.95};

	(void)state;
	as_random_init(&r, 9, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 50; k++) {
		for (size_t i = 0; i < 8; i++) {
			x[i] = 100 + as_random_normal(&r);
			y[i] = 101 + as_random_normal(&r);
		}
		for (size_t d = 0; d < AS_DETECTORS; d++) {
			struct as_sample a = {x, 8}, b = {y, 8};
			struct as_detection here, there;
			double x2[8], y2[8];
			for (size_t i = 0; i < 8; i++) {
				x2[i] = x[i] * 0x1p-20;
				y2[i] = y[i] * 0x1p-20;
			}
			struct as_sample a2 = {x2, 8}, b2 = {y2, 8};
			assert_int_equal(as_detect(&as_detectors[d], &a, &b, &how, &here, NULL), AS_OK);
			assert_int_equal(as_detect(&as_detectors[d], &a2, &b2, &how, &there, NULL), AS_OK);
			assert_int_equal(here.change, there.change);
			assert_close(here.p, there.p, 1e-9);
		}
	}
	as_detecting_release(&how);
}

/* Also of sides that are too few, too far apart or too wide for an interval that is shown. */
static void a_change_is_the_same_where_nothing_but_it_is_asked_for(void **state)
{
	struct as_random r;
	double x[6], y[6];
	struct as_detecting all = {.confidence = 0.95};
	struct as_detecting change = {.confidence = 0.95, .change_only = true};
	size_t changes = 0, none = 0;

	(void)state;
	as_random_init(&r, 11, AS_RANDOM_TEST, 0);
	for (size_t k = 0; k < 2000; k++) {
		struct as_sample a = {x, 2 + k % 5}, b = {y, 2 + k / 5 % 5};
		double spread = 1 << k % 7, shift = (double)(k % 3) * spread;
		for (size_t i = 0; i < 6; i++) {
			x[i] = exp(spread / 32 * as_random_normal(&r));
			y[i] = exp((shift + spread * as_random_normal(&r)) / 32);
		}
		for (size_t d = 0; d < AS_DETECTORS; d++) {
			struct as_detection one, other;
			if (a.r < as_detectors[d].least || b.r < as_detectors[d].least)
				continue;
			assert_int_equal(as_detect(&as_detectors[d], &a, &b, &all, &one, NULL), AS_OK);
			assert_int_equal(as_detect(&as_detectors[d], &a, &b, &change, &other, NULL), AS_OK);
			assert_int_equal(one.change, other.change);
			changes += one.change != AS_CHANGE_NONE;
			none += one.no_interval;
		}
	}
	assert_true(changes > 1000 && none > 20);
	as_detecting_release(&all);
	as_detecting_release(&change);
}

static void every_detector_asks_for_its_units_in_words(void **state)
{
	static const double x[] = {1, 2, 3, 4};
	struct as_detecting how = {.confidence = 0.95};
	struct as_detection found;

	(void)state;
	for (size_t d = 0; d < AS_DETECTORS; d++) {
		struct as_sample few = {x, as_detectors[d].least - 1}, fine = {x, 4};
		struct as_err err = {0};
		assert_int_equal(as_detect(&as_detectors[d], &fine, &few, &how, &found, &err),
			AS_ERR_DATA);
		assert_non_null(strstr(err.msg, as_detectors[d].title));
	}
	as_detecting_release(&how);
}

/* Resampling. */

static void one_unit_a_side_is_judged_by_its_values_and_nearly_always_wrongly(void **state)
{
	struct fixture f;
	struct as_resample one = usual;
	struct as_rate rates[AS_DETECTORS];

	(void)state;
	fixture_init(&f);
	one.group = 1;
	assert_int_equal(as_resample_rates(&f.pool, &one, rates, NULL), AS_OK);
	for (size_t d = 0; d < AS_DETECTORS; d++) {
		assert_true(rates[d].known);
		assert_true(rates[d].rate > 0.8);
	}
	f.pool.below = NULL;
	assert_int_equal(as_resample_rates(&f.pool, &one, rates, NULL), AS_OK);
	assert_false(rates[AS_DETECTOR_WELCH].known);
}

static void ten_units_a_side_are_judged_by_units_and_seldom_wrongly(void **state)
{
	struct fixture f;
	struct as_rate rates[AS_DETECTORS];

	(void)state;
	fixture_init(&f);
	assert_int_equal(as_resample_rates(&f.pool, &usual, rates, NULL), AS_OK);
	for (size_t d = 0; d < AS_DETECTORS; d++) {
		assert_true(rates[d].known);
		assert_true(rates[d].rate < 0.09);
		assert_near(rates[d].error, sqrt(rates[d].rate * (1 - rates[d].rate) / 2000), 1e-12);
	}
}

static void groups_that_share_units_differ_too_little(void **state)
{
	struct fixture f;
	struct as_resample how = usual;
	struct as_rate apart[AS_DETECTORS], shared[AS_DETECTORS];

	(void)state;
	fixture_init(&f);
	assert_int_equal(as_resample_rates(&f.pool, &how, apart, NULL), AS_OK);
	how.independent = true;
	assert_int_equal(as_resample_rates(&f.pool, &how, shared, NULL), AS_OK);
	assert_true(shared[AS_DETECTOR_WELCH].rate < apart[AS_DETECTOR_WELCH].rate);
	how.group = 20; /* more than half of the pool */
	assert_int_equal(as_resample_rates(&f.pool, &how, shared, NULL), AS_OK);
	how.independent = false;
	assert_int_equal(as_resample_rates(&f.pool, &how, shared, NULL), AS_ERR_DATA);
}

static void a_seed_repeats_its_rates(void **state)
{
	struct fixture f;
	struct as_rate a[AS_DETECTORS], b[AS_DETECTORS];

	(void)state;
	fixture_init(&f);
	assert_int_equal(as_resample_rates(&f.pool, &usual, a, NULL), AS_OK);
	assert_int_equal(as_resample_rates(&f.pool, &usual, b, NULL), AS_OK);
	for (size_t d = 0; d < AS_DETECTORS; d++)
		assert_near(a[d].rate, b[d].rate, 0);
}

/* The impact factor by drawing. */

static void units_that_only_shift_their_values_are_additive(void **state)
{
	struct fixture f;
	struct as_impact_draw plain, transformed;

	(void)state;
	fixture_init(&f);
	assert_int_equal(as_impact_by_draws(&f.below, 2000, false, 1, &plain, NULL), AS_OK);
	assert_int_equal(as_impact_by_draws(&f.below, 2000, true, 1, &transformed, NULL), AS_OK);
	assert_int_equal(plain.c, BELOW - 1);
	assert_true(plain.factor > 10 && transformed.factor < 1.05);
	assert_int_equal(as_additivity_of(plain.factor, transformed.factor), AS_ADDITIVE);
	assert_int_equal(as_additivity_of(1.01, 1.0), AS_ADDITIVE_NO_INFLUENCE);
	assert_int_equal(as_additivity_of(2.61, 1.20), AS_ADDITIVE_PARTLY);
	assert_int_equal(as_additivity_of(1.5, 1.6), AS_ADDITIVE_NOT);
}

static void values_that_do_not_vary_inside_a_unit_have_an_infinite_impact(void **state)
{
	static const double steps[] = {1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4};
	static const size_t first[] = {0, 3, 6, 9, 12};
	struct as_groups g = {.values = steps, .first = first, .n = 4};
	struct as_impact_draw d;

	(void)state;
	assert_int_equal(as_impact_by_draws(&g, 101, false, 1, &d, NULL), AS_OK);
	assert_true(isinf(d.factor));
	assert_int_equal(d.infinite, 101);
	g.n = 2;
	assert_int_equal(as_impact_by_draws(&g, 101, false, 1, &d, NULL), AS_ERR_DATA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_detector_finds_a_change_where_there_is_none),
		cmocka_unit_test(every_detector_finds_a_large_change_and_its_direction),
		cmocka_unit_test(every_detector_is_free_of_scale),
		cmocka_unit_test(a_change_is_the_same_where_nothing_but_it_is_asked_for),
		cmocka_unit_test(every_detector_asks_for_its_units_in_words),
		cmocka_unit_test(one_unit_a_side_is_judged_by_its_values_and_nearly_always_wrongly),
		cmocka_unit_test(ten_units_a_side_are_judged_by_units_and_seldom_wrongly),
		cmocka_unit_test(groups_that_share_units_differ_too_little),
		cmocka_unit_test(a_seed_repeats_its_rates),
		cmocka_unit_test(units_that_only_shift_their_values_are_additive),
		cmocka_unit_test(values_that_do_not_vary_inside_a_unit_have_an_infinite_impact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
