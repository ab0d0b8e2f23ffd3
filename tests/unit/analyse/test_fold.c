/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "analyse/diagnose/level_impact.h"
#include "analyse/diagnose/modality.h"
#include "analyse/diagnose/steady_state.h"
#include "analyse/estimate/view/view.h"
#include "analyse/result/analyse.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"
#include "stat/dist/series/modes.h"
#include "stat/dist/tree_ranks.h"

enum { RUNS = 6, EACH = 720000 }; /* more than are copied */

static size_t latency;

/* Two modes, whole nanoseconds, and of the last execution one more iteration. */
static struct as_experiment *many(double last)
{
	struct as_experiment *x = as_experiment_new();
	struct as_random r;
	double *v = malloc((EACH + 1) * sizeof *v);

	assert_non_null(x);
	assert_non_null(v);
	as_random_init(&r, 5, AS_RANDOM_TEST, 1);
	const struct as_metric m = {.name = "latency",
		.unit = "ns",
		.better = AS_BETTER_LESS,
		.level = AS_LEVEL_ITERATION};
	assert_int_equal(as_experiment_metric(x, &m, &latency, NULL), AS_OK);
	x->criterion = latency;
	x->plan.confidence = 0.95;
	assert_non_null(as_experiment_add_subject(x, "a", "a"));
	for (size_t e = 0; e < RUNS; e++) {
		const size_t n = EACH + (e + 1 == RUNS);
		add(x, 0, (uint32_t)e, 1e9);
		for (size_t i = 0; i < n; i++)
			v[i] = round((as_random_double(&r) < 0.3 ? 2e5 : 1e5) + (double)e * 100 +
				     5000 * as_random_normal(&r));
		if (e + 1 == RUNS)
			v[n - 1] = last;
		const struct as_metric_values values = {latency, v, n};
		assert_int_equal(
			as_subject_add_iterations(&x->subjects[0], AS_ROLE_MEASURED, &values, NULL),
			AS_OK);
	}
	free(v);
	return x;
}

static void assert_same_stats(const struct as_tree *a, const struct as_tree *b)
{
	struct as_tree_stats x, y;

	as_tree_stats(a, &x);
	as_tree_stats(b, &y);
	assert_memory_equal(&x, &y, sizeof x);
}

static void iterations_that_are_read_give_what_copied_ones_give_bit_by_bit(void **state)
{
	static const double p[] = {0.25, 0.5, 0.75};
	struct as_experiment *x = many(123456);
	struct as_view whole, light;
	struct as_modes m[2];
	double q[3];

	(void)state;
	memset(m, 0, sizeof m);
	assert_int_equal(as_view_open(x, 0, latency, AS_ROLE_MEASURED, &whole, NULL), AS_OK);
	assert_int_equal(as_view_open_light(x, 0, latency, &light, NULL), AS_OK);
	assert_non_null(light.fold);
	assert_null(light.tree.values);
	assert_memory_equal(light.means, whole.means, RUNS * sizeof *light.means);
	assert_same_stats(&light.tree, &whole.tree);
	assert_int_equal(as_modes_of(&light.tree, 1, 1, &m[0]), AS_OK);
	assert_int_equal(as_modes_of(&whole.tree, 1, 1, &m[1]), AS_OK);
	assert_int_equal(m[0].n, 2);
	assert_memory_equal(&m[0], &m[1], sizeof m[0]);
	assert_int_equal(as_tree_quantiles(&light.tree, light.fold->ends, p, 3, q), AS_OK);
	as_sort(whole.values, whole.tree.count[0]);
	for (size_t i = 0; i < 3; i++) {
		double want = 0;
		assert_int_equal(
			as_quantile(whole.values, whole.tree.count[0], p[i], &want), AS_OK);
		assert_memory_equal(&q[i], &want, sizeof want);
	}
	as_view_close(&whole);
	as_view_close(&light);
	as_experiment_free(x);
}

/* All that is looked at more closely, in a view. */
static void look(const struct as_experiment *x, struct as_view *v, struct as_summary *y)
{
	assert_int_equal(as_draw_impact_in(x, v, y, NULL, NULL), AS_OK);
	assert_int_equal(as_look_at_shape_in(x, v, y, NULL), AS_OK);
}

/* Member by member: what lies between them is the compiler's. */
static void assert_same_levels(const struct as_summary_tree *a, const struct as_summary_tree *b)
{
	const size_t before = offsetof(struct as_summary_draws, factor);

	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++) {
		assert_memory_equal(&a->v[i].impact, &b->v[i].impact, 3 * sizeof a->v[i].impact);
		assert_int_equal(a->v[i].drawn.influence, b->v[i].drawn.influence);
		assert_memory_equal(&a->v[i].drawn.factor, &b->v[i].drawn.factor,
			sizeof a->v[i].drawn - before);
	}
}

static void what_is_looked_at_closely_is_the_same_of_read_iterations(void **state)
{
	/* with 0.5 they are no whole numbers any more, so that the step of the clock takes a copy */
	static const double last[] = {123456, 0.5};

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		struct as_experiment *x = many(last[k]);
		struct as_summary y = {0}, z;
		struct as_view v;
		assert_int_equal(as_summarise(x, 0, latency, &y, NULL), AS_OK);
		z = y;
		assert_int_equal(as_view_open_light(x, 0, latency, &v, NULL), AS_OK);
		look(x, &v, &y);
		assert_int_equal(as_look_at_time_in(x, &v, &y, NULL), AS_OK);
		as_view_close(&v);
		assert_int_equal(as_view_open(x, 0, latency, AS_ROLE_MEASURED, &v, NULL), AS_OK);
		look(x, &v, &z);
		as_view_close(&v); /* its values may be sorted now */
		assert_int_equal(as_view_open(x, 0, latency, AS_ROLE_MEASURED, &v, NULL), AS_OK);
		assert_int_equal(as_look_at_time_in(x, &v, &z, NULL), AS_OK);
		as_view_close(&v);
		assert_true(k ? !(y.shape.clock.step > 0) : fabs(y.shape.clock.step - 1) < 1e-9);
		assert_memory_equal(&y.shape, &z.shape, sizeof y.shape);
		assert_same_levels(&y.tree, &z.tree);
		assert_memory_equal(&y.steadiness, &z.steadiness, sizeof y.steadiness);
		as_experiment_free(x);
	}
}

static void a_negative_time_among_millions_is_refused_by_its_number(void **state)
{
	struct as_experiment *x = many(-1);
	struct as_err err = {0};
	struct as_view v;

	(void)state;
	assert_int_equal(as_view_open_light(x, 0, latency, &v, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "observation 4320001 is a negative time"));
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(iterations_that_are_read_give_what_copied_ones_give_bit_by_bit),
		cmocka_unit_test(what_is_looked_at_closely_is_the_same_of_read_iterations),
		cmocka_unit_test(a_negative_time_among_millions_is_refused_by_its_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
