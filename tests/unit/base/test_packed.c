/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/packed/packed.h"

enum { MANY = 10 * AS_PACKED_BLOCK + 37 };

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 11 ^ *state << 53;
}

static void fill(struct as_packed *p, const uint64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		assert_true(as_packed_push(p, v[i]));
	assert_int_equal(p->n, n);
}

static void assert_same(const struct as_packed *p, const uint64_t *v, size_t n)
{
	uint64_t out[MANY];

	for (size_t i = 0; i < n; i++)
		assert_true(as_packed_at(p, i) == v[i]);
	as_packed_read(p, n / 3, n - n / 3, out);
	assert_memory_equal(out, v + n / 3, (n - n / 3) * sizeof *v);
}

/* In and out again, as integers and as doubles. */
static void assert_survive(const uint64_t *v, size_t n)
{
	struct as_packed p = {0}, q = {.reals = true};

	fill(&p, v, n);
	fill(&q, v, n);
	assert_same(&p, v, n);
	assert_same(&q, v, n);
	as_packed_release(&p);
	as_packed_release(&q);
}

static uint64_t bits_of(double v)
{
	uint64_t bits;

	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static void one_number_from_the_beginning_on_costs_nothing_and_can_be_changed(void **state)
{
	enum { N = 9 * AS_PACKED_BLOCK + 5 };
	uint64_t v[MANY];

	(void)state;
	for (size_t other = 0; other < N; other += AS_PACKED_BLOCK / 2 + 7) {
		struct as_packed p = {0};
		for (size_t i = 0; i < MANY; i++)
			v[i] = 7;
		fill(&p, v, N);
		assert_true(as_packed_bytes(&p) <= AS_PACKED_BLOCK * sizeof *v);
		assert_true(as_packed_all(&p, 0, N, 7));
		assert_true(as_packed_all(&p, 300, N - 300, 7));
		assert_false(as_packed_all(&p, 300, N - 300, 8));
		assert_same(&p, v, N);
		v[other] = 8;
		assert_true(as_packed_set(&p, other, 8));
		assert_same(&p, v, N);
		assert_false(as_packed_all(&p, 0, N, 7));
		assert_true(as_packed_all(&p, other, 1, 8));
		for (size_t i = N; i < MANY; i++) {
			v[i] = i;
			assert_true(as_packed_push(&p, i));
		}
		assert_same(&p, v, MANY);
		v[0] = 9;
		assert_true(as_packed_set(&p, 0, 9));
		assert_same(&p, v, MANY);
		as_packed_release(&p);
	}
}

static void whatever_is_put_in_comes_out_bit_for_bit(void **state)
{
	static const double doubles[] = {0, -0.0, 1, -1, 0.5, 0.65, 1e-9, 1.5e-9, 1e300, -1e300, DBL_MIN,
		DBL_MIN / 8, DBL_MAX, 9007199254740991.0, 9007199254740992.0, 9007199254740994.0,
		-9007199254740992.0, 0.1 + 0.2, 1.0 / 3, 123456.789, (double)INFINITY, -(double)INFINITY,
		(double)NAN, -(double)NAN};
	uint64_t v[MANY], random = 1;

	(void)state;
	for (int kind = 0; kind < 70; kind++) {
		for (size_t i = 0; i < MANY; i++) {
			uint64_t r = next_random(&random);
			const size_t any = (size_t)(r % (sizeof doubles / sizeof *doubles));
			v[i] = kind < 65 ? (r >> 1 >> (63 - kind % 64)) + (kind % 3 ? random % 7 : 0)
				: kind == 65 ? bits_of(doubles[any])
				: kind == 66 ? UINT64_C(0x7FF8000000000001) + r % 3
				: kind == 67 ? bits_of((double)(r % 100000) / 1e9)
				: kind == 68 ? (r % 50 ? bits_of((double)(r % 1000)) : bits_of(doubles[any]))
				: bits_of(-(double)(r % 1000));
		}
		assert_survive(v, MANY);
	}
}

/* A block that does not exist was pointed at (found by libFuzzer). */
static void numbers_of_which_no_block_is_full_yet_are_compared(void **state)
{
	struct as_packed p = {0};
	const uint64_t v[] = {7, 7, 8};

	(void)state;
	assert_true(as_packed_append(&p, v, 3));
	assert_true(as_packed_all(&p, 0, 2, 7));
	assert_false(as_packed_all(&p, 0, 3, 7));
	as_packed_release(&p);
}

static void a_few_odd_ones_among_equals_cost_little(void **state)
{
	struct as_packed p = {.reals = true};

	(void)state;
	for (size_t i = 0; i < 100 * AS_PACKED_BLOCK; i++)
		assert_true(as_packed_push_real(&p, i % 100 == 7 ? 0.65 + (double)i : (double)NAN));
	assert_true(as_packed_bytes(&p) < p.n / 2);
	assert_true(isnan(as_packed_real(&p, 6)) && as_packed_at(&p, 107) == bits_of(107.65));
	as_packed_release(&p);
}

static void times_cost_their_spread_and_a_few_slow_ones_little_more(void **state)
{
	struct as_packed p = {.reals = true};
	uint64_t random = 1;

	(void)state;
	for (size_t i = 0; i < 100 * AS_PACKED_BLOCK; i++) {
		double ns = 400e3 + (double)(next_random(&random) % 50000); /* 16 bits */
		assert_true(as_packed_push_real(&p, i % 90 ? ns : ns * 1000));
	}
	assert_true(as_packed_bytes(&p) < p.n * 5 / 2);
	as_packed_release(&p);
}

static void numbers_are_changed_at_any_place(void **state)
{
	struct as_packed p = {0};
	uint64_t v[MANY], random = 1;

	(void)state;
	for (size_t i = 0; i < MANY; i++)
		v[i] = i;
	fill(&p, v, MANY);
	for (size_t k = 0; k < 500; k++) {
		size_t at = (size_t)(next_random(&random) % MANY);
		v[at] = next_random(&random) >> k % 64;
		assert_true(as_packed_set(&p, at, v[at]));
	}
	assert_same(&p, v, MANY);
	assert_true(as_packed_set(&p, 3, 8)); /* and then something is appended */
	assert_true(as_packed_push(&p, 9));
	assert_int_equal(as_packed_at(&p, 3), 8);
	assert_int_equal(as_packed_at(&p, MANY), 9);
	assert_int_equal(as_packed_at(&p, MANY - 1), v[MANY - 1]);
	as_packed_release(&p);
	assert_int_equal(p.n, 0);
	assert_int_equal(as_packed_bytes(&p), 0);
}

static void many_at_once_are_as_one_after_the_other(void **state)
{
	struct as_packed all = {0};
	uint64_t v[MANY], random = 7;

	(void)state;
	for (size_t i = 0; i < MANY; i++)
		v[i] = next_random(&random) >> 40;
	for (size_t at = 0, step = 1; at < MANY; at += step, step = step * 3 + 1) {
		const size_t n = at + step < MANY ? step : MANY - at;
		assert_true(as_packed_append(&all, v + at, n));
	}
	assert_int_equal(all.n, MANY);
	assert_same(&all, v, MANY);
	as_packed_release(&all);
}

static void whether_all_are_alike_is_seen_in_any_part(void **state)
{
	struct as_packed p = {0};
	uint64_t v[MANY] = {0};

	(void)state;
	for (size_t i = 0; i < MANY; i++)
		v[i] = i == MANY / 2 ? 2 : 1;
	assert_true(as_packed_append(&p, v, MANY));
	assert_true(as_packed_all(&p, 0, MANY / 2, 1));
	assert_true(as_packed_all(&p, MANY / 2 + 1, MANY - MANY / 2 - 1, 1));
	assert_true(as_packed_all(&p, MANY / 2, 1, 2));
	assert_true(as_packed_all(&p, 5, 0, 9));
	assert_false(as_packed_all(&p, 0, MANY, 1));
	assert_false(as_packed_all(&p, 0, AS_PACKED_BLOCK, 2));
	as_packed_release(&p);
}

static void a_sequence_knows_whether_one_of_its_doubles_was_none(void **state)
{
	struct as_packed reals = {.reals = true}, whole = {.reals = false};
	const double none = (double)NAN;
	uint64_t bits;

	(void)state;
	memcpy(&bits, &none, sizeof bits);
	for (int i = 0; i < 1000; i++)
		assert_true(as_packed_push_real(&reals, i));
	assert_false(reals.lacks);
	assert_true(as_packed_set_real(&reals, 3, none));
	assert_true(reals.lacks);
	as_packed_release(&reals);
	assert_false(reals.lacks);
	assert_true(as_packed_append(&reals, (uint64_t[]){0, bits}, 2));
	assert_true(reals.lacks);
	assert_true(as_packed_push(&whole, bits));
	assert_false(whole.lacks);
	as_packed_release(&reals);
	as_packed_release(&whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_number_from_the_beginning_on_costs_nothing_and_can_be_changed),
		cmocka_unit_test(whatever_is_put_in_comes_out_bit_for_bit),
		cmocka_unit_test(numbers_of_which_no_block_is_full_yet_are_compared),
		cmocka_unit_test(a_few_odd_ones_among_equals_cost_little),
		cmocka_unit_test(times_cost_their_spread_and_a_few_slow_ones_little_more),
		cmocka_unit_test(numbers_are_changed_at_any_place),
		cmocka_unit_test(many_at_once_are_as_one_after_the_other),
		cmocka_unit_test(whether_all_are_alike_is_seen_in_any_part),
		cmocka_unit_test(a_sequence_knows_whether_one_of_its_doubles_was_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
