/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/err.h"

static void what_fails_for_want_of_memory_says_so_once(void **state)
{
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_fail(&err, AS_ERR_MEM, "cannot summarise '%s'", "wall"), AS_ERR_MEM);
	assert_string_equal(err.msg, "cannot summarise 'wall': out of memory");
	assert_int_equal(as_fail_memory(&err), AS_ERR_MEM);
	assert_string_equal(err.msg, "out of memory: give the machine more, or measure less at once");
	assert_int_equal(as_fail(&err, AS_ERR_DATA, "cannot summarise '%s'", "wall"), AS_ERR_DATA);
	assert_string_equal(err.msg, "cannot summarise 'wall'");
}

static void a_message_that_fills_its_room_keeps_the_reason(void **state)
{
	struct as_err err = {0};
	char name[2 * sizeof err.msg];

	(void)state;
	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	assert_int_equal(as_fail(&err, AS_ERR_MEM, "cannot read '%s'", name), AS_ERR_MEM);
	assert_int_equal(strlen(err.msg), sizeof err.msg - 1);
	assert_string_equal(err.msg + sizeof err.msg - sizeof ": out of memory", ": out of memory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fails_for_want_of_memory_says_so_once),
		cmocka_unit_test(a_message_that_fills_its_room_keeps_the_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
