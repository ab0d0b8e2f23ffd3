/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "stat/dist/random.h"
#include "stat/dist/series/segment.h"

enum { MOST = 400 };

/* ---- the same by looking at every way to cut ---- */

static double cost(const double *x, size_t n, double floor)
{
	double mean = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += x[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return (double)n * (log(2 * M_PI * fmax(squares / (double)n, floor)) + 1);
}

/* Optimal partitioning: the last segment may start anywhere. Returns the segments, starts in *start. */
static size_t cut(const double *x, size_t n, const struct as_cutting *how, size_t *start, double *total)
{
	double best[MOST + 1];
	size_t from[MOST + 1], segments = 0;

	best[0] = -how->penalty;
	for (size_t t = 1; t <= n; t++) {
		best[t] = HUGE_VAL;
		for (size_t s = 0; s + how->least <= t; s++) {
			double v = best[s] + cost(&x[s], t - s, how->floor) + how->penalty;
			if (v < best[t]) {
				best[t] = v;
				from[t] = s;
			}
		}
	}
	*total = best[n];
	for (size_t t = n; t; t = from[t])
		segments++;
	start[segments] = n;
	for (size_t t = n, i = segments; t; t = from[t])
		start[--i] = from[t];
	return segments;
}

/* A series with steps of mean and of variance, dependence, plateaus and single points apart. */
static void draw(uint64_t series, double *x, size_t n)
{
	struct as_random r;
	double level = 100, sd = 1, last = 0, rho;

	as_random_init(&r, 7, AS_RANDOM_TEST, series);
	rho = series % 4 == 1 ? 0.8 : 0;
	for (size_t i = 0; i < n; i++) {
		if (as_random_below(&r, 25) == 0) {
			level = 100 + 5 * as_random_normal(&r);
			sd = 0.1 + 2 * as_random_double(&r);
		}
		last = rho * last + as_random_normal(&r);
		x[i] = level + sd * last;
		if (series % 4 == 2)
			x[i] = round(x[i]);
		if (series % 4 == 3 && as_random_below(&r, 20) == 0)
			x[i] += 40;
	}
}

static void segments_are_those_of_looking_at_every_way_to_cut(void **state)
{
	static const double floors[] = {1e-8, 1e-2, 2}, penalties[] = {0, 3, 15, 60};
	size_t start[MOST + 1];
	double x[MOST], total;

	(void)state;
	for (uint64_t k = 0; k < 240; k++) {
		size_t n = 1 + (size_t)(k * 37 % 250);
		struct as_cutting how = {.penalty = penalties[k / 3 % 4], .least = 2 + k / 12 % 5,
			.floor = floors[k % 3]};
		struct as_arena room = {0};
		struct as_segments got;
		draw(k, x, n);
		assert_int_equal(as_segment(x, n, &how, &room, &got, NULL), AS_OK);
		if (n >= how.least) {
			size_t want = cut(x, n, &how, start, &total);
			assert_true(fabs(got.cost - total) <= 1e-9 * (1 + fabs(total)));
			/* Where the floor makes ways to cut cost the same, rounding chooses. */
			if (how.floor < 1e-4 && k % 4 != 2) {
				assert_int_equal(got.n, want);
				assert_memory_equal(got.start, start, (want + 1) * sizeof *start);
			}
		}
		assert_int_equal(got.start[0], 0);
		assert_int_equal(got.start[got.n], n);
		for (size_t i = 0; i < got.n && got.n > 1; i++)
			assert_true(got.start[i + 1] >= got.start[i] + how.least);
		as_arena_release(&room);
	}
}

static void segments_do_not_depend_on_the_unit(void **state)
{
	double x[MOST], y[MOST];

	(void)state;
	for (uint64_t k = 0; k < 40; k++) {
		struct as_arena room = {0};
		struct as_segments a, b;
		draw(k, x, MOST);
		for (size_t i = 0; i < MOST; i++)
			y[i] = 1024 * x[i];
		assert_int_equal(as_segment_run(x, MOST, 0.5, &room, &a, NULL), AS_OK);
		assert_int_equal(as_segment_run(y, MOST, 512, &room, &b, NULL), AS_OK);
		assert_int_equal(a.n, b.n);
		assert_memory_equal(a.start, b.start, (a.n + 1) * sizeof *a.start);
		assert_int_equal(a.replaced, b.replaced);
		as_arena_release(&room);
	}
}

static void a_constant_added_moves_no_cut_above_the_floor(void **state)
{
	double x[MOST], y[MOST];
	struct as_cutting how = {.penalty = 40, .least = 5, .floor = 1e-9};

	(void)state;
	for (uint64_t k = 0; k < 40; k += 4) {
		struct as_arena room = {0};
		struct as_segments a, b;
		draw(k, x, MOST);
		for (size_t i = 0; i < MOST; i++)
			y[i] = x[i] + 4096;
		assert_int_equal(as_segment(x, MOST, &how, &room, &a, NULL), AS_OK);
		assert_int_equal(as_segment(y, MOST, &how, &room, &b, NULL), AS_OK);
		assert_int_equal(a.n, b.n);
		assert_memory_equal(a.start, b.start, (a.n + 1) * sizeof *a.start);
		as_arena_release(&room);
	}
}

static void short_and_constant_series_are_one_segment(void **state)
{
	double x[MOST];

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		x[i] = 7;
	for (size_t n = 1; n <= MOST; n += n < 12 ? 1 : 97) {
		struct as_arena room = {0};
		struct as_segments s;
		assert_int_equal(as_segment_run(x, n, 0, &room, &s, NULL), AS_OK);
		assert_int_equal(s.n, 1);
		assert_int_equal(s.start[1], n);
		assert_int_equal(s.replaced, 0);
		as_arena_release(&room);
	}
}

static void single_points_apart_are_replaced_and_counted(void **state)
{
	double x[MOST];
	struct as_arena room = {0};
	struct as_segments s;

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		x[i] = 100 + (double)(i % 7);
	x[0] = x[57] = x[399] = 1000;
	assert_int_equal(as_segment_run(x, MOST, 0, &room, &s, NULL), AS_OK);
	assert_int_equal(s.n, 1);
	assert_int_equal(s.replaced, 3);
	/* All equal but one. */
	for (size_t i = 0; i < MOST; i++)
		x[i] = 0;
	x[200] = 1;
	assert_int_equal(as_segment_run(x, MOST, 0, &room, &s, NULL), AS_OK);
	assert_int_equal(s.n, 1);
	assert_int_equal(s.replaced, 1);
	as_arena_release(&room);
}

static void a_million_points_are_cut_as_blocks_and_cut_where_they_change(void **state)
{
	enum { N = 1000000 };
	double *x = malloc(N * sizeof *x);
	struct as_arena room = {0};
	struct as_segments s;
	struct as_random r;

	(void)state;
	assert_non_null(x);
	as_random_init(&r, 1, AS_RANDOM_TEST, 0);
	for (size_t i = 0; i < N; i++)
		x[i] = (i < 300000 ? 130 : 100) + as_random_double(&r);
	assert_int_equal(as_segment_run(x, N, 0, &room, &s, NULL), AS_OK);
	assert_int_equal(s.n, 2);
	assert_int_equal(s.block, 40);
	assert_in_range(s.start[1], 300000 - s.block, 300000 + s.block);
	assert_int_equal(s.start[2], N);
	as_arena_release(&room);
	free(x);
}

static void what_is_no_series_is_refused_by_name(void **state)
{
	double x[] = {1, 2, (double)NAN, 4, HUGE_VAL};
	struct as_cutting bad = {.penalty = (double)NAN, .least = 5, .floor = 1};
	struct as_arena room = {0};
	struct as_segments s = {.n = 77};
	struct as_err err;

	(void)state;
	assert_int_equal(as_segment_run(x, 5, 0, &room, &s, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "value 3 of 5 is no finite number");
	assert_int_equal(as_segment_run(x, 0, 0, &room, &s, &err), AS_ERR_DATA);
	assert_int_equal(as_segment(x, 2, &bad, &room, &s, NULL), AS_ERR_ARG);
	bad = (struct as_cutting){.penalty = 1, .least = 1, .floor = 1};
	assert_int_equal(as_segment(x, 2, &bad, &room, &s, NULL), AS_ERR_ARG);
	bad = (struct as_cutting){.penalty = 1, .least = 5, .floor = 0};
	assert_int_equal(as_segment(x, 2, &bad, &room, &s, NULL), AS_ERR_ARG);
	assert_int_equal(s.n, 77);
	as_arena_release(&room);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_are_those_of_looking_at_every_way_to_cut),
		cmocka_unit_test(segments_do_not_depend_on_the_unit),
		cmocka_unit_test(a_constant_added_moves_no_cut_above_the_floor),
		cmocka_unit_test(short_and_constant_series_are_one_segment),
		cmocka_unit_test(single_points_apart_are_replaced_and_counted),
		cmocka_unit_test(a_million_points_are_cut_as_blocks_and_cut_where_they_change),
		cmocka_unit_test(what_is_no_series_is_refused_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
