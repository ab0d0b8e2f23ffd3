/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_GOLDEN_H
#define AS_TESTS_GOLDEN_H

/* Reading tests/golden/x.json (its README tells the form), and comparing with it. Every failure ends
 * the running cmocka test and says which number of which case differs. */

#include <stddef.h>

#include <jansson.h>

/* The parsed file; freed with json_decref. */
json_t *golden_load(const char *name);

/* A member that must be there. */
json_t *golden_get(const json_t *object, const char *key);

/* got must be the number `want` within its tolerance: {"v", "rtol", "atol"}, or a bare number. */
void golden_near(const json_t *want, double got, const char *what);

/* A list of at most `room` numbers into x; its length. */
size_t golden_numbers(const json_t *list, double *x, size_t room);

/* A list of numbers, some of which may be null (missing), as two parallel arrays without the pairs
 * of which one is missing. Each array has room for the list. Returns their length. */
size_t golden_pairs(const json_t *a, const json_t *b, double *x, double *y);

#endif
