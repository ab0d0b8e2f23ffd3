/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many machines, and what kinds of them, or builds that all of them have, do to an interval. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/dist/comparing/parts.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/machines_plan.h"

enum { MOST = 400, KINDS = 10 };

static double number_or_0(const json_t *c, const char *key)
{
	const json_t *v = golden_get(c, key);

	return json_is_null(v) ? 0 : json_number_value(v);
}

static void check_plan(const json_t *c)
{
	const char *name = json_string_value(golden_get(c, "name"));
	const json_t *want = golden_get(c, "expected");
	double t2[3], cost[3];

	assert_int_equal(golden_numbers(golden_get(c, "T2"), t2, 3), 3);
	assert_int_equal(golden_numbers(golden_get(c, "costs"), cost, 3), 3);
	const struct as_machines_costs costs = {t2[0], t2[1], t2[2], cost[0], cost[1], cost[2]};
	const struct as_machines_wish wish = {.confidence = 0.95,
		.half_width = number_or_0(c, "target"), .budget_s = number_or_0(c, "budget"),
		.machines = (size_t)number_or_0(c, "max_machines"),
		.rounds = (size_t)number_or_0(c, "max_rounds")};
	struct as_machines_plan p = {0};
	const enum as_status st = as_machines_plan(&costs, &wish, &p);

	if (json_is_null(want)) {
		assert_int_equal(st, AS_ERR_DATA);
		/* what can be reached is said of a precision */
		assert_int_equal(p.machines, wish.half_width > 0 ? wish.machines : 0);
		return;
	}
	assert_int_equal(st, AS_OK);
	assert_int_equal(p.machines, json_integer_value(golden_get(want, "machines")));
	assert_int_equal(p.sessions, json_integer_value(golden_get(want, "sessions")));
	assert_int_equal(p.rounds, json_integer_value(golden_get(want, "rounds")));
	golden_near(golden_get(want, "cost"), p.cost_s, name);
	golden_near(golden_get(want, "half_width"), p.half_width, name);
	struct as_machines_plan same = p;
	same.cost_s = same.half_width = 0;
	assert_int_equal(as_machines_predict(&costs, 0.95, &same), AS_OK);
	golden_near(golden_get(want, "cost"), same.cost_s, name);
	golden_near(golden_get(want, "half_width"), same.half_width, name);
}

static void plans_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("33_machines.json"), *c;
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "plan"), at, c) {
		check_plan(c);
		seen++;
	}
	assert_int_equal(seen, 11);
	json_decref(root);
}

static void found_near(const json_t *want, const struct as_parts_found *f, const char *name)
{
	golden_near(golden_get(want, "estimate"), f->estimate, name);
	golden_near(golden_get(want, "se"), f->se, name);
	golden_near(golden_get(want, "df"), f->df, name);
	golden_near(golden_get(want, "lo"), f->lo, name);
	golden_near(golden_get(want, "hi"), f->hi, name);
	double t = 0;
	assert_int_equal(as_t_quantile(0.975, f->df, &t), AS_OK);
	golden_near(golden_get(want, "h_sum"), t * f->se, name);
	golden_near(golden_get(want, "h"), (f->hi - f->lo) / 2, name);
	/* the larger p goes with the wider interval */
	assert_true((f->p < 0.05) == (f->lo > 0 || f->hi < 0));
}

static void kinds_of_machines_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("33_machines.json"), *c;
	double means[KINDS][MOST], weight[KINDS];
	struct as_part room[KINDS];
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "kinds"), at, c) {
		const json_t *kinds = golden_get(c, "kinds");
		const size_t n = golden_numbers(golden_get(c, "weights"), weight, KINDS);
		struct as_kind_means v[KINDS];
		struct as_parts_found f;

		assert_int_equal(json_array_size(kinds), n);
		for (size_t k = 0; k < n; k++) {
			v[k].mean = means[k];
			v[k].n = golden_numbers(json_array_get(kinds, k), means[k], MOST);
			v[k].weight = weight[k];
		}
		assert_int_equal(as_kinds_mean(v, n, 0.95, room, &f), AS_OK);
		found_near(golden_get(c, "expected"), &f, json_string_value(golden_get(c, "name")));
		seen++;
	}
	assert_true(seen >= 5);
	json_decref(root);
}

static double golden_value(const json_t *list, size_t i)
{
	return json_number_value(golden_get(json_array_get(list, i), "v"));
}

/* Cells machine by machine; how many builds each has. */
static size_t cells_of(const json_t *rows, double *out)
{
	size_t builds = 0, n = 0;

	for (size_t m = 0; m < json_array_size(rows); m++) {
		builds = golden_numbers(json_array_get(rows, m), out + n, MOST - n);
		n += builds;
	}
	return builds;
}

static void builds_that_all_machines_have_are_those_of_the_reference(void **state)
{
	json_t *root = golden_load("33_machines.json"), *c;
	double old[MOST], new[MOST];
	size_t at, seen = 0;

	(void)state;
	json_array_foreach(golden_get(root, "crossed"), at, c) {
		const struct as_crossed_machines v = {.old = old, .new = new,
			.machines = json_array_size(golden_get(c, "old")),
			.n_old = cells_of(golden_get(c, "old"), old),
			.n_new = cells_of(golden_get(c, "new"), new)};
		struct as_parts_found f;

		const json_t *want = golden_get(c, "expected"), *parts = golden_get(want, "parts");
		const char *name = json_string_value(golden_get(c, "name"));

		assert_int_equal(as_crossed_machines(&v, 0.95, &f), AS_OK);
		found_near(want, &f, name);
		/* the same of its three parts: machines, and the builds of either side */
		const struct as_part part[] = {{golden_value(parts, 0), (double)v.machines - 1},
			{golden_value(parts, 1), (double)v.n_old - 1},
			{golden_value(parts, 2), (double)v.n_new - 1}};
		assert_int_equal(as_parts(part, 3, f.estimate, 0.95, &f), AS_OK);
		found_near(want, &f, name);
		seen++;
	}
	assert_true(seen >= 3);
	json_decref(root);
}

static void what_cannot_be_is_refused(void **state)
{
	const struct as_machines_costs good = {1e-4, 0, 4e-4, 60, 5, 10}, bad = {-1, 0, 1, 1, 1, 1};
	const struct as_machines_wish both = {0.95, 0.01, 100, 10, 10};
	const struct as_machines_wish one = {0.95, 0.01, 0, 1, 10}, fine = {0.95, 0.01, 0, 9, 10};
	struct as_machines_plan p = {.machines = 7};
	const double flat[] = {1, 1, 1, 1};
	const struct as_crossed_machines lone = {flat, flat, 1, 2, 2}, same = {flat, flat, 2, 2, 2};
	struct as_parts_found f;

	(void)state;
	assert_int_equal(as_machines_plan(&bad, &fine, &p), AS_ERR_ARG);
	assert_int_equal(as_machines_plan(&good, &both, &p), AS_ERR_ARG);
	assert_int_equal(as_machines_plan(&good, &one, &p), AS_ERR_ARG);
	assert_int_equal(p.machines, 7);
	assert_int_equal(as_parts(&(struct as_part){-1, 3}, 1, 0, 0.95, &f), AS_ERR_ARG);
	assert_int_equal(as_parts(&(struct as_part){1, 0.5}, 1, 0, 0.95, &f), AS_ERR_ARG);
	assert_int_equal(as_parts(NULL, 0, 0, 0.95, &f), AS_ERR_ARG);
	assert_int_equal(as_crossed_machines(&lone, 0.95, &f), AS_ERR_ARG);
	assert_int_equal(as_crossed_machines(&same, 0.95, &f), AS_OK);
	assert_true(isnan(f.p) && !(f.lo < 0) && !(f.hi > 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plans_are_those_of_the_reference),
		cmocka_unit_test(kinds_of_machines_are_those_of_the_reference),
		cmocka_unit_test(builds_that_all_machines_have_are_those_of_the_reference),
		cmocka_unit_test(what_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
