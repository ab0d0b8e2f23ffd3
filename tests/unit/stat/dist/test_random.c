/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "near.h"

#include <stdlib.h>

#include <Random123/philox.h>

#include "stat/dist/random.h"

/* Philox4x64-10 written once more from Salmon et al. 2011, with schoolbook multiplication. */
static uint64_t high_half(uint64_t a, uint64_t b)
{
	uint64_t al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
	uint64_t mid = ah * bl + (al * bl >> 32), more = al * bh + (mid & 0xffffffff);

	return ah * bh + (mid >> 32) + (more >> 32);
}

static void philox(const uint64_t counter[4], const uint64_t key[2], uint64_t out[4])
{
	const uint64_t m0 = 0xD2E7470EE14C6C93, m1 = 0xCA5A826395121157;
	uint64_t k0 = key[0], k1 = key[1];

	for (int i = 0; i < 4; i++)
		out[i] = counter[i];
	for (int round = 0; round < 10; round++) {
		uint64_t a = high_half(m1, out[2]) ^ out[1] ^ k0, b = m1 * out[2];
		uint64_t c = high_half(m0, out[0]) ^ out[3] ^ k1, d = m0 * out[0];
		out[0] = a;
		out[1] = b;
		out[2] = c;
		out[3] = d;
		k0 += 0x9E3779B97F4A7C15;
		k1 += 0xBB67AE8584CAA73B;
	}
}

/* The known answers that come with Random123 (kat_vectors, philox4x64 10). */
static void known_answers_hold(void **state)
{
	const uint64_t one = UINT64_MAX;
	const uint64_t counter[3][4] = {{0}, {one, one, one, one},
		{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89}};
	const uint64_t key[3][2] = {{0}, {one, one}, {0x452821e638d01377, 0xbe5466cf34e90c6c}};
	const uint64_t want[3][4] = {
		{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b},
		{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0},
		{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		philox4x64_ctr_t c = {{counter[i][0], counter[i][1], counter[i][2], counter[i][3]}};
		philox4x64_key_t k = {{key[i][0], key[i][1]}};
		philox4x64_ctr_t library = philox4x64(c, k);
		uint64_t ours[4];

		philox(counter[i], key[i], ours);
		assert_memory_equal(ours, want[i], sizeof ours);
		assert_memory_equal(library.v, want[i], sizeof ours);
	}
}

/* The layout of the counter is stored with every experiment's seed: it may never change. */
static void a_stream_is_philox_of_block_replicate_and_purpose(void **state)
{
	const uint64_t seeds[] = {0, 1, 42, 0x8000000000000001};

	(void)state;
	for (size_t s = 0; s < 4; s++) {
		struct as_random r;

		as_random_init(&r, seeds[s], AS_RANDOM_PADDING, 7 * s);
		for (uint64_t block = 0; block < 3; block++) {
			const uint64_t counter[4] = {block, 7 * s, AS_RANDOM_PADDING, 0};
			const uint64_t key[2] = {seeds[s], 0};
			uint64_t want[4];

			philox(counter, key, want);
			for (int i = 0; i < 4; i++)
				assert_true(as_random_u64(&r) == want[i]);
		}
	}
}

static void streams_differ_by_seed_purpose_and_replicate(void **state)
{
	struct as_random a, b, c, d;
	uint64_t first = 0;

	(void)state;
	as_random_init(&a, 1, AS_RANDOM_ORDER, 0);
	as_random_init(&b, 2, AS_RANDOM_ORDER, 0);
	as_random_init(&c, 1, AS_RANDOM_PADDING, 0);
	as_random_init(&d, 1, AS_RANDOM_ORDER, 1);
	first = as_random_u64(&a);
	assert_true(first != as_random_u64(&b));
	assert_true(first != as_random_u64(&c));
	assert_true(first != as_random_u64(&d));
}

/* 6 values, 60 000 draws: chi-square with 5 degrees of freedom exceeds 36 once in 10^6. */
static void below_is_even_and_in_range(void **state)
{
	size_t count[6] = {0};
	double chi2 = 0;
	struct as_random r;

	(void)state;
	as_random_init(&r, 8, AS_RANDOM_TEST, 0);
	for (int i = 0; i < 60000; i++) {
		uint64_t v = as_random_below(&r, 6);
		assert_true(v < 6);
		count[v]++;
	}
	for (int i = 0; i < 6; i++)
		chi2 += pow((double)count[i] - 10000, 2) / 10000;
	assert_true(chi2 < 36);
	for (int i = 0; i < 10; i++)
		assert_true(as_random_below(&r, 1) == 0);
}

/* Among ranges that refuse a quarter of the raw values, and begun anywhere in a block. */
static void many_places_are_those_drawn_one_by_one(void **state)
{
	static const struct {
		uint64_t m, fewer;
	} ranges[] = {{1, 0}, {500, 0}, {500, 1}, {(uint64_t)3 << 62, 0}, {(uint64_t)3 << 62, 7}};
	size_t place[300];

	(void)state;
	for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
		for (size_t n = 0; n <= 300; n += 1 + n / 3) {
			struct as_random many, one;
			as_random_init(&many, 21, AS_RANDOM_TEST, n);
			(void)as_random_u64(&many);
			one = many;
			as_random_places(&many, ranges[k].m, ranges[k].fewer, place, n);
			for (size_t i = 0; i < n; i++)
				assert_true(place[i] ==
					as_random_below(&one, ranges[k].m - i * ranges[k].fewer));
			assert_true(as_random_u64(&many) == as_random_u64(&one));
		}
}

/* With m = 3 * 2^62 a quarter of the raw values is surplus: taking them all would give the numbers
 * divisible by 3 twice the chance of the others. */
static void rejection_keeps_a_large_range_even(void **state)
{
	const uint64_t m = (uint64_t)3 << 62;
	int divisible = 0, n = 30000;
	struct as_random r;

	(void)state;
	as_random_init(&r, 9, AS_RANDOM_TEST, 0);
	for (int i = 0; i < n; i++) {
		uint64_t v = as_random_below(&r, m);
		assert_true(v < m);
		divisible += v % 3 == 0;
	}
	/* 10000 expected, standard deviation 82; without rejection 15000 */
	assert_true(abs(divisible - n / 3) < 400);
}

static void doubles_lie_inside_zero_and_one(void **state)
{
	double sum = 0;
	struct as_random r = {.left = 2, .word[AS_RANDOM_AHEAD - 1] = UINT64_MAX};

	(void)state;
	assert_near(as_random_double(&r), 0x1p-53, 0); /* the smallest and the largest there are */
	assert_near(as_random_double(&r), 1 - 0x1p-53, 0);
	as_random_init(&r, 10, AS_RANDOM_TEST, 0);
	for (int i = 0; i < 10000; i++)
		sum += as_random_double(&r);
	assert_close(sum / 10000, 0.5, 0.015); /* 5 standard errors */
}

static void normals_have_mean_0_and_variance_1(void **state)
{
	double sum = 0, squares = 0;
	struct as_random r;

	(void)state;
	as_random_init(&r, 11, AS_RANDOM_TEST, 0);
	for (int i = 0; i < 20000; i++) {
		double z = as_random_normal(&r);
		sum += z;
		squares += z * z;
	}
	assert_close(sum / 20000, 0, 0.036); /* 5 standard errors each */
	assert_close(squares / 20000, 1, 0.05);
}

/* All 6 orders of 3, 6000 shuffles: as above. */
static void every_order_is_equally_likely(void **state)
{
	size_t count[27] = {0};
	double chi2 = 0;

	(void)state;
	for (uint64_t i = 0; i < 6000; i++) {
		uint32_t idx[3] = {0, 1, 2};
		struct as_random r;

		as_random_init(&r, 12, AS_RANDOM_ORDER, i);
		as_shuffle(&r, idx, 3);
		assert_int_equal((1u << idx[0]) + (1u << idx[1]) + (1u << idx[2]), 7);
		count[9 * idx[0] + 3 * idx[1] + idx[2]]++;
	}
	for (size_t i = 0; i < 27; i++)
		chi2 += count[i] ? pow((double)count[i] - 1000, 2) / 1000 : 0;
	assert_true(chi2 < 36);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_answers_hold),
		cmocka_unit_test(a_stream_is_philox_of_block_replicate_and_purpose),
		cmocka_unit_test(streams_differ_by_seed_purpose_and_replicate),
		cmocka_unit_test(below_is_even_and_in_range),
		cmocka_unit_test(many_places_are_those_drawn_one_by_one),
		cmocka_unit_test(rejection_keeps_a_large_range_even),
		cmocka_unit_test(doubles_lie_inside_zero_and_one),
		cmocka_unit_test(normals_have_mean_0_and_variance_1),
		cmocka_unit_test(every_order_is_equally_likely),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
