/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_PLACE_H
#define AS_TESTS_PLACE_H

/* What the tests of artifacts share: a user's directory and a folder for copies. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <limits.h>

#include "run/build/artifact.h"

struct place {
	char root[64], user[80], copies[80];
	char path[PATH_MAX]; /* of the file last named by in() */
	struct as_artifacts a;
	struct as_arena arena;
	struct as_err err;
	bool mounted; /* on copies */
};

int place_make(void **state); /* cmocka set-up: *state is a struct place */
int place_remove(void **state);

#define AT_A_PLACE(test) cmocka_unit_test_setup_teardown(test, place_make, place_remove)

/* FOLDER/NAME, until the next call. */
const char *in(struct place *p, const char *folder, const char *name);

void write_file(const char *path, const char *text);
void assert_content(const char *path, const char *text);

/* Begin with one artifact or, where two is not NULL, two; fails the test if that does. */
void place_begin(struct place *p, const char *one, const char *two);

/* Keep build k; fails the test if that does. */
struct as_build place_keep(struct place *p, uint32_t k);

#endif
