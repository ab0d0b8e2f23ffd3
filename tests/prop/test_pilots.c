/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdlib.h>

#include "grove.h"
#include "stat/dist/plan.h"

/* What plans made from small simulated pilots are worth (methods.md 6.3). */

/* 5 executions of 20 iterations, T_1 = 5, an execution costs 10 iterations. */
struct pilots {
	double cost;      /* mean of the planned over the ideal cost of a precision */
	double predicted; /* median of the predicted over the true half-width */
	double floored;   /* the same, had the floor been used for predicting */
};

enum { PILOTS = 1000 };

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static struct pilots simulate(double t2, double kappa)
{
	struct grove_shape shape = {.n_levels = 2, .r = {20, 5}, .sd = {5, sqrt(t2)}, .mean = 100};
	struct as_planning truth = {.n_levels = 2, .t2 = {25, t2}, .cost_s = {1, 10}, .mean = 100};
	static const double cost_s[] = {1, 10};
	static double predicted[PILOTS], floored[PILOTS];
	double r1 = sqrt(10 * 25 / t2), ideal = (10 + r1) * (t2 + 25 / r1);
	struct pilots out = {0};
	struct as_random random;

	as_random_init(&random, 68, AS_RANDOM_TEST, 0);
	for (int k = 0; k < PILOTS; k++) {
		struct as_tree_stats s;
		struct as_planning p;
		struct as_planned plan;
		struct grove g;

		grove_random(&g, &shape, &random);
		as_tree_stats(&g.tree, &s);
		assert_int_equal(as_planning_of_tree(&s, cost_s, kappa, &p, NULL), AS_OK);
		assert_int_equal(as_plan_optimum(&p, &plan), AS_OK);
		double v = as_unit_var(&truth, plan.r);
		out.cost += as_unit_cost(&truth, plan.r) * v / ideal / PILOTS;
		predicted[k] = sqrt(plan.unit_var / v);
		p.t2[1] = fmax(p.t2[1], p.floor2[1]);
		floored[k] = sqrt(as_unit_var(&p, plan.r) / v);
		grove_release(&g);
	}
	qsort(predicted, PILOTS, sizeof *predicted, ascending);
	qsort(floored, PILOTS, sizeof *floored, ascending);
	out.predicted = predicted[PILOTS / 2];
	out.floored = floored[PILOTS / 2];
	return out;
}

/* methods.md 6.3: with T_2^2 / T_1^2 = 0.04 the 2013 rule costs 1.80 times the ideal, kappa = 0.25
 * 1.10 and the 2005 rule 1.05; with 0.004 it is 1.25, 1.09, 1.23. */
static void the_floor_saves_what_it_is_said_to_save(void **state)
{
	(void)state;
	assert_close(simulate(1, 0).cost, 1.80, 0.1);
	assert_close(simulate(1, AS_PLAN_KAPPA).cost, 1.10, 0.02);
	assert_close(simulate(1, 1).cost, 1.05, 0.02);
	assert_close(simulate(0.1, 0).cost, 1.25, 0.02);
	assert_close(simulate(0.1, AS_PLAN_KAPPA).cost, 1.09, 0.02);
	assert_close(simulate(0.1, 1).cost, 1.23, 0.02);
}

/* Where the top level matters little, the floor would promise too little precision; where it is
 * middling, both promise too much, and the floor is nearer by a few percent. */
static void predictions_without_the_floor_err_less_or_hardly_more(void **state)
{
	const double t2[] = {0.0001, 0.1, 1, 10};

	(void)state;
	for (size_t i = 0; i < sizeof t2 / sizeof *t2; i++) {
		struct pilots p = simulate(t2[i], AS_PLAN_KAPPA);

		assert_true(fabs(log(p.predicted)) <= fabs(log(p.floored)) + 0.05);
		assert_true(p.predicted > 0.85 && p.predicted < 1.2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_floor_saves_what_it_is_said_to_save),
		cmocka_unit_test(predictions_without_the_floor_err_less_or_hardly_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
