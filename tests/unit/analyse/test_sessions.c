/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions above builds and executions (methods.md 3.4). Expected numbers are from the formulas of
 * methods.md 4 and methods-blocks.md 10, computed by a plain program of its own. */
#include "sample.h"

#include "analyse/result/analyse.h"

static size_t add_unit(struct as_subject *s, enum as_level_index level, uint32_t parent,
	uint32_t round)
{
	const struct as_unit u = {.parent = parent, .round = round, .cost_s = (double)NAN};
	const struct as_build b = {0};
	struct as_arena nothing = {0};
	size_t at = s->levels[level].n;

	if (level == AS_LEVEL_BUILD)
		assert_int_equal(as_subject_add_build(s, &nothing, &u, &b, NULL), AS_OK);
	else
		assert_int_equal(as_subject_add_unit(s, level, &u, &at, NULL), AS_OK);
	return at;
}

static void add_wall(struct as_subject *s, uint32_t parent, uint32_t round, double wall)
{
	size_t e = add_unit(s, AS_LEVEL_EXECUTION, parent, round);

	assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, wall, NULL), AS_OK);
}

/* Subjects a, b, ... without builds; values[s] of three executions in each of n sessions. */
static struct as_experiment *plain(size_t subjects, size_t n, const double (*values)[5][3])
{
	static const char *const names[] = {"a", "b", "c"};
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	x->criterion = AS_METRIC_WALL;
	x->by_mean = true;
	x->plan.planned = 3;
	x->plan.done = (uint32_t)(3 * n);
	for (size_t i = 0; i < subjects; i++) {
		struct as_subject *s = as_experiment_add_subject(x, names[i], names[i]);
		assert_non_null(s);
		for (uint32_t k = 0; k < n; k++) {
			add_unit(s, AS_LEVEL_SESSION, 0, AS_NO_ROUND);
			for (uint32_t r = 0; r < 3; r++)
				add_wall(s, k, 3 * k + r, values[i][k][r]);
		}
	}
	return x;
}

/* Sessions of builds in rounds; the third has fewer of both. */
static struct as_experiment *built(void)
{
	static const double y[3][3][4] = {
		{{1019, 1023, 1046, 1023}, {989, 981, 1006, 988}, {1008, 1008, 1029, 1018}},
		{{987, 982, 995, 971}, {988, 1004, 992, 991}, {976, 976, 985, 969}},
		{{1018, 1023, 1018}, {1011, 1008, 1012}}};
	static const uint32_t builds[] = {3, 3, 2}, rounds[] = {4, 4, 3};
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = x ? as_experiment_add_subject(x, "a", "a") : NULL;
	uint32_t first_round = 0;

	assert_non_null(s);
	x->criterion = AS_METRIC_WALL;
	x->by_mean = true;
	x->plan.builds = 3;
	x->plan.builds_state = AS_BUILDS_DIFFER;
	for (uint32_t k = 0; k < 3; k++) {
		uint32_t first = (uint32_t)s->levels[AS_LEVEL_BUILD].n;
		add_unit(s, AS_LEVEL_SESSION, 0, AS_NO_ROUND);
		for (uint32_t b = 0; b < builds[k]; b++)
			add_unit(s, AS_LEVEL_BUILD, k, AS_NO_ROUND);
		for (uint32_t r = 0; r < rounds[k]; r++)
			for (uint32_t b = 0; b < builds[k]; b++)
				add_wall(s, first + b, first_round + r, y[k][b][r]);
		first_round += rounds[k];
	}
	return x;
}

static void the_interval_is_of_the_sessions_means(void **state)
{
	struct as_experiment *x = built();
	struct as_summary y;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(y.n_top, 3);
	assert_int_equal(y.method, AS_INTERVAL_T);
	CHECK_NEAR(y.mean, 1003.7222222222222, 1e-13);
	CHECK_NEAR(y.half_width, 41.22457392636028, 1e-12);
	CHECK_NEAR(y.df, 2, 1e-12);
	as_experiment_free(x);
}

static void builds_are_crossed_with_rounds_in_each_session(void **state)
{
	struct as_experiment *x = built();
	struct as_summary y;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(y.tree.n, 3);
	assert_int_equal(y.tree.v[2].level, AS_LEVEL_SESSION);
	CHECK_NEAR(y.tree.v[0].s2, 26.857142857142858, 1e-11);
	CHECK_NEAR(y.tree.v[1].s2, 179.19444444444431, 1e-11);
	CHECK_NEAR(y.tree.v[1].t2, 172.52222222222207, 1e-11);
	CHECK_NEAR(y.tree.v[2].s2, 275.39814814814883, 1e-11);
	CHECK_NEAR(y.tree.v[2].t2, 205.32204585537994, 1e-11);
	CHECK_NEAR(y.tree.v[0].share, 0.05954836914338258, 1e-11);
	CHECK_NEAR(y.tree.v[1].share, 0.3825208447887177, 1e-11);
	CHECK_NEAR(y.tree.v[2].share, 0.4552454832930576, 1e-11);
	CHECK_NEAR(y.tree.share_of_time, 0.10268530277484209, 1e-11);
	CHECK_NEAR(y.tree.v[1].share_of_uncertainty, 0.24361810622107077, 1e-11);
	CHECK_NEAR(y.tree.v[2].share_of_uncertainty, 0.7455462109531983, 1e-11);
	as_experiment_free(x);
}

static void without_builds_executions_lie_in_their_session(void **state)
{
	static const double values[1][5][3] = {{{10, 11, 12}, {20, 21, 19}, {15, 16, 17}}};
	struct as_experiment *x = plain(1, 3, values);
	struct as_summary y;

	(void)state;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(y.tree.n, 2);
	assert_int_equal(y.tree.v[0].level, AS_LEVEL_EXECUTION);
	assert_int_equal(y.tree.v[1].level, AS_LEVEL_SESSION);
	assert_int_equal(y.tree.v[1].r_max, 3);
	CHECK_NEAR(y.mean, 47.0 / 3, 1e-13);
	CHECK_NEAR(y.tree.v[0].s2, 1, 1e-13);
	CHECK_NEAR(y.tree.v[1].s2, 61.0 / 3, 1e-13); /* of 11, 20, 16 */
	CHECK_NEAR(y.tree.v[1].t2, 20, 1e-13);
	as_experiment_free(x);
}

static void a_single_build_in_each_session_is_merged_into_it(void **state)
{
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "a");
	struct as_summary y;

	(void)state;
	x->criterion = AS_METRIC_WALL;
	x->by_mean = true;
	x->plan.builds = 1;
	x->plan.builds_state = AS_BUILDS_DIFFER;
	for (uint32_t k = 0; k < 2; k++) {
		add_unit(s, AS_LEVEL_SESSION, 0, AS_NO_ROUND);
		add_unit(s, AS_LEVEL_BUILD, k, AS_NO_ROUND);
		for (uint32_t r = 0; r < 2; r++)
			add_wall(s, k, 2 * k + r, 10 + 4 * k + r);
	}
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(y.tree.n, 3);
	assert_true(y.tree.v[0].repeated);
	assert_false(y.tree.v[1].repeated);
	assert_true(y.tree.v[2].repeated);
	CHECK_NEAR(y.tree.v[0].s2, 0.5, 1e-13);
	CHECK_NEAR(y.tree.v[2].s2, 8, 1e-13);
	as_experiment_free(x);
}

static void one_session_with_results_is_no_level(void **state)
{
	static const double values[1][5][3] = {{{10, 11, 12}, {20, 21, 19}}};
	struct as_experiment *x = plain(1, 2, values);
	struct as_summary y;

	(void)state;
	for (size_t e = 3; e < 6; e++)
		assert_true(as_packed_set(
			&x->subjects[0].levels[AS_LEVEL_EXECUTION].units[AS_UNIT_ENDING], e,
			AS_ENDED_FAILED));
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_int_equal(y.tree.n, 1);
	assert_int_equal(y.n_top, 3);
	as_experiment_free(x);
}

static const double two[2][5][3] = {{{10, 11, 12}, {20, 21, 19}, {15, 16, 17}},
	{{11, 12, 14}, {23, 22, 21}, {17, 16, 19}}};

static bool has(const struct as_findings *f, enum as_finding_id id)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].id == (int)id)
			return true;
	return false;
}

static void subjects_are_compared_by_their_ratio_in_each_session(void **state)
{
	struct as_experiment *x = plain(2, 3, two);
	struct as_comparison c;

	(void)state;
	x->by_mean = false;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.method, AS_COMPARE_PAIRED);
	assert_true(c.of.sessions);
	assert_int_equal(c.n, 3);
	CHECK_NEAR(c.ratio, 1.101406221134811, 2e-3); /* of typical runs it is nearly that of geometric means */
	assert_true(c.lo > 1 && c.lo < c.ratio && c.ratio < c.hi);
	CHECK_NEAR(c.df, 2, 1e-12);
	assert_int_equal(c.verdict, AS_VERDICT_SLOWER);
	as_experiment_free(x);
}

static void two_sessions_give_an_interval_and_no_verdict(void **state)
{
	struct as_experiment *x = plain(2, 2, two);
	struct as_comparison c;

	(void)state;
	x->by_mean = false;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(has(&c.findings, AS_FINDING_TOO_FEW_SESSIONS));
	assert_true(c.lo < c.ratio && c.ratio < c.hi);
	as_experiment_free(x);
}

static void a_second_look_has_an_interval_and_no_verdict(void **state)
{
	struct as_experiment *x = plain(2, 3, two);
	struct as_comparison c;

	(void)state;
	x->by_mean = false;
	x->second_look = true;
	assert_int_equal(as_compare_subjects(x, AS_METRIC_WALL, &c, NULL), AS_OK);
	assert_int_equal(c.verdict, AS_VERDICT_NONE);
	assert_true(has(&c.findings, AS_FINDING_SECOND_LOOK));
	CHECK_NEAR(c.ratio, 1.101406221134811, 2e-3);
	as_experiment_free(x);
}

static void a_second_look_at_one_command_is_said(void **state)
{
	static const double values[] = {10, 11, 12, 11, 10, 13};
	struct as_experiment *x = sample(1, 6, values);
	struct as_summary y;

	(void)state;
	x->second_look = true;
	assert_int_equal(as_summarise(x, 0, AS_METRIC_WALL, &y, NULL), AS_OK);
	assert_true(has(&y.findings, AS_FINDING_SECOND_LOOK));
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_interval_is_of_the_sessions_means),
		cmocka_unit_test(builds_are_crossed_with_rounds_in_each_session),
		cmocka_unit_test(without_builds_executions_lie_in_their_session),
		cmocka_unit_test(a_single_build_in_each_session_is_merged_into_it),
		cmocka_unit_test(one_session_with_results_is_no_level),
		cmocka_unit_test(subjects_are_compared_by_their_ratio_in_each_session),
		cmocka_unit_test(two_sessions_give_an_interval_and_no_verdict),
		cmocka_unit_test(a_second_look_has_an_interval_and_no_verdict),
		cmocka_unit_test(a_second_look_at_one_command_is_said),
	};

	samples_of_means = true;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
