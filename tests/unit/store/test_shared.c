/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One store, several processes; and processes that die. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "sample.h"


static int make(void **state)
{
	make_store_dir(state);
	snprintf(store_path, sizeof store_path, "%s/deep/x.db", store_dir);
	return 0;
}

static void keep(unsigned number)
{
	struct as_err err = {0};

	if (keep_sample(number, &err))
		fprintf(stderr, "%s\n", err.msg);
	MUST(!err.code);
}

static pid_t start(void (*f)(unsigned), unsigned argument)
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		f(argument);
		_exit(0);
	}
	assert_true(pid > 0);
	return pid;
}

static void keep_25(unsigned first)
{
	for (unsigned i = 0; i < 25; i++)
		keep(first + i);
}

static void two_processes_write_at_once(void **state)
{
	int status[2];

	(void)state;
	for (unsigned i = 0; i < 2; i++)
		start(keep_25, 1 + 100 * i);
	for (unsigned i = 0; i < 2; i++)
		assert_true(wait(&status[i]) > 0);
	assert_int_equal(status[0], 0);
	assert_int_equal(status[1], 0);
	assert_int_equal(sound(store_path), 50);
}

static void many_processes_make_the_store_at_once(void **state)
{
	int failed = 0, status;

	(void)state;
	for (unsigned round = 0; round < 5; round++) {
		snprintf(store_path, sizeof store_path, "%s/%u/x.db", store_dir, round);
		for (unsigned i = 0; i < 8; i++)
			start(keep, 1 + i);
		for (unsigned i = 0; i < 8; i++) {
			assert_true(wait(&status) > 0);
			failed += status != 0;
		}
		assert_int_equal(failed, 0);
		assert_int_equal(sound(store_path), 8);
	}
}

/* Put until killed. The experiments are large enough for a put to take some time. */
static void keep_on(unsigned first)
{
	struct as_store *s = NULL;

	MUST(!as_store_open(store_path, AS_STORE_WRITE, &s, NULL));
	for (unsigned i = first;; i++) {
		struct as_experiment *x = sample_small(i);
		struct as_subject *subject = &x->subjects[0];
		for (size_t k = 0; k < 20000; k++) {
			MUST(!as_subject_add_iteration(subject, AS_ROLE_MEASURED, 0, NULL));
			MUST(!as_subject_set(subject, AS_LEVEL_ITERATION, k, AS_METRIC_TIME,
				(double)(k * k % 1009 * i), NULL));
		}
		MUST(!as_store_put(s, x, NULL, NULL));
		as_experiment_free(x);
	}
}

static void a_killed_writer_leaves_a_sound_store(void **state)
{
	int status, before = 0;

	(void)state;
	keep(1);
	for (unsigned i = 1; i <= 10; i++) {
		const struct timespec pause = {.tv_nsec = (long)(i * 7919 % 37) * 1000000};
		pid_t pid = start(keep_on, i * 100000);
		nanosleep(&pause, NULL);
		assert_int_equal(kill(pid, SIGKILL), 0);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFSIGNALED(status));
		int n = sound(store_path);
		assert_true(n >= 1 && n >= before);
		before = n;
	}
	keep(2);
	assert_int_equal(sound(store_path), before + 1);
}

static void a_reader_sees_a_store_that_is_written(void **state)
{
	struct as_store *writer = NULL, *reader = NULL;
	struct as_experiment *x = sample_small(1), *y = NULL;
	size_t n = 0;

	(void)state;
	assert_int_equal(as_store_open(store_path, AS_STORE_WRITE, &writer, NULL), AS_OK);
	assert_int_equal(as_store_open(store_path, AS_STORE_READ, &reader, NULL), AS_OK);
	assert_int_equal(as_store_put(writer, x, NULL, NULL), AS_OK);
	assert_int_equal(count_kept(reader, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_int_equal(as_store_get(reader, x->id, &y, NULL), AS_OK);
	assert_int_equal(as_store_put(reader, y, NULL, NULL), AS_ERR_STORE);
	as_store_close(writer);
	as_store_close(reader);
	assert_int_equal(access(in(store_dir, "deep/x.db-wal"), F_OK), -1);
	as_experiment_free(x);
	as_experiment_free(y);
}

/* Put one and leave without closing: the journal stays, with the experiment in it. */
static void keep_and_leave(unsigned number)
{
	struct as_store *s = NULL;

	MUST(!as_store_open(store_path, AS_STORE_WRITE, &s, NULL));
	MUST(!as_store_put(s, sample_small(number), NULL, NULL));
}

static void read_what_cannot_be_read_whole(void)
{
	struct as_store *s = NULL;
	struct as_err err = {0};

	if (geteuid() == 0 && setuid(65534) != 0)
		cannot_try();
	MUST(as_store_open(store_path, AS_STORE_READ, &s, &err) == AS_ERR_STORE);
	MUST(strstr(err.msg, "it, or a file SQLite keeps beside it, cannot be opened"));
}

static void a_journal_that_was_left_is_not_passed_over(void **state)
{
	int status;

	(void)state;
	keep(1);
	start(keep_and_leave, 2);
	assert_true(wait(&status) > 0 && status == 0);
	assert_int_equal(unlink(in(store_dir, "deep/x.db-shm")), 0);
	assert_int_equal(chmod(in(store_dir, "deep/x.db-wal"), 0444), 0);
	assert_int_equal(chmod(store_path, 0444), 0);
	assert_int_equal(chmod(in(store_dir, "deep"), 0555), 0);
	assert_int_equal(chmod(store_dir, 0755), 0);
	status = in_child(read_what_cannot_be_read_whole);
	assert_int_equal(chmod(in(store_dir, "deep"), 0700), 0);
	assert_child(status);
	assert_int_equal(sound(store_path), 2);
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, make, remove_store_dir)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(two_processes_write_at_once),
		IN_DIRECTORY(many_processes_make_the_store_at_once),
		IN_DIRECTORY(a_killed_writer_leaves_a_sound_store),
		IN_DIRECTORY(a_journal_that_was_left_is_not_passed_over),
		IN_DIRECTORY(a_reader_sees_a_store_that_is_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
