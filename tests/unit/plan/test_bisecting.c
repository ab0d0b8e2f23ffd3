/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bisection as a machine, driven by drawn values. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/bisecting.h"
#include "stat/dist/dist.h"
#include "stat/dist/random.h"

enum { RUNS = 300 };

/* What is bisected: up to two steps, in standard deviations of a value. */
struct drawn {
	size_t n, culprit[2];
	double step[2];
	size_t dead_from, dead_to; /* these do not build; 0: all do */
	double state;              /* of the machine: it lasts from a round to the next, with 0.95 */
	size_t same; /* as the one before it, which shows when both are measured; 0: none */
	size_t at_once;
	struct as_random random;
};

struct came {
	struct as_bisecting b;
	size_t executions;
	size_t told; /* how often it has shown */
};

static double normal(struct as_random *r)
{
	double u = ((double)(as_random_u64(r) >> 11) + 0.5) * 0x1p-53, z;

	assert_int_equal(as_normal_quantile(u, &z), AS_OK);
	return z;
}

static double level(const struct drawn *d, size_t commit)
{
	double y = 0;

	for (size_t i = 0; i < 2; i++)
		y += d->culprit[i] && commit >= d->culprit[i] ? d->step[i] : 0;
	return y;
}

static bool is_dead(const struct drawn *d, size_t commit)
{
	return d->dead_from && commit >= d->dead_from && commit <= d->dead_to;
}

static size_t dead_of(const struct drawn *d, const struct as_bisecting_step *s)
{
	for (size_t i = 2; i < s->n; i++)
		if (is_dead(d, s->commit[i]))
			return s->commit[i];
	return 0;
}

static bool has(const struct as_bisecting_step *s, size_t commit)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->commit[i] == commit)
			return true;
	return false;
}

static void tell_same(const struct drawn *d, const struct as_bisecting_step *s, struct came *c)
{
	if (!d->same || !has(s, d->same) || !has(s, d->same - 1))
		return;
	c->told++;
	assert_int_equal(as_bisecting_same(&c->b, d->same, NULL), AS_OK);
}

static struct came bisect(struct drawn *d, struct as_arena *a)
{
	struct came c = {0};
	struct as_bisecting_step s;
	double state = 0;

	assert_int_equal(as_bisecting_open(&c.b, d->n, a, NULL), AS_OK);
	if (d->at_once)
		c.b.at_once = d->at_once;
	while (as_bisecting_next(&c.b, &s)) {
		double y[AS_BISECT_MOST * AS_BISECTING_TOGETHER];
		assert_true(s.n >= 2 && s.n <= AS_BISECTING_TOGETHER && s.rounds > 0);
		if (dead_of(d, &s)) {
			assert_int_equal(as_bisecting_skip(&c.b, dead_of(d, &s), NULL), AS_OK);
			continue;
		}
		for (size_t r = 0; r < s.rounds; r++) {
			state = .95 * state + d->state * sqrt(1 - .95 * .95) * normal(&d->random);
			for (size_t i = 0; i < s.n; i++)
				y[r * s.n + i] = level(d, s.commit[i]) + state + normal(&d->random);
		}
		c.executions += s.rounds * s.n;
		assert_true(c.executions < 3000);
		assert_int_equal(as_bisecting_take(&c.b, &s, y, NULL), AS_OK);
		tell_same(d, &s, &c);
	}
	return c;
}

static void begin(struct drawn *d, uint64_t i)
{
	as_random_init(&d->random, 71, AS_RANDOM_TEST, i);
}

static void a_step_of_three_is_found_among_64_also_where_the_machine_has_a_state(void **state)
{
	size_t right = 0, executions = 0;

	(void)state;
	for (size_t i = 0; i < RUNS; i++) {
		struct as_arena a = {0};
		struct drawn d = {.n = 64, .culprit = {1 + i * 7 % 64}, .step = {i % 2 ? 3 : -3},
			.state = 2};
		begin(&d, i);
		const struct came c = bisect(&d, &a);
		assert_int_equal(c.b.outcome, AS_BISECTING_FOUND);
		right += c.b.found[0].first == d.culprit[0] && c.b.found[0].last == d.culprit[0];
		executions += c.executions;
		as_arena_release(&a);
	}
	assert_true(right >= RUNS * 98 / 100);
	assert_true(executions < (size_t)RUNS * 110); /* both ends, check and ten rounds before */
}

static void of_two_culprits_one_is_named_at_least(void **state)
{
	size_t named = 0, both = 0;

	(void)state;
	for (size_t i = 0; i < RUNS; i++) {
		struct as_arena a = {0};
		struct drawn d = {.n = 64, .culprit = {10 + i % 9, 40 + i % 13}, .step = {3, 3}};
		bool is[2] = {false, false};
		begin(&d, i);
		const struct came c = bisect(&d, &a);
		for (size_t k = 0; k < c.b.n_found; k++)
			for (size_t j = 0; j < 2; j++)
				is[j] |= c.b.found[k].first == d.culprit[j];
		named += is[0] || is[1];
		both += is[0] && is[1];
		as_arena_release(&a);
	}
	assert_true(named >= RUNS * 97 / 100);
	assert_true(both >= RUNS * 80 / 100);
}

static void commits_that_do_not_build_are_one_answer_with_those_they_hide(void **state)
{
	struct as_arena a = {0};
	struct drawn d = {.n = 32, .culprit = {17}, .step = {6}, .dead_from = 15, .dead_to = 18};

	(void)state;
	begin(&d, 1);
	const struct came c = bisect(&d, &a);
	assert_int_equal(c.b.outcome, AS_BISECTING_FOUND);
	assert_int_equal(c.b.found[0].first, 15);
	assert_int_equal(c.b.found[0].last, 19);
	as_arena_release(&a);
}

static void a_commit_that_is_the_program_before_it_is_never_named(void **state)
{
	size_t told = 0, right = 0;

	(void)state;
	for (size_t i = 0; i < RUNS; i++) {
		struct as_arena a = {0};
		struct drawn d = {.n = 12, .culprit = {6}, .step = {2}, .same = 7, .at_once = 1};
		begin(&d, i);
		const struct came c = bisect(&d, &a);
		for (size_t k = 0; k < c.b.n_found; k++)
			assert_true(!c.told || c.b.found[k].first != d.same);
		told += c.told > 0;
		right += c.b.n_found && c.b.found[0].first == d.culprit[0];
		as_arena_release(&a);
	}
	assert_true(told > RUNS / 10);
	assert_true(right >= RUNS * 95 / 100);
}

static void ends_that_do_not_differ_end_it_before_anything_lies_between(void **state)
{
	struct as_arena a = {0};
	struct drawn d = {.n = 32};

	(void)state;
	begin(&d, 1);
	const struct came c = bisect(&d, &a);
	assert_int_equal(c.b.outcome, AS_BISECTING_ALIKE);
	assert_int_equal(c.b.candidates, 0);
	assert_int_equal(c.executions, 2 * AS_BISECT_MOST);
	as_arena_release(&a);
}

static void the_size_is_that_of_the_culprit_and_the_rest_is_elsewhere(void **state)
{
	size_t size = 0, rest = 0;

	(void)state;
	for (size_t i = 0; i < RUNS; i++) {
		struct as_arena a = {0};
		struct drawn d = {.n = 16, .culprit = {1 + i % 16}, .step = {5}};
		begin(&d, i);
		const struct came c = bisect(&d, &a);
		const struct as_bisecting_found *f = &c.b.found[0];
		size += fabs(f->size - 5) <= f->half;
		rest += fabs(f->rest) <= f->rest_half;
		as_arena_release(&a);
	}
	assert_true(size >= RUNS * 90 / 100);
	assert_true(rest >= RUNS * 93 / 100);
}

static void rounds_with_builds_of_their_own_come_one_by_one(void **state)
{
	struct as_arena a = {0};
	struct drawn d = {.n = 16, .culprit = {5}, .step = {5}, .at_once = 1};

	(void)state;
	begin(&d, 1);
	const struct came c = bisect(&d, &a);
	assert_int_equal(c.b.outcome, AS_BISECTING_FOUND);
	assert_int_equal(c.b.found[0].first, 5);
	as_arena_release(&a);
}

static void a_step_without_a_whole_round_ends_it(void **state)
{
	struct as_arena a = {0};
	struct as_bisecting b;
	struct as_bisecting_step s;
	double y[2 * AS_BISECT_LEAST];

	(void)state;
	assert_int_equal(as_bisecting_open(&b, 4, &a, NULL), AS_OK);
	assert_true(as_bisecting_next(&b, &s));
	for (size_t i = 0; i < 2 * s.rounds; i++)
		y[i] = (double)NAN;
	assert_int_equal(as_bisecting_take(&b, &s, y, NULL), AS_ERR_BENCH);
	as_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_step_of_three_is_found_among_64_also_where_the_machine_has_a_state),
		cmocka_unit_test(of_two_culprits_one_is_named_at_least),
		cmocka_unit_test(commits_that_do_not_build_are_one_answer_with_those_they_hide),
		cmocka_unit_test(a_commit_that_is_the_program_before_it_is_never_named),
		cmocka_unit_test(ends_that_do_not_differ_end_it_before_anything_lies_between),
		cmocka_unit_test(the_size_is_that_of_the_culprit_and_the_rest_is_elsewhere),
		cmocka_unit_test(rounds_with_builds_of_their_own_come_one_by_one),
		cmocka_unit_test(a_step_without_a_whole_round_ends_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
