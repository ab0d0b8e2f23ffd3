/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/joined/extend.h"
#include "model/kept/check.h"

/* An experiment of one subject with two builds (or none) of two executions of two iterations each;
 * times are base + number. */
static struct as_experiment *open(bool builds, double base, uint32_t first_round)
{
	static const struct as_build made[2] = {
		{.code = AS_BUILD_LOADED "1", .layout = "l1", .hash = "h1"},
		{.code = AS_BUILD_LOADED "2", .layout = "l2", .hash = "h2"}};
	const struct as_metric rate = {.name = "rate", .unit = "count", .level = AS_LEVEL_EXECUTION};
	struct as_experiment *x = as_experiment_new();
	struct as_subject *s = as_experiment_add_subject(x, "a", "./a");
	size_t e = 0, metric = 0;

	x->uuid = base < 50 ? "0123456789abcdef0123456789abcdef" : "fedcba9876543210fedcba9876543210";
	x->started_ns = (int64_t)base;
	x->ended_ns = (int64_t)base + 9;
	x->plan.seed = (uint64_t)base;
	x->plan.planned = x->plan.done = 2;
	x->plan.builds = builds ? 2 : 0;
	x->plan.builds_state = builds ? AS_BUILDS_DIFFER : AS_BUILDS_NONE;
	x->machine.boot_id = base < 50 ? "first" : "second";
	if (base > 50) /* so that the numbers of metrics differ */
		assert_int_equal(as_experiment_metric(x, &(struct as_metric){.name = "other",
			.unit = "count", .level = AS_LEVEL_EXECUTION}, &metric, NULL), AS_OK);
	assert_int_equal(as_experiment_metric(x, &rate, &metric, NULL), AS_OK);
	for (uint32_t k = 0; builds && k < 2; k++)
		assert_int_equal(as_subject_add_build(s, &x->arena,
			&(struct as_unit){.round = AS_NO_ROUND, .seed = k}, &made[k], NULL), AS_OK);
	for (uint32_t i = 0; i < 4; i++) {
		const struct as_unit u = {.parent = builds ? i % 2 : 0, .round = first_round + i / 2,
			.order = i};
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, metric, base + i, NULL), AS_OK);
		for (uint32_t n = 0; n < 2; n++) {
			size_t at = s->levels[AS_LEVEL_ITERATION].n;
			assert_int_equal(as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, NULL), AS_OK);
			assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, at, AS_METRIC_TIME,
				base + 10 * i + n, NULL), AS_OK);
		}
	}
	assert_int_equal(as_subject_note(s, &x->arena, AS_LEVEL_EXECUTION, 3, "why", NULL), AS_OK);
	return x;
}

static void a_session_has_its_own_builds_and_executions(void **state)
{
	static const uint32_t of_build[] = {0, 0, 1, 1}, of_execution[] = {0, 1, 0, 1, 2, 3, 2, 3};
	struct as_experiment *x = open(true, 10, 0), *more = open(true, 100, 2);
	const struct as_subject *s = x->subjects;

	(void)state;
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_SESSION, NULL), AS_OK);
	as_experiment_free(more);
	assert_int_equal(as_experiment_sessions(x), 2);
	assert_int_equal(as_unit_at(&s->levels[AS_LEVEL_SESSION], 1).started_ns, 100);
	assert_int_equal(as_unit_at(&s->levels[AS_LEVEL_SESSION], 1).seed, 100);
	assert_int_equal(as_experiment_session_began(x), 100);
	assert_int_equal(s->n_builds, 4);
	for (size_t k = 0; k < 4; k++)
		assert_int_equal(as_unit_parent(&s->levels[AS_LEVEL_BUILD], k), of_build[k]);
	assert_string_equal(s->builds[3].layout, "l2");
	for (size_t e = 0; e < 8; e++)
		assert_int_equal(as_unit_parent(&s->levels[AS_LEVEL_EXECUTION], e), of_execution[e]);
	x->reference = 0;
	assert_int_equal(as_experiment_check(x, NULL), AS_OK);
	as_experiment_free(x);
}

static void values_and_notes_come_along(void **state)
{
	struct as_experiment *x = open(true, 10, 0), *more = open(true, 100, 2);
	const struct as_subject *s = x->subjects;

	(void)state;
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_SESSION, NULL), AS_OK);
	as_experiment_free(more);
	size_t rate = as_experiment_find_metric(x, "rate");
	const struct as_column *c = as_subject_column(s, AS_LEVEL_EXECUTION, rate);
	assert_true(as_column_at(c, 3) > 12.5 && as_column_at(c, 3) < 13.5);
	assert_true(as_column_at(c, 7) > 102.5 && as_column_at(c, 7) < 103.5);
	c = as_subject_column(s, AS_LEVEL_ITERATION, AS_METRIC_TIME);
	assert_int_equal(as_iterations_of(s, 5).from, 10);
	assert_true(as_column_at(c, 15) > 130.5 && as_column_at(c, 15) < 131.5);
	assert_int_equal(s->n_notes, 2);
	assert_int_equal(s->notes[1].unit, 7);
	assert_string_equal(s->notes[1].text, "why");
	as_experiment_free(x);
}

static void the_whole_names_what_it_was_and_ends_where_the_new_part_ends(void **state)
{
	struct as_experiment *x = open(true, 10, 0), *more = open(true, 100, 2);

	(void)state;
	x->shown = true;
	x->plan.stopping = AS_STOP_TWO_STAGE;
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_SESSION, NULL), AS_OK);
	as_experiment_free(more);
	assert_string_equal(x->extends, "0123456789abcdef0123456789abcdef");
	assert_string_equal(x->uuid, "fedcba9876543210fedcba9876543210");
	assert_true(x->second_look);
	assert_false(x->shown);
	assert_int_equal(x->started_ns, 10);
	assert_int_equal(x->ended_ns, 109);
	assert_string_equal(x->machine.boot_id, "second");
	assert_int_equal(x->plan.stopping, AS_STOP_FIXED);
	assert_int_equal(x->plan.done, 4);
	assert_int_equal(x->plan.planned, 2);
	as_experiment_free(x);
}

static void what_nobody_saw_makes_no_second_look(void **state)
{
	struct as_experiment *x = open(false, 10, 0), *more = open(false, 100, 2);

	(void)state;
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_SESSION, NULL), AS_OK);
	assert_false(x->second_look);
	as_experiment_free(more);
	as_experiment_free(x);
}

static void without_builds_executions_belong_to_their_session(void **state)
{
	struct as_experiment *x = open(false, 10, 0), *more = open(false, 100, 2);
	const struct as_level *l = &x->subjects[0].levels[AS_LEVEL_EXECUTION];

	(void)state;
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_SESSION, NULL), AS_OK);
	assert_int_equal(as_unit_parent(l, 3), 0);
	assert_int_equal(as_unit_parent(l, 4), 1);
	assert_int_equal(as_experiment_check(x, NULL), AS_OK);
	/* A third session, and more of it. */
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_SESSION, NULL), AS_OK);
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_ROUNDS, NULL), AS_OK);
	assert_int_equal(as_experiment_sessions(x), 3);
	assert_int_equal(as_unit_parent(l, 15), 2);
	assert_int_equal(as_experiment_check(x, NULL), AS_OK);
	as_experiment_free(more);
	as_experiment_free(x);
}

static void more_rounds_make_no_session(void **state)
{
	struct as_experiment *x = open(false, 10, 0), *more = open(false, 100, 2);

	(void)state;
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_ROUNDS, NULL), AS_OK);
	assert_int_equal(as_experiment_sessions(x), 1);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_SESSION].n, 0);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_EXECUTION].n, 8);
	assert_int_equal(x->plan.planned, 4);
	assert_int_equal(as_experiment_session_began(x), 10);
	as_experiment_free(more);
	as_experiment_free(x);
}

static void expect_refused(struct as_experiment *x, struct as_experiment *more, const char *words)
{
	struct as_err err = {0};

	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_SESSION, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, words);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_EXECUTION].n, 4);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_SESSION].n, 0);
	assert_null(x->extends);
}

static void what_is_not_the_same_is_refused_and_changes_nothing(void **state)
{
	struct as_experiment *x = open(true, 10, 0), *more = open(true, 100, 2);

	(void)state;
	more->criterion = AS_METRIC_WALL;
	expect_refused(x, more, "its criterion is wall and not time");
	more->criterion = AS_METRIC_TIME;
	more->subjects[0].command = "./b";
	more->subjects[0].name = "b";
	expect_refused(x, more, "'b' is not 'a'");
	more->subjects[0].name = "a";
	more->subjects[0].command = "./a";
	more->plan.builds_state = AS_BUILDS_IDENTICAL;
	expect_refused(x, more, "its builds do not differ as those of the other do");
	as_experiment_free(more);
	as_experiment_free(x);
}

static void a_metric_in_another_unit_is_refused(void **state)
{
	struct as_experiment *x = open(false, 10, 0), *more = open(false, 100, 2);

	(void)state;
	more->metrics[as_experiment_find_metric(more, "rate")].unit = "MB/s";
	expect_refused(x, more,
		"its rate is in MB/s, at another level or of another direction than that in count");
	as_experiment_free(more);
	as_experiment_free(x);
}

static void layouts_drawn_in_another_way_are_refused(void **state)
{
	struct as_experiment *x = open(true, 10, 0), *more = open(true, 100, 2);
	struct as_fact mold = {AS_FACT_STATE, AS_FACT_LAYOUT, "by mold"};

	(void)state;
	x->machine.facts = &mold;
	x->machine.n_facts = 1;
	expect_refused(x, more, "its layouts are drawn in another way than those of the other");
	as_experiment_free(more);
	as_experiment_free(x);
}

static void a_changed_program_is_refused(void **state)
{
	struct as_experiment *x = open(false, 10, 0), *more = open(false, 100, 2);

	(void)state;
	x->subjects[0].executable_hash = "1";
	more->subjects[0].executable_hash = "2";
	expect_refused(x, more, "the program of 'a' has changed");
	as_experiment_free(more);
	as_experiment_free(x);
}

static void builds_that_were_all_the_same_must_stay_so(void **state)
{
	struct as_experiment *x = open(true, 10, 0), *more = open(true, 100, 2);

	(void)state;
	x->subjects[0].builds[1] = x->subjects[0].builds[0];
	more->subjects[0].builds[0].code = more->subjects[0].builds[1].code =
		AS_BUILD_LOADED "another";
	expect_refused(x, more, "the build of 'a' makes another program");
	as_experiment_free(more);
	as_experiment_free(x);
}

static void more_of_what_was_decided_is_a_second_look_also_if_nobody_saw_it(void **state)
{
	struct as_experiment *x = open(false, 10, 0), *more = open(false, 100, 2);

	(void)state;
	x->plan.decide = true;
	x->plan.first_look = x->plan.last_look = 2;
	assert_int_equal(as_experiment_extend(x, more, AS_EXTEND_ROUNDS, NULL), AS_OK);
	assert_true(x->second_look);
	assert_false(x->plan.decide);
	assert_int_equal(x->plan.first_look + x->plan.last_look, 0);
	assert_int_equal(as_experiment_check(x, NULL), AS_OK);
	as_experiment_free(x);
	as_experiment_free(more);
}

static void sessions_that_began_in_the_middle_of_a_plan_are_counted(void **state)
{
	struct as_fact facts[] = {{AS_FACT_STATE, "sessions", "of tea"}, {AS_FACT_STATE, "resumed.2", "x"},
		{AS_FACT_STATE, "session.3", "x"}, {AS_FACT_STATE, "paused.4", "x"}};
	struct as_experiment *x = open(false, 10, 0);

	(void)state;
	assert_int_equal(as_experiment_stretches(x), 1);
	x->machine.facts = facts;
	x->machine.n_facts = 2; /* gone on with in the same session */
	assert_int_equal(as_experiment_stretches(x), 1);
	x->machine.n_facts = 4;
	assert_int_equal(as_experiment_stretches(x), 3);
	assert_int_equal(as_experiment_sessions(x), 1); /* they are no level */
	as_experiment_free(x);
}

static void what_ran_in_one_piece_took_from_its_begin_to_its_end(void **state)
{
	struct as_fact facts[] = {{AS_FACT_STATE, "resumed.2", "x"}, {AS_FACT_STATE, "paused.2", "x"}};
	struct as_experiment *x = open(false, 10, 0);

	(void)state;
	x->ended_ns = x->started_ns + 3400000000;
	assert_true(fabs(as_experiment_elapsed_s(x) - 3.4) < 1e-9);
	x->machine.n_facts = 1;
	for (size_t i = 0; i < 2; i++) {
		x->machine.facts = &facts[i];
		assert_true(as_experiment_elapsed_s(x) <= 0);
	}
	x->machine.n_facts = 0;
	x->extends = "fedcba9876543210fedcba9876543210";
	assert_true(as_experiment_elapsed_s(x) <= 0);
	x->extends = NULL;
	x->ended_ns = x->started_ns; /* of another tool's file */
	assert_true(as_experiment_elapsed_s(x) <= 0);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_ran_in_one_piece_took_from_its_begin_to_its_end),
		cmocka_unit_test(more_of_what_was_decided_is_a_second_look_also_if_nobody_saw_it),
		cmocka_unit_test(sessions_that_began_in_the_middle_of_a_plan_are_counted),
		cmocka_unit_test(a_session_has_its_own_builds_and_executions),
		cmocka_unit_test(values_and_notes_come_along),
		cmocka_unit_test(the_whole_names_what_it_was_and_ends_where_the_new_part_ends),
		cmocka_unit_test(what_nobody_saw_makes_no_second_look),
		cmocka_unit_test(without_builds_executions_belong_to_their_session),
		cmocka_unit_test(more_rounds_make_no_session),
		cmocka_unit_test(what_is_not_the_same_is_refused_and_changes_nothing),
		cmocka_unit_test(a_metric_in_another_unit_is_refused),
		cmocka_unit_test(layouts_drawn_in_another_way_are_refused),
		cmocka_unit_test(a_changed_program_is_refused),
		cmocka_unit_test(builds_that_were_all_the_same_must_stay_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
