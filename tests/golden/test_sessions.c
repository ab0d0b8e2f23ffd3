/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of four levels as sessions, builds, executions and iterations of an experiment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyse/result/analyse.h"
#include "golden.h"
#include "model/kept/experiment.h"

static void add_execution(struct as_subject *s, uint32_t build, const json_t *times)
{
	const struct as_unit u = {.parent = build};
	size_t e = 0;

	assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
	for (size_t i = 0; i < json_array_size(times); i++) {
		size_t at = s->levels[AS_LEVEL_ITERATION].n;
		assert_int_equal(as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, at, AS_METRIC_TIME,
			json_number_value(json_array_get(times, i)), NULL), AS_OK);
	}
}

static struct as_experiment *open(const json_t *data)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	const struct as_build nothing = {0};

	x->by_mean = true;
	x->plan.builds_state = AS_BUILDS_IN_PLACE; /* no rounds in this tree */
	for (uint32_t k = 0; k < json_array_size(data); k++) {
		const json_t *session = json_array_get(data, k);
		size_t at = 0;
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_SESSION, &(struct as_unit){0}, &at,
			NULL), AS_OK);
		for (size_t b = 0; b < json_array_size(session); b++) {
			const json_t *build = json_array_get(session, b);
			uint32_t number = (uint32_t)s->n_builds;
			assert_int_equal(as_subject_add_build(s, &x->arena,
				&(struct as_unit){.parent = k}, &nothing, NULL), AS_OK);
			for (size_t e = 0; e < json_array_size(build); e++)
				add_execution(s, number, json_array_get(build, e));
		}
	}
	return x;
}

static void sessions_have_the_reference_variances_and_interval(void **state)
{
	json_t *root = golden_load("01_levels.json"), *each;
	const char *name;
	size_t seen = 0;

	(void)state;
	json_object_foreach(golden_get(root, "cases"), name, each) {
		const json_t *want = golden_get(each, "expected");
		struct as_summary y;

		if (strncmp(name, "four_", 5) != 0)
			continue;
		struct as_experiment *x = open(golden_get(each, "data"));
		assert_int_equal(as_summarise(x, 0, AS_METRIC_TIME, &y, NULL), AS_OK);
		assert_int_equal(y.tree.n, 4);
		assert_int_equal(y.tree.v[3].level, AS_LEVEL_SESSION);
		for (size_t i = 0; i < 4; i++) {
			golden_near(json_array_get(golden_get(want, "S2"), i), y.tree.v[i].s2,
				name);
			golden_near(json_array_get(golden_get(want, "T2"), i), y.tree.v[i].t2,
				name);
		}
		golden_near(golden_get(want, "mean"), y.mean, name);
		golden_near(golden_get(want, "df"), y.df, name);
		golden_near(golden_get(want, "half_width"), y.half_width, name);
		golden_near(json_array_get(golden_get(want, "ci"), 0), y.lo, name);
		golden_near(json_array_get(golden_get(want, "ci"), 1), y.hi, name);
		as_experiment_free(x);
		seen++;
	}
	assert_int_equal(seen, 2);
	json_decref(root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sessions_have_the_reference_variances_and_interval),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
