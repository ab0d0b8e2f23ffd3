/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_NEAR_H
#define AS_TESTS_NEAR_H

/* The standard headers of a cmocka test, and comparisons of doubles that print both. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* |got - want| <= rel |want|; rel 0 asks for the same value. */
#define assert_near(got, want, rel) near_check((got), (want), (rel), 0, #got, __LINE__)

/* The same with room for an absolute error: what is left of a difference of larger numbers. */
#define assert_close(got, want, abs) near_check((got), (want), 0, (abs), #got, __LINE__)

static inline void near_check(double got, double want, double rel, double abs, const char *what,
	int line)
{
	if (!(fabs(got - want) <= rel * fabs(want) + abs))
		fail_msg("line %d: %s is %.17g, not %.17g within %g relative or %g", line, what,
			got, want, rel, abs);
}

#endif
