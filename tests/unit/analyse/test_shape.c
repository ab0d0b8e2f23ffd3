/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How values of an experiment lie: modes with the level and the factor that explain them. */
#include "sample.h"

#include "analyse/result/analyse.h"
#include "analyse/diagnose/modality.h"
#include "stat/dist/random.h"

enum { EXECUTIONS = 40 };

/* Executions of one value a second, the mode of each by `slow`. */
static struct as_summary look(bool slow(size_t e), double by)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = x ? as_experiment_add_subject(x, "a", "a") : NULL;
	struct as_summary y;
	struct as_random r;

	assert_non_null(s);
	x->criterion = AS_METRIC_WALL;
	x->plan = (struct as_plan){.confidence = 0.95, .seed = 7};
	as_random_init(&r, 3, AS_RANDOM_TEST, 0);
	for (size_t e = 0; e < EXECUTIONS; e++) {
		const struct as_unit u = {.round = (uint32_t)e, .order = (uint32_t)e,
			.started_ns = (int64_t)(e + 1) * 1000000000};
		size_t at = 0;
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &at, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, at, AS_METRIC_WALL,
			1e8 * (1 + 0.005 * as_random_normal(&r) + (slow(e) ? by : 0)), NULL), AS_OK);
	}
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(as_look_at_shape(x, &y, NULL), AS_OK);
	as_experiment_free(x);
	return y;
}

static bool late(size_t e)
{
	return e >= EXECUTIONS / 2;
}

/* In no order that time would know. */
static bool scattered(size_t e)
{
	return e * e % 7 < 3;
}

static void modes_that_go_by_time_are_explained_by_it(void **state)
{
	struct as_summary y = look(late, 0.1);
	const struct as_shape_modes *m = &y.shape.modes;

	(void)state;
	assert_int_equal(m->n, 2);
	assert_int_equal(m->index, AS_LEVEL_EXECUTION);
	assert_true(m->explained);
	assert_int_equal(m->factor, AS_FACTOR_TIME);
	assert_true(m->factor_p <= 0.05 && m->factor_share > 0.9);
	assert_true(fabs(m->mode[0].mean - 1e8) < 1e6 && fabs(m->mode[1].mean - 1.1e8) < 1e6);
}

static void modes_that_no_factor_explains_say_so(void **state)
{
	struct as_summary y = look(scattered, 0.1);

	(void)state;
	assert_int_equal(y.shape.modes.n, 2);
	assert_false(y.shape.modes.explained);
}

static void one_mode_is_nothing_to_tell(void **state)
{
	struct as_summary y = look(late, 0);

	(void)state;
	assert_int_equal(y.shape.modes.n, 0);
	assert_int_equal(y.shape.modes.at[0].units, EXECUTIONS);
	assert_false(y.shape.modes.explained);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modes_that_go_by_time_are_explained_by_it),
		cmocka_unit_test(modes_that_no_factor_explains_say_so),
		cmocka_unit_test(one_mode_is_nothing_to_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
