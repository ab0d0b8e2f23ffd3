/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include "stat/dist/dist.h"
#include "stat/dist/planning/counts.h"
#include "stat/dist/random.h"

/* What must hold for every plan, on seeded random problems; against exhaustive search where there
 * are few counts to try. */

static double spread_over(struct as_random *r, double decades)
{
	return pow(10, decades * (as_random_double(r) - 0.5));
}

/* Variances over 4 decades, now and then 0 or negative; costs over 2.5 decades, growing upwards or
 * not. */
static struct as_planning draw(struct as_random *r, size_t n)
{
	struct as_planning p = {.n_levels = n, .mean = 100, .confidence = 0.95};

	for (size_t i = 0; i < n; i++) {
		p.t2[i] = spread_over(r, 4);
		if (!as_random_below(r, 8))
			p.t2[i] *= -1;
		else if (!as_random_below(r, 8))
			p.t2[i] = 0;
		p.cost_s[i] = spread_over(r, 2.5) * pow(4, (double)i);
	}
	return p;
}

static void draw_bounds(struct as_random *r, struct as_planning *p)
{
	for (size_t i = 0; i + 1 < p->n_levels; i++) {
		p->r_min[i] = as_random_below(r, 5);
		p->r_max[i] = p->r_min[i] + as_random_below(r, 12);
		p->r_max[i] += p->r_max[i] ? 0 : 1;
	}
}

static void check_counts(const struct as_planning *p, const struct as_planned *plan)
{
	for (size_t i = 0; i + 1 < p->n_levels; i++) {
		assert_true(plan->r[i] >= (p->r_min[i] ? p->r_min[i] : 1));
		assert_true(plan->r[i] <= (p->r_max[i] ? p->r_max[i] : AS_COUNT_MAX));
	}
}

/* The prediction is t sqrt(V1 / r_n), the cost r_n C1; C1 and V1 as methods.md 6.1 has them. */
static void check_prediction(const struct as_planning *p, const struct as_planned *plan)
{
	size_t n = p->n_levels;
	double cost = 0, v = 0, units = 1, t = 0;

	for (size_t i = n; i-- > 0;) {
		units *= i + 1 < n ? (double)plan->r[i] : 1;
		cost += units * fmax(p->cost_s[i], 1e-9);
		v += fmax(p->t2[i], 0) / units;
	}
	assert_near(plan->unit_cost_s, cost, 1e-12);
	assert_near(plan->unit_cost_s, as_unit_cost(p, plan->r), 0);
	assert_near(plan->unit_var, v, 1e-12);
	assert_near(plan->unit_var, as_unit_var(p, plan->r), 0);
	assert_near(plan->cost_s, (double)plan->r[n - 1] * cost, 1e-12);
	if (plan->r[n - 1] < 2) {
		assert_true(isinf(plan->half_width));
		return;
	}
	assert_int_equal(as_t_factor(p->confidence, (double)plan->r[n - 1] - 1, &t), AS_OK);
	assert_near(plan->half_width, t * sqrt(v / (double)plan->r[n - 1]) / fabs(p->mean), 1e-12);
}

static void counts_stay_in_their_bounds_and_predictions_agree(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 60, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 600; k++) {
		struct as_planning p = draw(&r, 1 + as_random_below(&r, 5));
		struct as_planned plan;

		if (k % 3)
			draw_bounds(&r, &p);
		if (k % 5 == 0)
			p.rounding = AS_ROUND_UP;
		assert_int_equal(as_plan_optimum(&p, &plan), AS_OK);
		check_counts(&p, &plan);
		check_prediction(&p, &plan);
		double budget = plan.unit_cost_s * 50 * as_random_double(&r);
		assert_int_equal(as_plan_for_budget(&p, budget, &plan), AS_OK);
		check_counts(&p, &plan);
		check_prediction(&p, &plan);
		assert_true(plan.cost_s <= budget * (1 + 1e-9));
		assert_int_equal(plan.met, plan.r[p.n_levels - 1] >= AS_TOP_MIN);
		assert_int_equal(plan.met, !(plan.needed_s > 0));
		assert_true(plan.met || plan.needed_s > budget);
		assert_int_equal(as_plan_for_target(&p, 0.02, &plan), AS_OK);
		check_counts(&p, &plan);
		check_prediction(&p, &plan);
	}
}

/* ---- exhaustive search ---- */

struct exhaustive {
	const struct as_planning *p;
	size_t from[AS_LEVELS_MAX], to[AS_LEVELS_MAX];
	double best;
};

static void try_all(struct exhaustive *x, size_t level, size_t *r)
{
	if (level + 1 == x->p->n_levels) {
		double rate = as_unit_cost(x->p, r) * as_unit_var(x->p, r);
		x->best = fmin(x->best, rate);
		return;
	}
	for (r[level] = x->from[level]; r[level] <= x->to[level]; r[level]++)
		try_all(x, level + 1, r);
}

/* How much more the optimum costs than the best of all counts up to twice the free optimum, and
 * beyond; negative if there are too many of these. */
static double excess(const struct as_planning *p)
{
	struct exhaustive x = {.p = p, .best = HUGE_VAL};
	size_t r[AS_LEVELS_MAX] = {0};
	struct as_planned plan;
	double many = 1;

	assert_int_equal(as_plan_optimum(p, &plan), AS_OK);
	for (size_t i = 0; i + 1 < p->n_levels; i++) {
		size_t most = p->r_max[i] ? p->r_max[i] : AS_COUNT_MAX;

		if (!(plan.optimum[i] < 1000) && !p->r_max[i])
			return -1;
		x.from[i] = p->r_min[i] ? p->r_min[i] : 1;
		x.to[i] = p->r_max[i] ? most : (size_t)(2 * plan.optimum[i]) + 3;
		many *= (double)(x.to[i] - x.from[i] + 1);
	}
	if (many > 20000)
		return -1;
	try_all(&x, 0, r);
	double rate = plan.unit_cost_s * plan.unit_var;
	return x.best > 0 ? rate / x.best - 1 : rate;
}

/* The worst excess of `cases` random problems. */
static double worst_excess(uint64_t seed, int cases, bool bounds)
{
	struct as_random r;
	size_t tried = 0;
	double worst = 0;

	as_random_init(&r, seed, AS_RANDOM_TEST, 0);
	for (int k = 0; k < cases; k++) {
		struct as_planning p = draw(&r, 2 + as_random_below(&r, 3));

		if (bounds)
			draw_bounds(&r, &p);
		double more = excess(&p);
		if (more < -0.5)
			continue;
		assert_true(more > -1e-9);
		worst = fmax(worst, more);
		tried++;
	}
	assert_true(tried > 1000);
	return worst;
}

static void the_best_plan_is_as_good_as_exhaustive_search(void **state)
{
	(void)state;
	assert_true(worst_excess(61, 6000, false) < 0.002);
}

static void bounds_cost_no_more_than_they_must(void **state)
{
	(void)state;
	assert_true(worst_excess(62, 3000, true) < 0.002);
}

/* ---- a budget ---- */

/* Two levels: for every r_n the largest r_1 that fits. */
static double narrowest(const struct as_planning *p, double budget)
{
	double best = HUGE_VAL;
	size_t r[2] = {1, AS_TOP_MIN};

	for (; (double)r[1] * (p->cost_s[0] + p->cost_s[1]) <= budget; r[1]++) {
		struct as_planned plan;
		double fit = floor((budget / (double)r[1] - p->cost_s[1]) / p->cost_s[0]);

		r[0] = fit < (double)p->r_max[0] ? (size_t)fit : p->r_max[0];
		assert_int_equal(as_plan_predict(p, r, &plan), AS_OK);
		best = fmin(best, plan.half_width);
	}
	return best;
}

static void a_budget_buys_what_exhaustive_search_finds(void **state)
{
	struct as_random r;
	int found = 0;

	(void)state;
	as_random_init(&r, 63, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 500; k++) {
		struct as_planning p = draw(&r, 2);
		struct as_planned plan;

		p.t2[0] = fabs(p.t2[0]) + 0.01;
		p.t2[1] = fabs(p.t2[1]) + 0.01;
		p.r_max[0] = 500;
		double budget = p.cost_s[1] * 400 * as_random_double(&r);
		assert_int_equal(as_plan_for_budget(&p, budget, &plan), AS_OK);
		double best = narrowest(&p, budget);
		assert_int_equal(plan.met, isfinite(best));
		if (!plan.met)
			continue;
		found++;
		assert_true(plan.half_width >= best * (1 - 1e-9));
		/* beyond AS_TOP_SEARCH units not every r_n is tried */
		assert_true(plan.half_width <= best * (plan.r[1] <= AS_TOP_SEARCH ? 1.0001 : 1.025));
	}
	assert_true(found > 300);
}

static void more_money_never_buys_less(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 64, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 200; k++) {
		struct as_planning p = draw(&r, 1 + as_random_below(&r, 4));
		struct as_planned plan;
		double before = HUGE_VAL;

		assert_int_equal(as_plan_optimum(&p, &plan), AS_OK);
		for (double budget = plan.unit_cost_s; budget < 1e5; budget *= 1.3) {
			struct as_planned now;

			assert_int_equal(as_plan_for_budget(&p, budget, &now), AS_OK);
			if (!now.met)
				continue;
			/* integers: a little may be lost between two budgets */
			assert_true(now.half_width <= before * 1.03);
			before = now.half_width;
			if (now.r[p.n_levels - 1] > 100)
				break;
		}
	}
}

/* ---- a target ---- */

static void a_target_is_reached_by_no_unit_too_many(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 65, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 300; k++) {
		struct as_planning p = draw(&r, 1 + as_random_below(&r, 4));
		size_t n = p.n_levels;
		double before = 0;

		p.df = 4;
		for (double target = 0.1; target > 1e-4; target /= 2) {
			struct as_planned plan, fewer;

			assert_int_equal(as_plan_for_target(&p, target, &plan), AS_OK);
			assert_true(plan.met);
			assert_true(plan.half_width <= target);
			assert_true(plan.cost_s >= before * (1 - 1e-9));
			assert_true(plan.sure_top >= plan.r[n - 1]);
			before = plan.cost_s;
			if (plan.r[n - 1] == AS_TOP_MIN)
				continue;
			plan.r[n - 1]--;
			assert_int_equal(as_plan_predict(&p, plan.r, &fewer), AS_OK);
			assert_true(fewer.half_width > target);
		}
	}
}

/* The cheapest of all counts up to a limit that reach a target, or a bound from below: without an
 * end to the search of the lowest level it costs no less than its other levels alone. */
static double cheapest(const struct as_planning *p, double target, size_t limit)
{
	double best = HUGE_VAL;
	size_t r[AS_LEVELS_MAX] = {1, 1}, n = p->n_levels, top = 0;

	for (r[n - 2] = 1; r[n - 2] <= limit; r[n - 2]++)
		for (r[0] = n > 2 ? 1 : r[0]; r[0] <= (n > 2 ? limit : r[0]); r[0]++) {
			assert_int_equal(as_plan_top(p, r, target, &top), AS_OK);
			best = fmin(best, (double)top * as_unit_cost(p, r));
			if (n == 2)
				break;
		}
	return best;
}

/* Also where the least number of units at the top binds, and where the top level does not vary at
 * all; with a pilot and without. */
static void a_target_costs_what_exhaustive_search_finds(void **state)
{
	struct as_random r;
	size_t bound = 0, few = 0;
	double worst = 1;

	(void)state;
	as_random_init(&r, 69, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 400; k++) {
		struct as_planning p = draw(&r, 2 + as_random_below(&r, 2));
		struct as_planned plan;
		size_t n = p.n_levels, most = 0;

		p.df = k % 2 ? 4 + as_random_below(&r, 20) : 0;
		if (k % 4 == 0)
			p.t2[n - 1] = 0;
		double target = 0.02 * spread_over(&r, 2);
		assert_int_equal(as_plan_for_target(&p, target, &plan), AS_OK);
		assert_true(plan.met && plan.half_width <= target * (1 + 1e-12));
		for (size_t i = 0; i + 1 < n; i++)
			most = plan.r[i] > most ? plan.r[i] : most;
		if (most > 300)
			continue;
		double best = cheapest(&p, target, 2 * most + 20);
		worst = fmax(worst, plan.cost_s / best);
		bound += plan.r[n - 1] == AS_TOP_MIN;
		few += plan.r[n - 1] > AS_TOP_MIN && plan.r[n - 1] <= AS_TOP_SEARCH;
	}
	assert_true(bound > 50 && few > 50);
	assert_true(worst <= 1.15);
}

static void where_the_least_number_of_builds_binds_no_time_is_wasted(void **state)
{
	struct as_planning p = {.n_levels = 3, .t2 = {1, 1, 0.0001}, .cost_s = {0.001, 0.01, 0.1},
		.mean = 100, .confidence = 0.95};
	struct as_planned plan;

	(void)state;
	for (int k = 0; k < 2; k++) {
		assert_int_equal(as_plan_for_target(&p, 0.01, &plan), AS_OK);
		assert_int_equal(plan.r[2], AS_TOP_MIN);
		assert_true(plan.met && plan.cost_s < 0.7);
		p.t2[2] = 0;
	}
}

/* 6 builds, say: the lower counts do what they can. */
static void with_a_fixed_top_the_lower_counts_reach_the_target(void **state)
{
	struct as_random r;
	int reached = 0;

	(void)state;
	as_random_init(&r, 66, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 500; k++) {
		struct as_planning p = draw(&r, 2 + as_random_below(&r, 3));
		struct as_planned plan, less;
		size_t n = p.n_levels;
		double target = 0.02 * spread_over(&r, 1), t = 0;

		p.r_min[n - 1] = p.r_max[n - 1] = 6;
		assert_int_equal(as_plan_for_target(&p, target, &plan), AS_OK);
		assert_int_equal(plan.r[n - 1], 6);
		assert_int_equal(as_t_factor(0.95, 5, &t), AS_OK);
		double least = t * sqrt(fmax(p.t2[n - 1], 0) / 6) / 100;
		assert_int_equal(plan.met, plan.half_width <= target);
		if (!plan.met) { /* only because the top level alone is too much, or nearly */
			assert_true(least > target * 0.999);
			continue;
		}
		reached++;
		/* no single count can be lowered */
		for (size_t i = 0; i + 1 < n; i++) {
			if (plan.r[i] == 1)
				continue;
			struct as_planned lower = plan;
			lower.r[i]--;
			assert_int_equal(as_plan_predict(&p, lower.r, &less), AS_OK);
			assert_true(less.half_width > target * (1 - 1e-9));
		}
	}
	assert_true(reached > 100);
}

/* ---- no units and no scale ---- */

static void units_of_time_and_cost_do_not_matter(void **state)
{
	struct as_random r;

	(void)state;
	as_random_init(&r, 67, AS_RANDOM_TEST, 0);
	for (int k = 0; k < 300; k++) {
		struct as_planning p = draw(&r, 1 + as_random_below(&r, 5)), q = p;
		struct as_planned a, b;

		q.mean = p.mean * 1024;
		for (size_t i = 0; i < p.n_levels; i++) {
			q.t2[i] = p.t2[i] * 1024 * 1024;
			q.cost_s[i] = p.cost_s[i] * 4096;
		}
		assert_int_equal(as_plan_optimum(&p, &a), AS_OK);
		double budget = a.unit_cost_s * 12;
		for (int what = 0; what < 3; what++) {
			enum as_status st = AS_ERR_ARG, tt = AS_ERR_ARG;

			if (what == 0) {
				st = as_plan_optimum(&p, &a);
				tt = as_plan_optimum(&q, &b);
			} else if (what == 1) {
				st = as_plan_for_budget(&p, budget, &a);
				tt = as_plan_for_budget(&q, budget * 4096, &b);
			} else {
				st = as_plan_for_target(&p, 0.01, &a);
				tt = as_plan_for_target(&q, 0.01, &b);
			}
			assert_int_equal(st, AS_OK);
			assert_int_equal(tt, AS_OK);
			assert_memory_equal(a.r, b.r, sizeof a.r);
			assert_near(b.cost_s, 4096 * a.cost_s, 1e-14);
			if (isfinite(a.half_width))
				assert_near(b.half_width, a.half_width, 1e-14);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_stay_in_their_bounds_and_predictions_agree),
		cmocka_unit_test(the_best_plan_is_as_good_as_exhaustive_search),
		cmocka_unit_test(bounds_cost_no_more_than_they_must),
		cmocka_unit_test(a_budget_buys_what_exhaustive_search_finds),
		cmocka_unit_test(more_money_never_buys_less),
		cmocka_unit_test(a_target_is_reached_by_no_unit_too_many),
		cmocka_unit_test(a_target_costs_what_exhaustive_search_finds),
		cmocka_unit_test(where_the_least_number_of_builds_binds_no_time_is_wasted),
		cmocka_unit_test(with_a_fixed_top_the_lower_counts_reach_the_target),
		cmocka_unit_test(units_of_time_and_cost_do_not_matter),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
