/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is given back all at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"

enum { MANY = 3000 };

/* Strings of both, over several chunks of either. */
static void fill(struct as_arena *a, char **s, const char *what)
{
	for (size_t i = 0; i < MANY; i++) {
		s[i] = as_arena_printf(a, "%s %zu, and words that make it longer", what, i);
		assert_non_null(s[i]);
	}
}

static void check(char *const *s, const char *what)
{
	char head[32];

	for (size_t i = 0; i < MANY; i++) {
		snprintf(head, sizeof head, "%s %zu,", what, i);
		assert_memory_equal(s[i], head, strlen(head));
	}
}

static void what_one_arena_takes_from_another_lives_as_long_as_it_does(void **state)
{
	static char *of_a[MANY], *of_b[MANY], *later[MANY];
	struct as_arena a = {0}, b = {0}, empty = {0};

	(void)state;
	fill(&a, of_a, "a");
	fill(&b, of_b, "b");
	as_arena_take(&a, &b);
	assert_null(b.chunks);
	fill(&a, later, "later"); /* the newest chunk is filled further */
	check(of_a, "a");
	check(of_b, "b");
	check(later, "later");
	as_arena_take(&a, &empty);
	as_arena_take(&empty, &a);
	check(of_b, "b");
	assert_non_null(as_arena_strdup(&empty, "more"));
	as_arena_release(&empty);
	as_arena_release(&a);
	as_arena_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_one_arena_takes_from_another_lives_as_long_as_it_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
