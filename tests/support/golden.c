/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "golden.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

json_t *golden_load(const char *name)
{
	char path[1024];
	json_error_t error;

	(void)snprintf(path, sizeof path, "%s/%s", AS_GOLDEN_DIR, name);
	json_t *root = json_load_file(path, 0, &error);
	if (!root)
		fail_msg("%s:%d: %s", path, error.line, error.text);
	return root;
}

json_t *golden_get(const json_t *object, const char *key)
{
	json_t *member = json_object_get(object, key);

	if (!member)
		fail_msg("there is no \"%s\"", key);
	return member;
}

void golden_near(const json_t *want, double got, const char *what)
{
	double v = json_number_value(want), rtol = 0, atol = 0;

	if (json_is_object(want)) {
		v = json_number_value(golden_get(want, "v"));
		rtol = json_number_value(golden_get(want, "rtol"));
		atol = json_number_value(golden_get(want, "atol"));
	} else if (!json_is_number(want)) {
		fail_msg("%s: the file has no number", what);
	}
	if (!(fabs(got - v) <= atol + rtol * fabs(v)))
		fail_msg("%s: got %.17g, want %.17g within %g relative and %g", what, got, v, rtol,
			atol);
}

size_t golden_pairs(const json_t *a, const json_t *b, double *x, double *y)
{
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(a); i++) {
		const json_t *p = json_array_get(a, i), *q = json_array_get(b, i);
		if (!json_is_number(p) || !json_is_number(q))
			continue;
		x[n] = json_number_value(p);
		y[n++] = json_number_value(q);
	}
	return n;
}

size_t golden_numbers(const json_t *list, double *x, size_t room)
{
	size_t n = json_array_size(list);

	assert_true(n <= room);
	for (size_t i = 0; i < n; i++)
		x[i] = json_number_value(json_array_get(list, i));
	return n;
}
