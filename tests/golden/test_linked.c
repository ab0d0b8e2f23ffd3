/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions linked by versions that they have in common. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/tree/linked.h"

enum { CELLS = 400, SESSIONS = 40 };

static size_t read_cells(const json_t *list, struct as_linked_cell *v)
{
	const size_t n = json_array_size(list);

	assert_true(n <= CELLS);
	for (size_t i = 0; i < n; i++) {
		double x[4];
		assert_int_equal(golden_numbers(json_array_get(list, i), x, 4), 4);
		v[i] = (struct as_linked_cell){(size_t)x[0], (size_t)x[1], x[2], x[3]};
	}
	return n;
}

/* Of one version, when it is known what the sessions do. */
static double theta(const struct as_linked_cell *v, size_t n, const double *u, size_t version)
{
	double sum = 0, weight = 0;

	for (size_t i = 0; i < n; i++) {
		if (v[i].version != version)
			continue;
		sum += v[i].n * (v[i].mean - u[v[i].session]);
		weight += v[i].n;
	}
	return sum / weight;
}

static void versions_of_several_sessions_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("33_linked.json"), *c;
	static double matrix[SESSIONS * (SESSIONS + 1)], u[SESSIONS];
	static struct as_linked_cell v[CELLS];
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "linked"), at, c) {
		const char *name = json_string_value(golden_get(c, "name"));
		const json_t *versions = golden_get(c, "versions"), *want = golden_get(c, "theta");
		const size_t k = (size_t)json_integer_value(golden_get(c, "sessions"));
		const size_t n = read_cells(golden_get(c, "cells"), v);
		assert_true(k <= SESSIONS);
		as_linked_sessions(v, n, k, matrix, u);
		for (size_t i = 0; i < json_array_size(versions); i++) {
			size_t version = (size_t)json_integer_value(json_array_get(versions, i));
			golden_near(json_array_get(want, i),
				theta(v, n, u, version) - theta(v, n, u, 0), name);
			seen++;
		}
	}
	assert_true(seen > 30);
	json_decref(root);
}

static void a_session_that_has_nothing_in_common_is_left_alone(void **state)
{
	const struct as_linked_cell v[] = {{0, 0, 1, 4}, {0, 1, 1.5, 4}, {1, 1, 3, 2}, {2, 2, 9, 5}};
	double matrix[3 * 4], u[3];

	(void)state;
	as_linked_sessions(v, 4, 3, matrix, u);
	assert_false(u[0] < 0 || u[0] > 0);
	assert_true(u[1] > 0.499999 && u[1] < 0.500001);
	assert_false(u[2] < 0 || u[2] > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(versions_of_several_sessions_are_those_of_the_reference),
		cmocka_unit_test(a_session_that_has_nothing_in_common_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
