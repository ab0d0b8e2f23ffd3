/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_LAUNCHING_H
#define AS_TESTS_LAUNCHING_H

/* What the tests of the spawner share: a spawner, a folder for its children's notes, and launches
 * of shell commands whose result is waited for. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/spawner/spawner.h"
#include "run/spawner/wait_status.h"

struct launching {
	struct as_spawner *s;
	char folder[64]; /* its path, for files that children write */
};

int launching_begin(void **state); /* cmocka set-up: *state is a struct launching */
int launching_end(void **state);

/* Prepare `sh -c text` in the folder, both streams captured. */
uint32_t launching_shell(struct launching *t, const char *text);

/* Prepare any command; fails the test if that does. */
uint32_t launching_prepare(struct launching *t, const struct as_command_spec *spec);

/* Queue a launch; fails the test if that does. */
void launching_launch(struct launching *t, const struct as_launch *launch);

/* The next result; fails the test if none comes. */
struct as_launched launching_result(struct launching *t);

/* All of the above for one shell command. */
struct as_launched launching_run(struct launching *t, const char *text, enum as_launch_kind kind);

/* A program that is as short as can be; with a word it never ends. */
const char *launching_brief(void);

/* A program that makes known numbers of page faults and switches (busy.c). */
const char *launching_busy(void);

/* The number that a child wrote to a file of that name in the folder; waits until it is there. */
long launching_number(struct launching *t, const char *name);

/* Whether the process exists and is not a zombie. */
bool is_alive(long pid);

/* Wait until it is not; fails the test if it stays alive for 20 s. */
void assert_ends(long pid);

/* A nap of a millisecond. */
void nap(void);

#endif
