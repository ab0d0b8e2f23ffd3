/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "store/sql/pack.h"

/* Numbers of that width whose bytes are neither constant nor random. */
static struct as_packed numbers(size_t n, size_t width)
{
	struct as_packed p = {0};

	for (size_t i = 0; i < n; i++) {
		uint64_t v = UINT64_C(0x4040400000000000) + (i * 2654435761u >> 13 & 0xFFFFFF);
		assert_true(as_packed_push(&p, v & UINT64_MAX >> (64 - 8 * width)));
	}
	return p;
}

static void assert_same(const struct as_packed *a, const struct as_packed *b)
{
	assert_int_equal(a->n, b->n);
	for (size_t i = 0; i < a->n; i++)
		assert_true(as_packed_at(a, i) == as_packed_at(b, i));
}

/* What unpacking says, into a fresh column. */
static enum as_status unpack(struct as_packer *p, const void *data, size_t size, size_t n)
{
	struct as_packed to = {0};
	enum as_status st = as_packer_unpack(p, data, size, &to, n, 8);

	as_packed_release(&to);
	return st;
}

/* Bytes that may end too soon. */
struct bytes {
	const unsigned char *v;
	size_t lost_from;
};

static bool fetch(void *context, size_t at, size_t n, void *out)
{
	const struct bytes *b = context;

	if (at + n > b->lost_from)
		return false;
	memcpy(out, b->v + at, n);
	return true;
}

static enum as_status unpack_pieces(struct as_packer *p, struct bytes b, size_t size,
	struct as_packed *to, size_t n, size_t width)
{
	return as_packer_unpack_pieces(p, &(struct as_packer_pieces){fetch, &b, size}, to, n, width);
}

static void round_trip(struct as_packer *p, size_t n, size_t width)
{
	struct as_packed from = numbers(n, width), to = {0};
	const void *data;
	size_t size;

	assert_int_equal(as_packer_pack(p, &from, width, &data, &size, NULL), AS_OK);
	assert_true(as_packer_plausible(size, n, width));
	assert_int_equal(as_packer_unpack(p, data, size, &to, n, width), AS_OK);
	assert_same(&from, &to);
	as_packed_release(&to);
	assert_int_equal(unpack_pieces(p, (struct bytes){data, size}, size, &to, n, width), AS_OK);
	assert_same(&from, &to);
	as_packed_release(&to);
	assert_int_equal(unpack_pieces(p, (struct bytes){data, size - 1}, size, &to, n, width), AS_ERR_DATA);
	as_packed_release(&to);
	assert_int_equal(unpack_pieces(p, (struct bytes){data, size}, size - 1, &to, n, width), AS_ERR_DATA);
	as_packed_release(&from);
	as_packed_release(&to);
}

static void every_number_and_width_comes_back(void **state)
{
	static const size_t counts[] = {0, 1, 2, 7, 255, 65535, 65536, 65537, 200000};
	struct as_packer *p = as_packer_new();

	(void)state;
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		for (size_t width = 1; width <= 8; width *= 2)
			round_trip(p, counts[i], width);
	as_packer_free(p);
}

static void equal_numbers_take_next_to_nothing(void **state)
{
	struct as_packer *p = as_packer_new();
	struct as_packed zeros = {.reals = true};
	const void *data;
	size_t size;

	(void)state;
	for (size_t i = 0; i < 1000000; i++)
		assert_true(as_packed_push_real(&zeros, 0));
	assert_int_equal(as_packer_pack(p, &zeros, 8, &data, &size, NULL), AS_OK);
	assert_in_range(size, 1, 1000);
	assert_true(as_packer_plausible(size, 1000000, 8));
	as_packed_release(&zeros);
	as_packer_free(p);
}

static void another_number_of_numbers_is_refused(void **state)
{
	struct as_packer *p = as_packer_new();
	struct as_packed from = numbers(100, 8);
	const void *data;
	size_t size;

	(void)state;
	assert_int_equal(as_packer_pack(p, &from, 8, &data, &size, NULL), AS_OK);
	assert_int_equal(unpack(p, data, size, 99), AS_ERR_DATA);
	assert_int_equal(unpack(p, data, size, 101), AS_ERR_DATA);
	assert_int_equal(unpack(p, data, size, 0), AS_ERR_DATA);
	assert_int_equal(unpack(p, data, size - 1, 100), AS_ERR_DATA);
	assert_int_equal(unpack(p, data, 0, 100), AS_ERR_DATA);
	assert_int_equal(unpack(p, NULL, 0, 0), AS_ERR_DATA);
	assert_int_equal(unpack(p, data, size, 100), AS_OK);
	as_packed_release(&from);
	as_packer_free(p);
}

static void no_single_wrong_byte_gives_wrong_numbers(void **state)
{
	struct as_packer *p = as_packer_new();
	struct as_packed from = numbers(100, 8);
	const void *data;
	unsigned char *copy;
	size_t size;

	(void)state;
	assert_int_equal(as_packer_pack(p, &from, 8, &data, &size, NULL), AS_OK);
	copy = malloc(size + 1);
	memcpy(copy, data, size);
	copy[size] = 0;
	assert_int_equal(unpack(p, copy, size + 1, 100), AS_ERR_DATA);
	for (size_t i = 0; i < size; i++)
		for (unsigned bit = 1; bit < 256; bit *= 2) {
			struct as_packed to = {0};
			copy[i] ^= (unsigned char)bit;
			if (as_packer_unpack(p, copy, size, &to, 100, 8) == AS_OK)
				assert_same(&from, &to);
			copy[i] ^= (unsigned char)bit;
			as_packed_release(&to);
		}
	free(copy);
	as_packed_release(&from);
	as_packer_free(p);
}

static void too_few_bytes_for_so_many_numbers_are_seen_beforehand(void **state)
{
	(void)state;
	assert_false(as_packer_plausible(20, (size_t)1 << 36, 8));
	assert_false(as_packer_plausible(SIZE_MAX, SIZE_MAX, 8));
	assert_true(as_packer_plausible(20, 1000, 8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_and_width_comes_back),
		cmocka_unit_test(equal_numbers_take_next_to_nothing),
		cmocka_unit_test(another_number_of_numbers_is_refused),
		cmocka_unit_test(no_single_wrong_byte_gives_wrong_numbers),
		cmocka_unit_test(too_few_bytes_for_so_many_numbers_are_seen_beforehand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
