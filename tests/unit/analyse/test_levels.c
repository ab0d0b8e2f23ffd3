/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of other levels than builds and executions: those of tables. */
#include "sample.h"

#include "analyse/estimate/view/view.h"
#include "analyse/result/analyse.h"

static size_t add_unit(struct as_subject *s, size_t level, uint32_t parent)
{
	const struct as_unit u = {.parent = parent, .round = AS_NO_ROUND};
	size_t at = 0;

	assert_int_equal(as_subject_add_unit(s, (enum as_level_index)level, &u, &at, NULL), AS_OK);
	return at;
}

static void add_wall(struct as_subject *s, uint32_t parent, double wall)
{
	size_t e = add_unit(s, AS_LEVEL_EXECUTION, parent);

	assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, wall, NULL), AS_OK);
}

static struct as_experiment *open_table(const char *table)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	x->criterion = AS_METRIC_WALL;
	x->by_mean = true;
	x->table = table;
	x->level_name[AS_LEVEL_BUILD] = "boot";
	x->level_name[AS_LEVEL_SESSION] = "machine";
	assert_non_null(as_experiment_add_subject(x, "a", "a"));
	return x;
}

/* Two machines, the second with one boot; executions come in rounds over the boots. */
static void fill(struct as_subject *s)
{
	static const double times[3][3] = {{10, 11, 12}, {20, 22, 24}, {31, 30, 32}};

	for (uint32_t m = 0; m < 2; m++)
		add_unit(s, AS_LEVEL_SESSION, 0);
	add_unit(s, AS_LEVEL_BUILD, 0);
	add_unit(s, AS_LEVEL_BUILD, 1);
	add_unit(s, AS_LEVEL_BUILD, 0);
	for (size_t i = 0; i < 3; i++)
		for (uint32_t b = 0; b < 3; b++)
			add_wall(s, b, times[b][i]);
}

static void units_stand_with_those_of_their_parent(void **state)
{
	static const double values[] = {10, 11, 12, 31, 30, 32, 20, 22, 24};
	struct as_experiment *x = open_table("a.csv");
	struct as_view v;

	(void)state;
	fill(&x->subjects[0]);
	assert_int_equal(as_view_open(x, 0, AS_METRIC_WALL, AS_ROLE_MEASURED, &v, NULL), AS_OK);
	assert_int_equal(v.tree.n_levels, 3);
	assert_memory_equal(v.tree.values, values, sizeof values);
	assert_int_equal(v.tree.count[1], 3);
	assert_int_equal(v.tree.count[2], 2);
	assert_int_equal(v.tree.first[2][1], 2);
	CHECK_NEAR(v.top[0], 21, 1e-12);
	CHECK_NEAR(v.top[1], 22, 1e-12);
	as_view_close(&v);
	as_experiment_free(x);
}

static void levels_go_by_the_names_of_the_table(void **state)
{
	struct as_experiment *x = open_table("a.csv");
	struct as_summary s;

	(void)state;
	fill(&x->subjects[0]);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.tree.n, 3);
	assert_string_equal(as_summary_level_name(&s.tree.v[0]), "execution");
	assert_string_equal(as_summary_level_name(&s.tree.v[1]), "boot");
	assert_string_equal(as_summary_level_name(&s.tree.v[2]), "machine");
	assert_int_equal(s.n_top, 2);
	CHECK_NEAR(s.mean, 21.5, 1e-12);
	as_experiment_free(x);
}

static void a_single_unit_at_the_top_of_a_table_gives_no_interval(void **state)
{
	struct as_experiment *x = open_table("a.csv");
	struct as_summary s;

	(void)state;
	add_unit(&x->subjects[0], AS_LEVEL_BUILD, 0);
	for (int i = 0; i < 4; i++)
		add_wall(&x->subjects[0], 0, 3 + 0.1 * i);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.tree.n, 2);
	assert_int_equal(s.method, AS_INTERVAL_NONE);
	assert_true(isnan(s.tree.v[1].s2) && s.tree.v[0].s2 > 0);
	/* What assay measured itself takes its interval from the level below, and says so. */
	x->table = NULL;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &s, NULL), AS_OK);
	assert_int_equal(s.tree.n, 1);
	assert_int_equal(s.method, AS_INTERVAL_T);
	as_experiment_free(x);
}

/* Seven of the levels twice: 128 values, read at the second. */
static void a_tree_has_up_to_eight_levels(void **state)
{
	struct as_experiment *x = open_table("a.csv");
	struct as_subject *s = &x->subjects[0];
	struct as_summary y;

	(void)state;
	for (size_t l = AS_TREE_LEVELS - 1, n = 2; l >= AS_LEVEL_EXECUTION; l--, n *= 2)
		for (size_t i = 0; i < n; i++)
			add_unit(s, l, l == AS_TREE_LEVELS - 1 ? 0 : (uint32_t)(i / 2));
	for (size_t i = 0; i < s->levels[AS_LEVEL_EXECUTION].n; i++)
		assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, i, AS_METRIC_WALL,
					 100 + (double)(i * i % 17), NULL), AS_OK);
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(y.tree.n, 7);
	assert_int_equal(y.n_values, 128);
	assert_int_equal(y.n_top, 2);
	assert_string_equal(as_summary_level_name(&y.tree.v[6]), "unit");
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_stand_with_those_of_their_parent),
		cmocka_unit_test(levels_go_by_the_names_of_the_table),
		cmocka_unit_test(a_single_unit_at_the_top_of_a_table_gives_no_interval),
		cmocka_unit_test(a_tree_has_up_to_eight_levels),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
