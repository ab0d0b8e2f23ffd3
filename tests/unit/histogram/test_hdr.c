/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "histogram/hdr.h"

enum { ROOM = 8192, HEADER = 40 };

/* The file that another program wrote, without its newline. */
static size_t of_the_library(char out[static ROOM])
{
	FILE *f = fopen(TEST_DATA "/histogram/exponential.txt", "r");

	assert_non_null(f);
	size_t n = fread(out, 1, ROOM, f);
	fclose(f);
	assert_true(n > 1 && out[n - 1] == '\n');
	return n - 1;
}

static void base64(const unsigned char *from, size_t n, char *out)
{
	static const char all[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		uint32_t v = (uint32_t)from[i] << 16;
		v |= i + 1 < n ? (uint32_t)from[i + 1] << 8 : 0;
		v |= i + 2 < n ? from[i + 2] : 0;
		for (int k = 0; k < 4; k++)
			*out++ = all[v >> (18 - 6 * k) & 63];
	}
	*out = 0;
}

/* A histogram that is not packed: 3 digits, from 1 to 3.6e9, and these bytes of counts. */
static void made_of(const unsigned char *counts, size_t n, char *out)
{
	unsigned char bytes[HEADER + 64] = {0x1c, 0x84, 0x93, 0x13};

	assert_true(n <= 64);
	bytes[7] = (unsigned char)n;
	bytes[15] = 3;
	bytes[23] = 1;
	memcpy(bytes + 24, "\0\0\0\0\xd6\x93\xa4\x00", 8);
	memcpy(bytes + 32, "\x3f\xf0\0\0\0\0\0\0", 8);
	memcpy(bytes + HEADER, counts, n);
	memset(out, 0, ROOM);
	base64(bytes, HEADER + n, out);
	/* base64() fills up to whole groups. */
	static const size_t over[] = {0, 2, 1};
	out[strlen(out) - over[(HEADER + n) % 3]] = 0;
}

static void refused(const char *text, const char *why)
{
	struct as_hdr h = {.total = 77};
	struct as_err err = {0};
	char want[256];

	snprintf(want, sizeof want, "it is no HdrHistogram in the V2 encoding: %s", why);
	assert_int_equal(as_hdr_decode(text, strlen(text), &h, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, want);
	assert_int_equal(h.total, 77);
}

static void what_another_program_wrote_has_its_count_mean_and_largest(void **state)
{
	char text[ROOM];
	struct as_hdr h = {0};
	struct as_err err = {0};
	double sum = 0, before = -1;

	(void)state;
	const size_t n = of_the_library(text);
	assert_int_equal(as_hdr_decode(text, n, &h, &err), AS_OK);
	assert_int_equal(h.total, 1005);
	double *v = malloc(h.total * sizeof *v);
	assert_non_null(v);
	as_hdr_values(&h, v);
	for (size_t i = 0; i < h.total; i++)
		sum += v[i];
	assert_true(fabs(sum / 1005 - 21212.010945273632) < 1e-9 * 21212);
	for (size_t i = 0; i < h.n; i++) {
		assert_true(h.buckets[i].low > before);
		before = h.buckets[i].low;
	}
	assert_true(before <= 5000000 && before + h.buckets[h.n - 1].width > 5000000);
	free(v);
	as_hdr_release(&h);
}

static void the_first_half_of_the_values_is_like_all_of_them(void **state)
{
	char text[ROOM];
	struct as_hdr h = {0};
	double v[1005], first = 0, all = 0;

	(void)state;
	const size_t n = of_the_library(text);
	assert_int_equal(as_hdr_decode(text, n, &h, NULL), AS_OK);
	as_hdr_values(&h, v);
	for (size_t i = 0; i < 1005; i++) {
		first += i < 500 && v[i] > 2018;
		all += v[i] > 2018;
	}
	assert_true(first > 0.4 * all && first < 0.6 * all); /* in a rising order 0 */
	as_hdr_release(&h);
}

static void places_stand_for_buckets_that_get_wider(void **state)
{
	/* 5 of value 0, none of 2047, then 2048 to 2049 twice */
	const unsigned char counts[] = {10, 0xfd, 0x1f, 4};
	char text[ROOM];
	struct as_hdr h = {0};

	(void)state;
	made_of(counts, sizeof counts, text);
	assert_int_equal(as_hdr_decode(text, strlen(text), &h, NULL), AS_OK);
	assert_int_equal(h.n, 2);
	assert_int_equal(h.total, 7);
	assert_true(h.buckets[0].low < 1e-9 && fabs(h.buckets[0].width - 1) < 1e-9);
	assert_true(fabs(h.buckets[1].low - 2048) < 1e-9 && fabs(h.buckets[1].width - 2) < 1e-9);
	as_hdr_release(&h);
}

static void a_histogram_that_is_cut_anywhere_is_refused(void **state)
{
	char text[ROOM];
	struct as_err err = {0};

	(void)state;
	const size_t n = of_the_library(text);
	for (size_t k = 0; k + 4 < n; k++) {
		struct as_hdr h = {0};
		assert_int_equal(as_hdr_decode(text, k, &h, &err), AS_ERR_DATA);
		assert_null(h.buckets);
	}
}

static void what_is_none_is_refused_with_its_reason(void **state)
{
	const unsigned char cut[] = {0x80}, above[] = {0xff, 0xff, 0x03, 2};
	const unsigned char many[] = {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2};
	char text[ROOM];

	(void)state;
	refused("", "it does not begin as one (HISTFAAA)");
	refused("AAAA*", "it has characters that are not base64");
	refused("AAAAAAAAAAAAAAAA", "it does not begin as one (HISTFAAA)");
	refused("HISTFAAAAAAAAA", "it is of another length than it says");
	made_of(cut, sizeof cut, text);
	refused(text, "its last count is cut off");
	made_of(above, sizeof above, text);
	refused(text, "it counts values above the largest it has room for");
	made_of(many, sizeof many, text);
	refused(text, "its counts together are over 2^63");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_another_program_wrote_has_its_count_mean_and_largest),
		cmocka_unit_test(the_first_half_of_the_values_is_like_all_of_them),
		cmocka_unit_test(places_stand_for_buckets_that_get_wider),
		cmocka_unit_test(a_histogram_that_is_cut_anywhere_is_refused),
		cmocka_unit_test(what_is_none_is_refused_with_its_reason),
	};
	return cmocka_run_group_tests_name("hdr", tests, NULL, NULL);
}
