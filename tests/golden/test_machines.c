/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine as a level. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/comparing/machines.h"

enum { MOST = 40 };

static size_t read_machines(const json_t *c, struct as_machine_mean *v)
{
	double x[3][MOST];
	const size_t n = golden_numbers(golden_get(c, "D"), x[0], MOST);

	assert_int_equal(golden_numbers(golden_get(c, "v"), x[1], MOST), n);
	assert_int_equal(golden_numbers(golden_get(c, "f"), x[2], MOST), n);
	for (size_t i = 0; i < n; i++)
		v[i] = (struct as_machine_mean){x[0][i], x[1][i], x[2][i]};
	return n;
}

/* A number of a part that is not there is NaN. */
static void near_in(const json_t *part, const char *key, double got, const char *name)
{
	if (json_is_null(part))
		assert_true(isnan(got));
	else
		golden_near(golden_get(part, key), got, name);
}

static void interval_near(const json_t *part, const struct as_machines_interval *got,
	const char *name)
{
	near_in(part, "lo", got->lo, name);
	near_in(part, "hi", got->hi, name);
}

static void check_beyond(const json_t *want, const struct as_machines_found *f, const char *name)
{
	const json_t *alike = golden_get(want, "like_these"), *by = golden_get(want, "variance");
	const json_t *same = golden_get(want, "alike");

	near_in(alike, "S", f->sd, name);
	near_in(alike, "df", f->alike.df, name);
	near_in(alike, "p", f->p, name);
	interval_near(alike, &f->alike, name);
	interval_near(golden_get(want, "new_machine"), &f->another, name);
	near_in(by, "T2_machine", f->t2_machine, name);
	near_in(by, "T2_round", f->t2_round, name);
	near_in(by, "share", f->share, name);
	near_in(by, "impact", f->impact, name);
	near_in(same, "p", f->differ_p, name);
	if (!json_is_null(same)) { /* they make that p */
		const double m = (double)json_integer_value(golden_get(want, "M"));
		const double v = f->se * f->se * m * m;
		golden_near(golden_get(same, "F"), f->sd * f->sd * (m - 1) / ((1 - 1 / m) * v),
			name);
		golden_near(golden_get(same, "df2"), f->these.df, name);
		assert_true(json_is_object(golden_get(same, "df1")));
	}
}

static void check_each(const json_t *want, const struct as_machine_mean *v, size_t n,
	const struct as_machines_found *f, const char *name)
{
	const json_t *each = golden_get(want, "differs_p"), *apart = golden_get(want, "apart");
	const json_t *least = golden_get(want, "at_least");

	for (size_t i = 0; i < json_array_size(each); i++) {
		double p = -1;
		assert_int_equal(as_machine_differs(v, n, i, &p), AS_OK);
		golden_near(json_array_get(each, i), p, name);
	}
	assert_int_equal(f->at_least_above, json_integer_value(golden_get(least, "slower")));
	assert_int_equal(f->at_least_below, json_integer_value(golden_get(least, "faster")));
	if (json_is_null(apart)) {
		assert_true(isnan(f->farthest_p));
		return;
	}
	assert_int_equal(f->farthest, json_integer_value(apart));
	golden_near(golden_get(want, "apart_p"), f->farthest_p, name);
}

static void machines_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("33_machines.json"), *c;
	struct as_machine_mean v[MOST];
	double room[MOST];
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "machines"), at, c) {
		const char *name = json_string_value(golden_get(c, "name"));
		const json_t *want = golden_get(c, "expected"), *these = golden_get(want, "these");
		const size_t n = read_machines(c, v);
		struct as_machines_found f;
		assert_int_equal(as_machines_mean(v, n,
			json_number_value(golden_get(c, "confidence")), room, &f), AS_OK);
		assert_int_equal(json_integer_value(golden_get(want, "M")), n);
		golden_near(golden_get(want, "mean"), f.mean, name);
		near_in(these, "se", f.se, name);
		near_in(these, "df", f.these.df, name);
		interval_near(these, &f.these, name);
		check_beyond(want, &f, name);
		check_each(want, v, n, &f, name);
		seen++;
	}
	assert_int_equal(seen, 12);
	json_decref(root);
}

static void what_is_no_machine_is_refused(void **state)
{
	const struct as_machine_mean bad[] = {{0, -1, 3}, {0, 1, 0}, {(double)NAN, 1, 3}};
	struct as_machines_found f = {.mean = 7};
	double room[2], p = 7;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(as_machines_mean(&bad[i], 1, 0.95, room, &f), AS_ERR_ARG);
	assert_int_equal(as_machines_mean(bad, 0, 0.95, room, &f), AS_ERR_ARG);
	assert_int_equal(as_machine_differs(&(struct as_machine_mean){0, 1, 3}, 1, 0, &p),
		AS_ERR_ARG);
	assert_true(f.mean > 6 && p > 6);
}

static void machines_that_do_not_vary_are_alike_or_not(void **state)
{
	const struct as_machine_mean v[] = {{1, 0, 3}, {1, 0, 3}, {1, 0, 3}};
	struct as_machines_found f;
	double room[3], p = 0;

	(void)state;
	assert_int_equal(as_machines_mean(v, 3, 0.95, room, &f), AS_OK);
	assert_true(f.alike.lo >= 1 && f.alike.hi <= 1 && isnan(f.p) && isnan(f.differ_p));
	assert_int_equal(f.at_least_above, 3);
	assert_int_equal(as_machine_differs(v, 3, 0, &p), AS_OK);
	assert_true(isnan(p));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machines_are_those_of_the_reference),
		cmocka_unit_test(what_is_no_machine_is_refused),
		cmocka_unit_test(machines_that_do_not_vary_are_alike_or_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
