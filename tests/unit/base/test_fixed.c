/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/text/fixed.h"

enum { SIZE = 8, GUARD = 'g' };

/* Room of SIZE bytes, and bytes behind it that nobody has to touch. */
struct guarded {
	char to[SIZE];
	char behind[SIZE];
};

static struct guarded fresh(void)
{
	struct guarded g;

	memset(&g, GUARD, sizeof g);
	return g;
}

static void is_kept(const struct guarded *g)
{
	for (size_t i = 0; i < SIZE; i++)
		assert_int_equal(g->behind[i], GUARD);
}

static void what_fits_is_put_and_the_rest_is_left_out(void **state)
{
	(void)state;
	for (size_t k = 0; k < 2 * SIZE; k++) {
		const char *s = "0123456789abcdef";
		struct guarded g = fresh();
		size_t n = 0;

		assert_int_equal(as_put_n(g.to, SIZE, &n, s, k), k < SIZE);
		assert_int_equal(n, k < SIZE ? k : SIZE - 1);
		assert_memory_equal(g.to, s, n);
		assert_int_equal(g.to[n], 0);
		assert_int_equal(as_put_char(g.to, SIZE, &n, 'x'), k + 1 < SIZE);
		assert_int_equal(as_putf(g.to, SIZE, &n, "%d", 12), k + 3 < SIZE);
		assert_true(n < SIZE);
		assert_int_equal(strlen(g.to), n);
		is_kept(&g);
	}
}

static void a_count_beyond_the_room_writes_nothing(void **state)
{
	const size_t counts[] = {SIZE, SIZE + 1, 1000, SIZE_MAX - 1, SIZE_MAX};

	(void)state;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
		struct guarded g = fresh();
		size_t n = counts[i];

		assert_false(as_put(g.to, SIZE, &n, "a"));
		assert_false(as_put_char(g.to, SIZE, &n, 'a'));
		assert_false(as_putf(g.to, SIZE, &n, "%s", "a"));
		assert_int_equal(n, counts[i]);
		for (size_t k = 0; k < SIZE; k++)
			assert_int_equal(g.to[k], GUARD);
		is_kept(&g);
	}
}

static void a_copy_is_whole_or_empty(void **state)
{
	struct guarded g = fresh();
	size_t n = 0;

	(void)state;
	assert_true(as_copy(AS_ROOM(g.to), "0123456"));
	assert_string_equal(g.to, "0123456");
	assert_false(as_copy(AS_ROOM(g.to), "01234567"));
	assert_string_equal(g.to, "");
	assert_true(as_copy_n(AS_ROOM(g.to), "0123", 2));
	assert_string_equal(g.to, "01");
	assert_false(as_copy(g.to, 0, "a"));
	assert_false(as_put_char(g.to, 0, &n, 'a'));
	assert_string_equal(g.to, "01");
	is_kept(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits_is_put_and_the_rest_is_left_out),
		cmocka_unit_test(a_count_beyond_the_room_writes_nothing),
		cmocka_unit_test(a_copy_is_whole_or_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
