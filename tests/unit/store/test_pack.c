/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "store/pack.h"

/* Bytes that are neither constant nor random. */
static unsigned char *numbers(size_t bytes)
{
	unsigned char *p = malloc(bytes + 1);

	assert_non_null(p);
	for (size_t i = 0; i < bytes; i++)
		p[i] = (unsigned char)(i % 8 > 2 ? 0x40 : i * 2654435761u >> 13);
	return p;
}

static void round_trip(struct as_packer *p, size_t n, size_t width)
{
	unsigned char *from = numbers(n * width), *to = calloc(1, n * width + 1);
	const void *data;
	size_t size;

	assert_int_equal(as_packer_pack(p, from, n, width, &data, &size, NULL), AS_OK);
	assert_true(as_packer_plausible(size, n, width));
	assert_int_equal(as_packer_unpack(p, data, size, to, n, width), AS_OK);
	assert_memory_equal(from, to, n * width);
	assert_int_equal(to[n * width], 0);
	free(from);
	free(to);
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
	double *zeros = calloc(1000000, sizeof *zeros);
	const void *data;
	size_t size;

	(void)state;
	assert_int_equal(as_packer_pack(p, zeros, 1000000, 8, &data, &size, NULL), AS_OK);
	assert_in_range(size, 1, 1000);
	assert_true(as_packer_plausible(size, 1000000, 8));
	free(zeros);
	as_packer_free(p);
}

static void another_number_of_numbers_is_refused(void **state)
{
	struct as_packer *p = as_packer_new();
	unsigned char *from = numbers(800), to[1600];
	const void *data;
	size_t size;

	(void)state;
	assert_int_equal(as_packer_pack(p, from, 100, 8, &data, &size, NULL), AS_OK);
	assert_int_equal(as_packer_unpack(p, data, size, to, 99, 8), AS_ERR_DATA);
	assert_int_equal(as_packer_unpack(p, data, size, to, 101, 8), AS_ERR_DATA);
	assert_int_equal(as_packer_unpack(p, data, size, to, 0, 8), AS_ERR_DATA);
	assert_int_equal(as_packer_unpack(p, data, size - 1, to, 100, 8), AS_ERR_DATA);
	assert_int_equal(as_packer_unpack(p, data, 0, to, 100, 8), AS_ERR_DATA);
	assert_int_equal(as_packer_unpack(p, NULL, 0, to, 0, 8), AS_ERR_DATA);
	assert_int_equal(as_packer_unpack(p, data, size, to, 100, 8), AS_OK);
	free(from);
	as_packer_free(p);
}

static void no_single_wrong_byte_gives_wrong_numbers(void **state)
{
	struct as_packer *p = as_packer_new();
	unsigned char *from = numbers(800), to[800], *copy;
	const void *data;
	size_t size;

	(void)state;
	assert_int_equal(as_packer_pack(p, from, 100, 8, &data, &size, NULL), AS_OK);
	copy = malloc(size + 1);
	memcpy(copy, data, size);
	copy[size] = 0;
	assert_int_equal(as_packer_unpack(p, copy, size + 1, to, 100, 8), AS_ERR_DATA);
	for (size_t i = 0; i < size; i++)
		for (unsigned bit = 1; bit < 256; bit *= 2) {
			copy[i] ^= (unsigned char)bit;
			if (as_packer_unpack(p, copy, size, to, 100, 8) == AS_OK)
				assert_memory_equal(from, to, 800);
			copy[i] ^= (unsigned char)bit;
		}
	free(copy);
	free(from);
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
