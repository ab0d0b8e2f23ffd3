/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "golden.h"
#include "stat/core/quantile.h"
#include "stat/core/tree/reduction.h"
#include "stat/dist/comparing/decide.h"
#include "stat/dist/early.h"
#include "stat/dist/interval.h"
#include "stat/dist/margin.h"
#include "stat/dist/planning/power.h"
#include "stat/dist/tail.h"

enum { ROOM = 4000, UNITS = 256 };

static struct as_reduction p_of(const json_t *c)
{
	return (struct as_reduction){
		.kind = AS_REDUCE_QUANTILE, .p = json_number_value(golden_get(c, "p"))};
}

static double number(const json_t *of, const char *key)
{
	const json_t *v = golden_get(of, key);

	return json_number_value(json_is_object(v) ? golden_get(v, "v") : v);
}

static size_t count(const json_t *of, const char *key)
{
	return (size_t)json_integer_value(golden_get(of, key));
}

static void near(const json_t *want, const char *key, double got)
{
	golden_near(golden_get(want, key), got, key);
}

static const char *text(const json_t *of, const char *key)
{
	return json_string_value(golden_get(of, key));
}

/* Every case of a part by itself. */
static void each(const char *part, void (*check)(const json_t *c, const json_t *want))
{
	json_t *all = golden_load("31_quantiles.json");
	const json_t *cases = golden_get(all, part), *c;
	size_t i;

	assert_true(json_array_size(cases) > 0);
	json_array_foreach (cases, i, c) {
		const json_t *name = json_object_get(c, "name");
		print_message("# %s %zu %s\n", part, i, name ? json_string_value(name) : "");
		check(c, golden_get(c, "expected"));
	}
	json_decref(all);
}

static void check_type8(const json_t *c, const json_t *want)
{
	double x[ROOM];
	size_t n = golden_numbers(golden_get(c, "x"), x, ROOM);
	double h = ((double)n + 1.0 / 3) * number(c, "p") + 1.0 / 3;

	as_sort(x, n);
	near(want, "q", as_quantile_unbiased(x, n, number(c, "p")));
	assert_true(fabs(fmin(fmax(h, 1), (double)n) - number(want, "h")) < 1e-9);
	assert_true(count(want, "k") >= 1 && count(want, "k") <= n);
}

static void quantiles_of_type_8(void **state)
{
	(void)state;
	each("quantile_type8", check_type8);
}

static void check_least(const json_t *c, const json_t *want)
{
	struct as_reduction r = p_of(c);

	assert_int_equal(json_integer_value(want), as_reduction_least(&r));
}

static void iterations_that_a_quantile_takes(void **state)
{
	(void)state;
	each("least_iterations", check_least);
}

/* A weight is what the minimum grows by where one value of an ascending row does. */
static void check_minimum(const json_t *c, const json_t *want)
{
	double x[ROOM];
	size_t n = golden_numbers(golden_get(c, "x"), x, ROOM), k = count(c, "k"), i;
	struct as_reduction r = {.kind = AS_REDUCE_MINIMUM, .k = k};
	const json_t *weight;

	near(want, "minimum", as_reduce(&r, x, n));
	json_array_foreach (golden_get(want, "weights"), i, weight) {
		double unit[ROOM] = {0};
		unit[i] = 1;
		golden_near(weight, as_minimum_of(unit, n, k), "weight");
	}
}

static void the_expected_minimum_of_k(void **state)
{
	(void)state;
	each("minimum_of_k", check_minimum);
}

/* ln of the reduction of the first n values of an execution, all with 0. */
static double value_of(const struct as_reduction *r, const json_t *execution, size_t n)
{
	double x[ROOM];
	size_t all = golden_numbers(execution, x, ROOM);

	return log(as_reduce(r, x, n ? n : all));
}

static void near_interval(const json_t *want, const double *y, size_t n)
{
	double exps[UNITS], one[UNITS];
	struct as_paired p;

	assert_int_equal(count(want, "n"), n);
	for (size_t i = 0; i < n; i++) {
		exps[i] = exp(y[i]);
		one[i] = 1;
	}
	assert_int_equal(as_paired_log_ratio(one, exps, n, 0.95, &p, NULL), AS_OK);
	near(want, "mean", p.log.estimate);
	near(want, "sd", p.sd);
	near(want, "half", p.log.half_width);
	near(want, "t", p.log.half_width / p.log.se);
	near(want, "estimate", p.ratio);
	near(want, "lo", p.lo);
	near(want, "hi", p.hi);
}

static void check_execution(const json_t *c, const json_t *want)
{
	const json_t *old = golden_get(c, "old"), *new = golden_get(c, "new");
	struct as_reduction r = p_of(c);
	double y[UNITS], d[UNITS];
	size_t n = json_array_size(old);

	for (size_t b = 0; b < n; b++) {
		const json_t *o = json_array_get(old, b), *w = json_array_get(new, b);
		size_t used = json_array_size(o);
		if (json_array_size(w) < used)
			used = json_array_size(w);
		y[b] = value_of(&r, o, 0);
		d[b] = value_of(&r, w, used) - value_of(&r, o, used);
		golden_near(json_array_get(golden_get(want, "ln_old"), b), y[b], "ln_old");
		golden_near(json_array_get(golden_get(want, "ln_new"), b), value_of(&r, w, 0),
			"ln_new");
		golden_near(json_array_get(golden_get(want, "d"), b), d[b], "d");
		assert_int_equal(
			json_integer_value(json_array_get(golden_get(want, "used"), b)), used);
	}
	near_interval(golden_get(want, "old"), y, n);
	near_interval(golden_get(want, "ratio"), d, n);
}

static void the_value_of_an_execution_is_its_quantile(void **state)
{
	(void)state;
	each("per_execution", check_execution);
}

/* ln of the quantile of rounds [from, to) put together. */
static double batch_of(const struct as_reduction *r, const json_t *rounds, size_t from, size_t to)
{
	double x[ROOM];
	size_t n = 0;

	for (size_t b = from; b < to; b++)
		n += golden_numbers(json_array_get(rounds, b), x + n, ROOM - n);
	return log(as_reduce(r, x, n));
}

static void check_batches(const json_t *c, const json_t *want)
{
	const json_t *old = golden_get(c, "old"), *new = golden_get(c, "new");
	struct as_reduction r = p_of(c);
	size_t rounds = json_array_size(old), n = json_array_size(json_array_get(old, 0));
	struct as_batching b = as_batching_of(rounds, n, as_reduction_least(&r));
	double d[UNITS];

	assert_int_equal(count(c, "need"), as_reduction_least(&r));
	assert_int_equal(count(want, "n"), n);
	assert_int_equal(count(want, "K"), b.rounds);
	assert_int_equal(count(want, "G"), b.batches);
	assert_int_equal(json_is_true(golden_get(want, "refused")), b.batches < AS_BATCHES_COMPARE);
	if (b.batches < AS_BATCHES_COMPARE) {
		assert_int_equal(count(want, "rounds_needed"), AS_BATCHES_COMPARE * b.rounds);
		return;
	}
	for (size_t g = 0; g < b.batches; g++) {
		size_t from = g * b.rounds, to = g + 1 < b.batches ? from + b.rounds : rounds;
		double o = batch_of(&r, old, from, to), w = batch_of(&r, new, from, to);
		golden_near(json_array_get(golden_get(want, "first_rounds"), g), (double)from, "from");
		golden_near(json_array_get(golden_get(want, "ln_old"), g), o, "ln_old");
		golden_near(json_array_get(golden_get(want, "ln_new"), g), w, "ln_new");
		d[g] = w - o;
	}
	near_interval(golden_get(want, "ratio"), d, b.batches);
}

static void rounds_are_put_together_until_their_iterations_suffice(void **state)
{
	(void)state;
	each("batches", check_batches);
}

/* The value of a build is the mean over its executions. */
static struct as_side side_of(const struct as_reduction *r, const json_t *builds, const json_t *want)
{
	double y[UNITS];
	size_t n = json_array_size(builds);

	for (size_t b = 0; b < n; b++) {
		const json_t *executions = json_array_get(builds, b), *e;
		size_t i;
		y[b] = 0;
		json_array_foreach (executions, i, e)
			y[b] += value_of(r, e, 0) / (double)json_array_size(executions);
		golden_near(json_array_get(want, b), y[b], "build");
	}
	return as_side_of(y, n);
}

static void check_builds(const json_t *c, const json_t *want)
{
	struct as_reduction r = p_of(c);
	struct as_side old = side_of(&r, golden_get(c, "old"), golden_get(want, "ln_old"));
	struct as_side new = side_of(&r, golden_get(c, "new"), golden_get(want, "ln_new"));
	struct as_test t;

	assert_int_equal(as_welch(&old, &new, 0.95, &t, NULL), AS_OK);
	near(want, "d", t.estimate);
	near(want, "se", t.se);
	near(want, "nu", t.df);
	near(want, "t", t.half_width / t.se);
	near(want, "ratio", exp(t.estimate));
	near(want, "lo", exp(t.lo));
	near(want, "hi", exp(t.hi));
}

static void builds_by_the_mean_of_their_executions(void **state)
{
	(void)state;
	each("builds", check_builds);
}

static void check_order(const json_t *c, const json_t *want)
{
	struct as_ranks r;
	enum as_status st = as_interval_order(count(c, "N"), number(c, "p"), 0.95, &r);

	if (json_is_null(golden_get(want, "confidence"))) {
		assert_int_equal(st, AS_ERR_DATA);
		return;
	}
	assert_int_equal(st, AS_OK);
	assert_int_equal(count(want, "l"), r.lower);
	assert_int_equal(count(want, "u"), r.upper);
	near(want, "confidence", r.confidence);
}

static void order_statistics_hold_a_quantile_between_them(void **state)
{
	(void)state;
	each("order_statistics", check_order);
}

static void check_inner(const json_t *c, const json_t *want)
{
	const json_t *x = golden_get(c, "x");
	struct as_reduction r = p_of(c);
	double y[UNITS], half[2][UNITS], values[ROOM];
	size_t n = json_array_size(x), m = json_array_size(json_array_get(x, 0));
	struct as_inner inner;

	for (size_t b = 0; b < n; b++) {
		y[b] = value_of(&r, json_array_get(x, b), 0);
		for (size_t k = 0; k < 2; k++) {
			golden_numbers(json_array_get(x, b), values, ROOM);
			half[k][b] = log(as_reduce(&r, values + k * (m / 2), m / 2));
			golden_near(json_array_get(
					    json_array_get(golden_get(want, "ln_halves"), b), k),
				half[k][b], "half");
		}
	}
	assert_int_equal(as_inner_variance(y, half[0], half[1], n, m, &inner), AS_OK);
	near(want, "T1_2", inner.inside);
	near(want, "S2_2", inner.between);
	near(want, "T2_2", inner.between - inner.inside / (double)m);
	near(want, "T2_2_plan", inner.above);
	near(want, "r1_interior_c2_over_c1_50", sqrt(50 * inner.inside / inner.above));
}

static void luck_inside_an_execution_by_its_halves(void **state)
{
	(void)state;
	each("inner_variance", check_inner);
}

static void check_coarse(const json_t *c, const json_t *want)
{
	double old[UNITS], new[UNITS], d[UNITS], room[UNITS], means[2] = {0, 0};
	size_t n = golden_numbers(golden_get(c, "q_old"), old, UNITS);
	struct as_paired p;

	golden_numbers(golden_get(c, "q_new"), new, UNITS);
	for (size_t i = 0; i < n; i++) {
		d[i] = log(new[i]) - log(old[i]);
		means[0] += old[i] / (double)n;
		means[1] += new[i] / (double)n;
	}
	struct as_coarse got =
		as_coarse_clock(d, n, room, number(c, "tick"), fmin(means[0], means[1]));
	assert_int_equal(json_is_true(golden_get(want, "coarse")), got.coarse);
	assert_true((2 * count(want, "most_alike") > n) == got.coarse);
	near(want, "widening", got.widening);
	assert_int_equal(as_paired_log_ratio(old, new, n, 0.95, &p, NULL), AS_OK);
	near(want, "lo", p.lo * exp(-got.widening));
	near(want, "hi", p.hi * exp(got.widening));
}

static void a_coarse_clock_widens_both_sides(void **state)
{
	(void)state;
	each("coarse_clock", check_coarse);
}

static void check_power(const json_t *c, const json_t *want)
{
	struct as_power p = {
		.confidence = 1 - number(c, "alpha"), .power = number(c, "power")};
	struct as_power_spread s = {number(c, "s"), number(c, "df")};
	size_t rounds, sure;
	double mean;

	assert_int_equal(
		as_power_distance(number(c, "detect"), number(c, "limit"), &p.lambda), AS_OK);
	near(want, "lambda", p.lambda);
	assert_int_equal(as_power_rounds(&p, &s, &rounds, &sure), AS_OK);
	assert_int_equal(count(want, "rounds"), rounds);
	assert_int_equal(count(want, "rounds_80_sure"), sure);
	assert_int_equal(as_power_mean(&p, &s, rounds, &mean), AS_OK);
	near(want, "mean_power", mean);
	if (json_is_null(golden_get(want, "mean_power_one_less")))
		return;
	assert_int_equal(as_power_mean(&p, &s, rounds - 1, &mean), AS_OK);
	near(want, "mean_power_one_less", mean);
}

static void rounds_that_see_a_change(void **state)
{
	(void)state;
	each("power_plan", check_power);
}

static void check_power_builds(const json_t *c, const json_t *want)
{
	struct as_power p = {.confidence = 0.95, .power = number(c, "power")};
	struct as_power_spread s = {number(c, "S"), number(c, "df")};
	size_t builds;

	assert_int_equal(as_power_distance(number(c, "detect"), 0, &p.lambda), AS_OK);
	assert_int_equal(as_power_builds(&p, &s, 5, &builds), AS_OK);
	assert_int_equal(count(want, "builds_a_side"), builds);
}

static void builds_that_see_a_change(void **state)
{
	(void)state;
	each("power_plan_builds", check_power_builds);
}

static void check_stages(const json_t *c, const json_t *want)
{
	struct as_power p = {.confidence = 0.95, .power = number(c, "power")};
	double s0 = number(c, "S0"), sn = number(c, "S_N");
	size_t b0 = count(c, "B0"), second, third;
	struct as_interval first, all;

	assert_int_equal(as_power_distance(number(c, "detect"), 0, &p.lambda), AS_OK);
	near(want, "lambda", p.lambda);
	assert_int_equal(as_power_stage(&p, s0, b0, &second), AS_OK);
	assert_int_equal(count(want, "N"), second);
	assert_int_equal(as_power_stage(&p, sn, second, &third), AS_OK);
	assert_int_equal(count(want, "N_third"), third);
	assert_int_equal(as_interval_t(0, s0 * s0, b0, 0.95, &first), AS_OK);
	assert_int_equal(as_interval_t(0, sn * sn, third, 0.95, &all), AS_OK);
	double half_first = first.half_width * sqrt((double)b0 / (double)third);
	near(want, "half_stage1", half_first);
	near(want, "half_all", all.half_width);
	near(want, "half", fmax(half_first, all.half_width));
	for (int i = 8; i <= 9; i++) {
		struct as_resolution r;
		assert_int_equal(as_resolution_of(fmax(half_first, all.half_width), all.se,
					 (double)(third - 1), i / 10.0, &r),
			AS_OK);
		near(golden_get(want, "resolution"), i == 8 ? "0.8" : "0.9", r.slower);
	}
}

static void three_stages_see_what_was_asked_for(void **state)
{
	(void)state;
	each("two_stage_power", check_stages);
}

static void check_resolution(const json_t *c, const json_t *want)
{
	size_t n = count(c, "B");
	double se = number(c, "S") / sqrt((double)n);
	struct as_interval t;

	assert_int_equal(as_interval_t(0, se * se * (double)n, n, 0.95, &t), AS_OK);
	if (!json_is_true(golden_get(c, "half_given")))
		near(c, "half", t.half_width);
	for (int i = 8; i <= 9; i++) {
		const json_t *at = golden_get(want, i == 8 ? "0.8" : "0.9");
		struct as_resolution r;
		assert_int_equal(as_resolution_of(number(c, "half"), se, (double)(n - 1), i / 10.0,
					 &r),
			AS_OK);
		near(at, "slower", r.slower);
		near(at, "faster", r.faster);
	}
}

static void what_would_have_been_seen(void **state)
{
	(void)state;
	each("resolution", check_resolution);
}

static void check_looks(const json_t *c, const json_t *want)
{
	struct as_looks l = as_looks_of(count(c, "rounds_max"), 0.05);
	double sum = 0;

	assert_int_equal(json_array_size(golden_get(want, "at")), l.n);
	for (size_t i = 0; i < l.n; i++) {
		assert_int_equal(
			json_integer_value(json_array_get(golden_get(want, "at"), i)), l.at[i]);
		golden_near(json_array_get(golden_get(want, "alpha"), i), l.alpha[i], "alpha");
		sum += l.alpha[i];
	}
	assert_true(fabs(sum - 0.05) < 1e-15);
}

static void looks_share_five_percent(void **state)
{
	(void)state;
	each("looks", check_looks);
}

static const char *word_of(enum as_early_state s)
{
	return s == AS_EARLY_PROVEN ? "proven" : s == AS_EARLY_PASSED ? "passed" : "undecided";
}

static void check_look(const json_t *want, const struct as_early_look *got, const struct as_early *e)
{
	assert_int_equal(count(want, "n"), got->n);
	near(want, "alpha", got->alpha);
	near(want, "m", got->mean);
	near(want, "s", got->sd);
	near(want, "t", got->t);
	near(want, "r1", got->lag1);
	near(want, "kappa", got->kappa);
	near(want, "g1", got->skewness);
	near(want, "skew", got->shift);
	near(want, "lo", got->lo);
	near(want, "hi", got->hi);
	assert_int_equal(json_is_true(golden_get(want, "blocked")), got->resembles);
	golden_near(json_array_get(golden_get(want, "region"), 0), exp(e->lo), "region");
	golden_near(json_array_get(golden_get(want, "region"), 1), exp(e->hi), "region");
	assert_string_equal(text(want, "decision"), word_of(e->state));
}

static void check_early(const json_t *c, const json_t *want)
{
	struct as_looks l = as_looks_of(count(c, "rounds_max"), 0.05);
	const json_t *looks = golden_get(want, "looks");
	struct as_early e = {0};
	struct as_early_look look = {0};
	double d[UNITS];
	size_t i = 0;

	golden_numbers(golden_get(c, "d"), d, UNITS);
	for (; i < l.n && e.state != AS_EARLY_PROVEN && e.state != AS_EARLY_PASSED; i++) {
		assert_int_equal(as_look(d, l.at[i], l.alpha[i], &look), AS_OK);
		as_early_take(&e, &look, log1p(number(c, "limit")), i + 1 == l.n);
		check_look(json_array_get(looks, i), &look, &e);
	}
	assert_int_equal(json_array_size(looks), i);
	assert_int_equal(count(want, "rounds"), look.n);
	near(want, "ratio", exp(look.mean));
	near(want, "lo", exp(e.lo));
	near(want, "hi", exp(e.hi));
	assert_string_equal(text(want, "decision"), word_of(e.state));
}

static void gates_that_end_at_the_earliest_safe_look(void **state)
{
	(void)state;
	each("early", check_early);
}

static void check_gates(const json_t *c, const json_t *want)
{
	const json_t *gates = golden_get(c, "gates");
	size_t n = json_array_size(gates);
	struct as_margin_gate g[8];
	struct as_margin_verdict v[8];
	bool joint, worse = false;

	for (size_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(gates, i);
		g[i] = (struct as_margin_gate){number(one, "mean"), number(one, "se"),
			(double)count(one, "n") - 1, number(one, "limit_ln")};
	}
	assert_int_equal(as_margins(g, n, 0.05, v, &joint), AS_OK);
	for (size_t i = 0; i < n; i++) {
		golden_near(json_array_get(golden_get(want, "p_worse"), i), v[i].p_worse, "worse");
		golden_near(json_array_get(golden_get(want, "p_within"), i), v[i].p_within, "in");
		golden_near(json_array_get(golden_get(want, "worse_holm"), i), v[i].worse_adjusted,
			"worse_holm");
		golden_near(json_array_get(golden_get(want, "within_holm"), i),
			v[i].within_adjusted, "within_holm");
		assert_int_equal(json_is_true(json_array_get(golden_get(want, "worse"), i)),
			v[i].worse);
		assert_int_equal(json_is_true(json_array_get(golden_get(want, "within_alone"), i)),
			v[i].within_alone);
		worse = worse || v[i].worse;
	}
	assert_int_equal(json_is_true(golden_get(want, "joint")), joint);
	assert_int_equal(count(want, "exit_fail_unless"), worse ? 1 : joint ? 0 : 3);
}

static void several_gates_are_worse_by_holm_and_within_together(void **state)
{
	(void)state;
	each("gates", check_gates);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_of_type_8),
		cmocka_unit_test(iterations_that_a_quantile_takes),
		cmocka_unit_test(the_expected_minimum_of_k),
		cmocka_unit_test(the_value_of_an_execution_is_its_quantile),
		cmocka_unit_test(rounds_are_put_together_until_their_iterations_suffice),
		cmocka_unit_test(builds_by_the_mean_of_their_executions),
		cmocka_unit_test(order_statistics_hold_a_quantile_between_them),
		cmocka_unit_test(luck_inside_an_execution_by_its_halves),
		cmocka_unit_test(a_coarse_clock_widens_both_sides),
		cmocka_unit_test(rounds_that_see_a_change),
		cmocka_unit_test(builds_that_see_a_change),
		cmocka_unit_test(three_stages_see_what_was_asked_for),
		cmocka_unit_test(what_would_have_been_seen),
		cmocka_unit_test(looks_share_five_percent),
		cmocka_unit_test(gates_that_end_at_the_earliest_safe_look),
		cmocka_unit_test(several_gates_are_worse_by_holm_and_within_together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
