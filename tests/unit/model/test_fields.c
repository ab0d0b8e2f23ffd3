/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of structs, over every table of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "model/fields/fields.h"

enum { ROOM = 4096 };

/* Another value of a field that is 0 or NULL. */
static void change(const struct as_field *f, void *base)
{
	char *at = (char *)base + f->offset;

	if (as_field_is_text(f))
		*(const char **)(void *)at = "another";
	else if (as_field_is_real(f))
		((double *)(void *)at)[f->size / sizeof(double) - 1] = (double)NAN;
	else
		as_field_set_int(f, base, 1);
}

static void structs_that_differ_in_any_field_are_not_the_same(void **state)
{
	static _Alignas(max_align_t) char a[ROOM], b[ROOM];

	(void)state;
	for (const struct as_fields *const *t = as_kept_fields; *t; t++)
		for (size_t i = 0; i < (*t)->n; i++) {
			const struct as_field *f = &(*t)->v[i];
			assert_true(f->offset + f->size <= ROOM);
			memset(a, 0, sizeof a);
			memset(b, 0, sizeof b);
			assert_true(as_fields_are_same(*t, a, b));
			change(f, b);
			if (as_fields_are_same(*t, a, b))
				fail_msg("%s.%s is not looked at", (*t)->name, f->key);
			change(f, a);
			assert_true(as_fields_are_same(*t, a, b));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(structs_that_differ_in_any_field_are_not_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
