/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "campaign/campaign.h"

/* Hands that measure nothing, and write down what they are asked. */
struct told {
	struct as_text t;
	size_t fails;             /* this piece, from 1 */
	enum as_status raised;
};

static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	struct told *told = context;

	(void)out;
	as_text_addf(&told->t, "%s %u;", piece->name, piece->request.amount.runs);
	return --told->fails ? AS_OK : as_fail(err, AS_ERR_BENCH, "%s failed", piece->name);
}

static void note(void *context, enum as_status st)
{
	struct told *told = context;

	told->raised = st;
}

/* Three pieces, and an end that fails where it is to. */
static enum as_status next(struct as_campaign *c, struct as_piece *out, struct as_err *err)
{
	static const char *const names[] = {"a", "b", "c"};

	(void)err;
	if (c->n == 3)
		return AS_OK;
	*out = (struct as_piece){.name = names[c->n], .request = *c->request};
	out->request.amount.runs += (uint32_t)c->n;
	return AS_OK;
}

static enum as_status end(struct as_campaign *c, struct as_err *err)
{
	struct told *told = c->hands->context;

	as_text_addf(&told->t, "end of %zu;", c->n);
	return c->group ? as_fail(err, AS_ERR_STORE, "no end") : AS_OK;
}

static const struct as_campaign_kind three = {.name = "three", .next = next, .end = end};

static enum as_status conduct(struct told *told, uint32_t group, struct as_err *err)
{
	const struct as_hands hands = {.context = told, .measure = measure, .raise = note};
	const struct as_request r = {.amount.runs = 5};
	struct as_campaign c = {.hands = &hands, .request = &r, .group = group};

	return as_campaign_conduct(&three, &c, err);
}

static void pieces_are_measured_in_their_order_and_then_comes_the_end(void **state)
{
	struct told told = {0};

	(void)state;
	assert_int_equal(conduct(&told, 0, NULL), AS_OK);
	assert_string_equal(as_text_str(&told.t), "a 5;b 6;c 7;end of 3;");
	as_text_release(&told.t);
}

static void what_fails_is_told_and_the_kind_decides_whether_it_goes_on(void **state)
{
	struct told told = {.fails = 2};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(conduct(&told, 0, &err), AS_ERR_BENCH);
	assert_string_equal(err.msg, "b failed");
	assert_string_equal(as_text_str(&told.t), "a 5;b 6;c 7;end of 3;");
	as_text_release(&told.t);
}

static void what_goes_wrong_later_is_told_behind_it(void **state)
{
	struct told told = {.fails = 1};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(conduct(&told, 1, &err), AS_ERR_BENCH);
	assert_string_equal(err.msg, "a failed; and no end");
	assert_int_equal(told.raised, AS_ERR_STORE);
	as_text_release(&told.t);
}

static void every_kind_has_a_name_of_its_own(void **state)
{
	(void)state;
	for (size_t i = 0; i < as_campaign_kinds_known; i++) {
		assert_non_null(as_campaign_kinds[i]->next);
		assert_non_null(as_campaign_kinds[i]->end);
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(
				as_campaign_kinds[i]->name, as_campaign_kinds[k]->name);
	}
}

static enum as_status complain(void *context, struct as_text *t, struct as_err *err)
{
	struct told *told = context;

	(void)err;
	as_text_add(&told->t, strstr(as_text_str(t), "b failed") ? "told;" : "untold;");
	return AS_OK;
}

static enum as_status review(void *context, struct as_campaign *c, struct as_err *err)
{
	struct told *told = context;

	(void)err;
	as_text_addf(&told->t, "review of %zu;", c->n);
	return AS_OK;
}

static void a_benchmark_that_fails_is_told_in_its_place_and_the_suite_goes_on(void **state)
{
	struct as_suite_benchmark v[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
	const struct as_suite suite = {.v = v, .n = 3};
	struct told told = {.fails = 2};
	const struct as_hands hands = {.context = &told, .measure = measure, .raise = note,
		.complain = complain, .review = review};
	struct as_campaign c = {.hands = &hands, .suite = &suite, .style = {.width = 80}};

	(void)state;
	assert_int_equal(as_campaign_conduct(&as_kind_check, &c, NULL), AS_OK);
	assert_string_equal(as_text_str(&told.t), "a 0;b 0;told;c 0;review of 3;");
	assert_int_equal(told.raised, AS_ERR_BENCH);
	assert_int_equal(c.ended.failed, 1);
	assert_int_equal(c.ended.done, 2);
	as_text_release(&told.t);
}

static void one_budget_is_divided_among_what_is_left(void **state)
{
	const int64_t shares[] = {1, 2, 1};
	struct as_campaign_budget b = {.shares = shares, .n = 3};

	(void)state;
	assert_int_equal(as_campaign_share(&b, 1), 2); /* only a plan is wanted */
	b.until_ns = 1; /* long ago: but each gets something */
	assert_int_equal(as_campaign_share(&b, 0), 1);
	b.until_ns = INT64_MAX / 2;
	assert_true(as_campaign_share(&b, 1) > as_campaign_share(&b, 0));
	b.shares = NULL;
	assert_true(as_campaign_share(&b, 2) > as_campaign_share(&b, 0));
	assert_int_equal(as_campaign_share(&(struct as_campaign_budget){0}, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_measured_in_their_order_and_then_comes_the_end),
		cmocka_unit_test(what_fails_is_told_and_the_kind_decides_whether_it_goes_on),
		cmocka_unit_test(what_goes_wrong_later_is_told_behind_it),
		cmocka_unit_test(every_kind_has_a_name_of_its_own),
		cmocka_unit_test(
			a_benchmark_that_fails_is_told_in_its_place_and_the_suite_goes_on),
		cmocka_unit_test(one_budget_is_divided_among_what_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
