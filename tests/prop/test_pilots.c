/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdlib.h>

#include "grove.h"
#include "stat/dist/dist.h"
#include "stat/dist/planning/counts.h"

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

/* methods-typical.md 8.3, without caps: with T_2^2 / T_1^2 = 0.04 the 2013 rule costs hundreds of times
 * the ideal, kappa = 0.25 1.10 and the 2005 rule 1.05; with 0.004 these are 1.09 and 1.23. */
static void the_floor_saves_what_it_is_said_to_save(void **state)
{
	(void)state;
	assert_true(simulate(1, 0).cost > 200);
	assert_close(simulate(1, AS_PLAN_KAPPA).cost, 1.10, 0.02);
	assert_close(simulate(1, 1).cost, 1.05, 0.02);
	assert_true(simulate(0.1, 0).cost > 200);
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

/* How often the plan of a pilot of 5 builds, 3 executions, 20 iterations reaches its target, in as
 * many new builds as it says; `learnt`: it knows that it is from a pilot. Its mean cost is *cost. */
static double reached(const double *sd, bool learnt, double target, double *cost)
{
	static const double cost_s[] = {0.01, 0.1, 1};
	struct grove_shape pilot = {.n_levels = 3, .r = {20, 3, 5}, .mean = 100};
	struct as_planning truth = {.n_levels = 3, .mean = 100};
	struct as_random random;
	int k = 0, good = 0;

	for (size_t i = 0; i < 3; i++) {
		pilot.sd[i] = sd[i];
		truth.t2[i] = sd[i] * sd[i];
	}
	as_random_init(&random, 70, AS_RANDOM_TEST, 0);
	for (*cost = 0; k < PILOTS; k++) {
		struct as_tree_stats s;
		struct as_planning p;
		struct as_planned plan;
		double squares = 0, t = 0;
		struct grove g;

		grove_random(&g, &pilot, &random);
		as_tree_stats(&g.tree, &s);
		grove_release(&g);
		assert_int_equal(as_planning_of_tree(&s, cost_s, AS_PLAN_KAPPA, &p, NULL), AS_OK);
		p.df = learnt ? p.df : 0;
		assert_int_equal(as_plan_for_target(&p, target, &plan), AS_OK);
		size_t l = plan.r[2];
		for (size_t i = 1; i < l; i++) {
			double z = as_random_normal(&random);
			squares += z * z;
		}
		double s2 = as_unit_var(&truth, plan.r) * squares / (double)(l - 1);
		assert_int_equal(as_t_factor(0.95, (double)(l - 1), &t), AS_OK);
		good += t * sqrt(s2 / (double)l) <= target * 100;
		*cost += plan.cost_s / PILOTS;
	}
	return (double)good / PILOTS;
}

/* With the t of the new builds alone 38 to 50 % of the plans reached these targets. */
static void a_plan_knows_that_its_pilot_was_small(void **state)
{
	static const struct {
		double sd[3], target, before, after;
	} worlds[] = {
		{{1, 1, 1}, 0.003, 0.43, 0.69},
		{{1, 0.3, 2}, 0.005, 0.43, 0.78},
		{{5, 2, 1}, 0.003, 0.38, 0.68},
		{{5, 2, 1}, 0.01, 0.50, 0.65},
	};

	(void)state;
	for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
		double cost = 0, more = 0;

		assert_close(reached(worlds[i].sd, false, worlds[i].target, &cost),
			worlds[i].before, 0.06);
		assert_close(reached(worlds[i].sd, true, worlds[i].target, &more), worlds[i].after,
			0.06);
		assert_true(more < 2.1 * cost);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_floor_saves_what_it_is_said_to_save),
		cmocka_unit_test(a_plan_knows_that_its_pilot_was_small),
		cmocka_unit_test(predictions_without_the_floor_err_less_or_hardly_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
