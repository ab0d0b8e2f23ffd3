/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "run/scratch.h"

enum { SWEEPERS = 3, FOLDERS = 2000 };

static int begin(void **state)
{
	char *folder = strdup("/tmp/test-scratch-XXXXXX");

	*state = folder;
	return !folder || !mkdtemp(folder) || setenv("TMPDIR", folder, 1);
}

static int end(void **state)
{
	int failed = rmdir(*state);

	free(*state);
	return failed;
}

static pid_t start_sweeper(void)
{
	pid_t pid = fork();

	while (!pid)
		as_scratch_sweep();
	return pid;
}

static void a_folder_made_this_moment_is_not_taken_for_one_that_was_left(void **state)
{
	pid_t sweepers[SWEEPERS];
	size_t there = 0;

	(void)state;
	for (size_t i = 0; i < SWEEPERS; i++)
		sweepers[i] = start_sweeper();
	for (unsigned i = 0; i < FOLDERS; i++) {
		struct as_scratch s;
		char uuid[33], path[AS_SCRATCH_BYTES + 8];
		struct stat sb;
		snprintf(uuid, sizeof uuid, "%032x", i);
		snprintf(uuid, 17, "%016x", i);
		if (as_scratch_open(&s, uuid, NULL))
			break;
		usleep(20);
		snprintf(path, sizeof path, "%s/lock", s.path);
		there += !stat(path, &sb);
		as_scratch_close(&s);
	}
	for (size_t i = 0; i < SWEEPERS; i++) {
		kill(sweepers[i], SIGKILL);
		waitpid(sweepers[i], NULL, 0);
	}
	as_scratch_sweep();
	assert_int_equal(there, FOLDERS);
}

static void what_was_left_goes_with_and_without_its_lock(void **state)
{
	const char *tmp = *state;
	char path[200];

	for (int lock = 0; lock < 2; lock++) {
		snprintf(path, sizeof path, "%s/assay-0123456789abcdef", tmp);
		assert_int_equal(mkdir(path, 0700), 0);
		snprintf(path, sizeof path, "%s/assay-0123456789abcdef/%s", tmp, lock ? "lock" : "report");
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fclose(f);
		as_scratch_sweep();
		snprintf(path, sizeof path, "%s/assay-0123456789abcdef", tmp);
		assert_int_equal(access(path, F_OK), -1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_folder_made_this_moment_is_not_taken_for_one_that_was_left, begin, end),
		cmocka_unit_test_setup_teardown(what_was_left_goes_with_and_without_its_lock, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
