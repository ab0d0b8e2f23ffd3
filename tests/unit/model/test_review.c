/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/answer/compared/review.h"

static const struct as_metric a_time = {"time", "ns", AS_BETTER_LESS, AS_LEVEL_EXECUTION, NULL};
static const struct as_metric a_rate = {"rate", "1/s", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};

static struct as_review_row of_verdict(enum as_verdict_word verdict, const struct as_metric *m)
{
	return (struct as_review_row){.metric = m, .c = {.verdict = verdict, .ratio = 1.1}};
}

static struct as_review_row of_states(enum as_side_state base, enum as_side_state head)
{
	return (struct as_review_row){.side = {{.state = base}, {.state = head}}, .metric = &a_time,
		.c = {.verdict = AS_VERDICT_SLOWER}};
}

static void assert_kind(struct as_review_row row, enum as_review_kind kind)
{
	assert_int_equal(as_review_kind_of(&row), kind);
}

static void more_is_worse_of_a_time_and_better_of_a_rate(void **state)
{
	(void)state;
	assert_kind(of_verdict(AS_VERDICT_SLOWER, &a_time), AS_REVIEW_WORSE);
	assert_kind(of_verdict(AS_VERDICT_FASTER, &a_time), AS_REVIEW_BETTER);
	assert_kind(of_verdict(AS_VERDICT_SLOWER, &a_rate), AS_REVIEW_BETTER);
	assert_kind(of_verdict(AS_VERDICT_FASTER, &a_rate), AS_REVIEW_WORSE);
}

static void what_no_verdict_stands_for_is_undecided(void **state)
{
	(void)state;
	assert_kind(of_verdict(AS_VERDICT_UNDECIDED, &a_time), AS_REVIEW_UNDECIDED);
	assert_kind(of_verdict(AS_VERDICT_NONE, &a_time), AS_REVIEW_UNDECIDED);
	assert_kind(of_verdict(AS_VERDICT_SLOWER_SMALL, &a_time), AS_REVIEW_SMALL);
	assert_kind(of_verdict(AS_VERDICT_EQUIVALENT, &a_time), AS_REVIEW_SAME);
	assert_kind(of_verdict(AS_VERDICT_IDENTICAL, &a_time), AS_REVIEW_SAME);
}

static void newly_failing_is_never_slower(void **state)
{
	(void)state;
	assert_kind(of_states(AS_SIDE_MEASURED, AS_SIDE_FAILED), AS_REVIEW_BROKEN);
	assert_kind(of_states(AS_SIDE_MEASURED, AS_SIDE_NOT_BUILT), AS_REVIEW_BROKEN);
	assert_kind(of_states(AS_SIDE_NOT_BUILT, AS_SIDE_FAILED), AS_REVIEW_FAILING);
	assert_kind(of_states(AS_SIDE_ABSENT, AS_SIDE_FAILED), AS_REVIEW_FAILING);
	assert_kind(of_states(AS_SIDE_FAILED, AS_SIDE_MEASURED), AS_REVIEW_MENDED);
	assert_kind(of_states(AS_SIDE_ABSENT, AS_SIDE_MEASURED), AS_REVIEW_NEW);
	assert_kind(of_states(AS_SIDE_MEASURED, AS_SIDE_ABSENT), AS_REVIEW_GONE);
	assert_kind(of_states(AS_SIDE_SAME, AS_SIDE_SAME), AS_REVIEW_IDENTICAL);
}

static void rows_and_gates_are_counted_over_all(void **state)
{
	struct as_gated gated[] = {{.state = AS_GATE_FAILED}, {.state = AS_GATE_PASSED}};
	struct as_review_row rows[] = {
		{.kind = AS_REVIEW_WORSE, .gates = {.v = gated, .n = 2}},
		{.kind = AS_REVIEW_WORSE, .gates = {.v = gated, .n = 1}},
		{.kind = AS_REVIEW_SAME},
	};
	const struct as_review r = {.v = rows, .n = 3};

	(void)state;
	assert_int_equal(as_review_count(&r, AS_REVIEW_WORSE), 2);
	assert_int_equal(as_review_count(&r, AS_REVIEW_BROKEN), 0);
	assert_int_equal(as_review_gates(&r, AS_GATE_FAILED), 2);
	assert_int_equal(as_review_gates(&r, AS_GATE_UNDECIDED), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(more_is_worse_of_a_time_and_better_of_a_rate),
		cmocka_unit_test(what_no_verdict_stands_for_is_undecided),
		cmocka_unit_test(newly_failing_is_never_slower),
		cmocka_unit_test(rows_and_gates_are_counted_over_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
