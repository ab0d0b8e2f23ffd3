/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/experiment.h"

static void iterations_of_an_execution_stand_together(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	struct as_unit unit = {.round = 0};
	size_t e = 9;

	(void)state;
	for (size_t k = 0; k < 3; k++) {
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, NULL), AS_OK);
		assert_int_equal(e, k);
		for (size_t i = 0; i < k; i++)
			assert_int_equal(as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, NULL), AS_OK);
	}
	assert_int_equal(s->iterations.first[0], 0);
	assert_int_equal(s->iterations.first[1], 0);
	assert_int_equal(s->iterations.first[2], 1);
	assert_int_equal(s->iterations.first[3], 3);
	as_experiment_free(x);
}

static void a_column_made_late_has_no_value_for_earlier_units(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	struct as_unit unit = {0};
	size_t e = 0;

	(void)state;
	for (int k = 0; k < 3; k++)
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, NULL), AS_OK);
	assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, 1, AS_METRIC_WALL, 5, NULL), AS_OK);
	assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, NULL), AS_OK);
	const struct as_column *c = as_subject_column(s, AS_LEVEL_EXECUTION, AS_METRIC_WALL);
	assert_int_equal(c->n, 4);
	assert_true(isnan(c->values[0]) && isnan(c->values[3]));
	assert_true(c->values[1] > 4.9 && c->values[1] < 5.1);
	as_experiment_free(x);
}

static void one_name_is_one_metric(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_metric m = {"hits", "count", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};
	size_t first = 0, again = 0;

	(void)state;
	assert_int_equal(as_experiment_metric(x, &m, &first, NULL), AS_OK);
	assert_int_equal(as_experiment_metric(x, &m, &again, NULL), AS_OK);
	assert_int_equal(first, again);
	m.unit = "bytes";
	assert_int_equal(as_experiment_metric(x, &m, &again, NULL), AS_ERR_DATA);
	assert_int_equal(as_experiment_find_metric(x, "time"), AS_METRIC_WALL);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(iterations_of_an_execution_stand_together),
		cmocka_unit_test(a_column_made_late_has_no_value_for_earlier_units),
		cmocka_unit_test(one_name_is_one_metric),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
