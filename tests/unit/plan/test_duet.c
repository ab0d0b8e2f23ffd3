/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds of two that run at the same time. */
#include "driver.h"
#include "model/kept/duet_rounds.h"

static void begin_duet(struct driven *d, const struct as_schedule_rule *rule, size_t n)
{
	driven_open(d, rule, n, false);
	d->x->plan.design = AS_DESIGN_DUET;
}

/* The next execution of that role from *at on; NULL: there is none. */
static const struct as_step *find(const struct driven *d, enum as_role role, size_t *at)
{
	for (; *at < d->n_log; ++*at)
		if (d->log[*at].kind == AS_STEP_EXECUTE && d->log[*at].role == role)
			return &d->log[(*at)++];
	return NULL;
}

static void the_two_of_a_round_go_out_together_and_sides_are_swapped_in_every_second(void **state)
{
	struct as_schedule_rule rule = plain();
	size_t swapped = 0;

	(void)state;
	rule.amount.runs = 40;
	for (uint64_t seed = 1; seed < 5; seed++) {
		struct driven d = {.seed = seed, .mean_s = 0.01, .spread = 0.01, .ahead = 2};
		size_t at = 0, before = 2;
		begin_duet(&d, &rule, 2);
		run_all(&d);
		for (uint32_t round = 0; round < 40; round++) {
			const struct as_step *x = find(&d, AS_ROLE_MEASURED, &at);
			assert_non_null(x);
			const struct as_step *y = &d.log[at++];
			assert_int_equal(x->beside, AS_BESIDE_NEXT);
			assert_int_equal(y->beside, AS_BESIDE_LAST);
			assert_int_equal(x->round, round);
			assert_int_equal(y->round, round);
			assert_int_equal(x->subject + y->subject, 1);
			assert_true(x->order < y->order);
			if (as_duet_is_second(round))
				assert_int_not_equal(x->subject, before);
			else
				swapped += x->subject;
			before = x->subject;
		}
		assert_int_equal(measured(&d), 80);
		assert_int_equal(d.x->plan.done, 40);
		driven_close(&d);
	}
	assert_in_range(swapped, 20, 60); /* of 80 pairs */
}

static void both_take_turns_after_each_of_the_first_six_pairs_then_after_every_fourth(void **state)
{
	static const uint32_t after[] = {1, 3, 5, 7, 9, 11, 15, 23, 31, 39};
	struct driven d = {.seed = 7, .mean_s = 0.01, .spread = 0.01};
	struct as_schedule_rule rule = plain();
	size_t at = 0;

	(void)state;
	rule.amount.runs = 40;
	begin_duet(&d, &rule, 2);
	run_all(&d);
	for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
		const struct as_step *x = find(&d, AS_ROLE_TURNS, &at);
		assert_non_null(x);
		const struct as_step *y = find(&d, AS_ROLE_TURNS, &at);
		assert_non_null(y);
		assert_int_equal(x->beside, AS_BESIDE_NONE);
		assert_int_equal(x->round, after[i]);
		assert_int_equal(y->round, after[i]);
		assert_int_equal(x->subject + y->subject, 1);
	}
	assert_null(find(&d, AS_ROLE_TURNS, &at));
	driven_close(&d);
}

static void a_precision_is_planned_in_whole_pairs(void **state)
{
	struct driven d = {.seed = 3, .mean_s = 0.02, .spread = 0.05};
	const struct as_schedule_rule rule = plain();

	(void)state;
	begin_duet(&d, &rule, 2);
	run_all(&d);
	assert_int_equal(d.x->plan.stopping, AS_STOP_TWO_STAGE);
	assert_int_equal(d.x->plan.stage1 % 2, 0);
	assert_true(d.x->plan.stage1 >= 2 * AS_DUET_PAIRS);
	assert_int_equal(d.x->plan.planned % 2, 0);
	assert_true(d.x->plan.planned > d.x->plan.stage1);
	driven_close(&d);
}

static void hooks_before_the_two_come_before_both_and_those_behind_behind(void **state)
{
	struct driven d = {.seed = 5, .mean_s = 0.01};
	struct as_schedule_rule rule = plain();
	const struct as_schedule_subject subjects[] = {
		{.lead = 0, .program = AS_NO_PROGRAM, .prepare = true},
		{.lead = 1, .program = AS_NO_PROGRAM, .prepare = true, .conclude = true}};
	size_t at = 0;
	uint32_t free_from = 0;

	(void)state;
	rule.amount.runs = 6;
	begin_duet(&d, &rule, 2);
	as_schedule_free(d.s);
	assert_int_equal(as_schedule_new(&rule, subjects, d.x, &d.s, NULL), AS_OK);
	run_all(&d);
	for (const struct as_step *x; (x = find(&d, AS_ROLE_MEASURED, &at));) {
		const struct as_step *y = &d.log[at++];
		assert_true(x->order >= free_from + 2);
		assert_int_equal(y->order, x->order + 1);
		free_from = y->order + 3;
	}
	driven_close(&d);
}

static void a_duet_is_of_two(void **state)
{
	for (size_t n = 1; n < 4; n += 2) {
		struct driven d = {.seed = 2, .mean_s = 0.01};
		const struct as_schedule_rule rule = plain();
		struct as_step step = {.kind = AS_STEP_WAIT};
		struct as_err err = {0};
		enum as_status st = AS_OK;

		(void)state;
		begin_duet(&d, &rule, n);
		while (!st && step.kind != AS_STEP_DONE) {
			st = as_schedule_next(d.s, d.now_s, &step, &err);
			if (!st && step.kind == AS_STEP_EXECUTE)
				driven_do(&d, &step);
		}
		assert_int_equal(st, AS_ERR_USAGE);
		assert_non_null(strstr(err.msg, "a duet is of two"));
		driven_close(&d);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_two_of_a_round_go_out_together_and_sides_are_swapped_in_every_second),
		cmocka_unit_test(
			both_take_turns_after_each_of_the_first_six_pairs_then_after_every_fourth),
		cmocka_unit_test(a_precision_is_planned_in_whole_pairs),
		cmocka_unit_test(
			hooks_before_the_two_come_before_both_and_those_behind_behind),
		cmocka_unit_test(a_duet_is_of_two),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
