/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store whose last writer died is looked at before anything is added to it; and one on a network
 * file system is kept in the way that works there. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include <sqlite3.h>
#include <cmocka.h>

#include "sample.h"
#include "store/internal.h"

static long type; /* of the file system, as the store sees it */

/* In place of libc's. */
int statfs(const char *path, struct statfs *out)
{
	*out = (struct statfs){0};
	memcpy(&out->f_type, &type, sizeof out->f_type);
	return access(path, F_OK);
}

static int make(void **state)
{
	type = 0xef53;
	return make_store_dir(state);
}

/* Dies with the store open. */
static void keep_and_die(void)
{
	struct as_store *s = NULL;

	MUST(!as_store_open(store_path, AS_STORE_WRITE, &s, NULL));
	MUST(!as_store_put(s, sample_small(99), NULL, NULL));
	kill(getpid(), SIGKILL);
}

static void damage(void)
{
	char bytes[12000];
	int fd = open(store_path, O_WRONLY | O_CLOEXEC);

	memset(bytes, 'A', sizeof bytes);
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, bytes, sizeof bytes, 16384), sizeof bytes);
	assert_int_equal(close(fd), 0);
}

static void left_by_a_crash(void)
{
	for (unsigned i = 1; i <= 20; i++)
		assert_int_equal(keep_sample(i, NULL), AS_OK);
	int status = in_child(keep_and_die);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_int_equal(access(in(store_dir, "x.db-wal"), F_OK), 0);
}

static void a_sound_store_left_by_a_crash_needs_no_word(void **state)
{
	struct as_store *s = NULL;

	(void)state;
	left_by_a_crash();
	assert_int_equal(as_store_open(store_path, AS_STORE_READ, &s, NULL), AS_OK);
	assert_true(s->orphaned);
	assert_null(as_store_note(s));
	as_store_close(s);
	assert_int_equal(keep_sample(100, NULL), AS_OK);
	assert_int_equal(sound(store_path), 22);
}

static void a_damaged_store_left_by_a_crash_is_refused_for_writing(void **state)
{
	static const char begin[] = "it was being written when its writer died, and is damaged (";
	struct as_store *s = NULL;
	struct as_err err = {0};

	(void)state;
	left_by_a_crash();
	damage();
	assert_int_equal(as_store_open(store_path, AS_STORE_WRITE, &s, &err), AS_ERR_STORE);
	assert_non_null(strstr(err.msg, begin));
	assert_non_null(strstr(err.msg,
		"); `assay store copy NEW.db` saves what can be read: then move it away"));
}

static void a_damaged_store_left_by_a_crash_is_read_with_a_note(void **state)
{
	struct as_store *s = NULL;

	(void)state;
	left_by_a_crash();
	damage();
	assert_int_equal(as_store_open(store_path, AS_STORE_READ, &s, NULL), AS_OK);
	assert_non_null(as_store_note(s));
	assert_non_null(strstr(as_store_note(s), "`assay store verify` says more"));
	as_store_close(s);
}

/* Another process has it open: what lies beside the store is its own. */
static void what_a_living_writer_has_beside_the_store_is_no_crash(void **state)
{
	struct as_store *writer = NULL, *s = NULL;
	struct as_experiment *x = sample_small(1);

	(void)state;
	assert_int_equal(as_store_open(store_path, AS_STORE_WRITE, &writer, NULL), AS_OK);
	assert_int_equal(as_store_put(writer, x, NULL, NULL), AS_OK);
	assert_int_equal(as_store_open(store_path, AS_STORE_READ, &s, NULL), AS_OK);
	assert_false(s->orphaned);
	as_store_close(s);
	as_store_close(writer);
	as_experiment_free(x);
}

static void journal_mode(struct as_store *s, const char *want)
{
	sqlite3_stmt *q = NULL;

	assert_int_equal(sqlite3_prepare_v2(s->db, "PRAGMA journal_mode", -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	assert_string_equal((const char *)sqlite3_column_text(q, 0), want);
	sqlite3_finalize(q);
}

static void on_a_network_file_system_the_journal_is_no_wal(void **state)
{
	struct as_store *s = NULL;

	(void)state;
	assert_int_equal(keep_sample(1, NULL), AS_OK); /* as WAL */
	type = 0x6969;
	assert_int_equal(as_store_open(store_path, AS_STORE_WRITE, &s, NULL), AS_OK);
	assert_non_null(strstr(as_store_note(s), "network file system (NFS)"));
	journal_mode(s, "delete");
	as_store_close(s);
	assert_int_equal(keep_sample(2, NULL), AS_OK);
	assert_int_equal(sound(store_path), 2);
	assert_int_equal(access(in(store_dir, "x.db-wal"), F_OK), -1);
	type = 0xef53; /* moved back */
	assert_int_equal(as_store_open(store_path, AS_STORE_WRITE, &s, NULL), AS_OK);
	assert_null(as_store_note(s));
	journal_mode(s, "wal");
	as_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, remove_store_dir)
		TEST(a_sound_store_left_by_a_crash_needs_no_word),
		TEST(a_damaged_store_left_by_a_crash_is_refused_for_writing),
		TEST(a_damaged_store_left_by_a_crash_is_read_with_a_note),
		TEST(what_a_living_writer_has_beside_the_store_is_no_crash),
		TEST(on_a_network_file_system_the_journal_is_no_wal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
