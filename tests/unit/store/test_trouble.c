/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores that cannot be used: each says why in one sentence, and the experiment stays usable. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <sqlite3.h>
#include <cmocka.h>

#include "sample.h"
#include "store/internal.h"


/* "cannot <doing> '<path>': <why>", in a static buffer. */
static const char *sentence(const char *doing, const char *path, const char *why)
{
	static char text[1024];

	snprintf(text, sizeof text, "cannot %s '%s': %s", doing, path, why);
	return text;
}

/* In a child: words are these, and if not, shows them. */
static bool is_sentence(const char *words, const char *want)
{
	if (strcmp(words, want) != 0)
		fprintf(stderr, "wanted: %s\ngot: %s\n", want, words);
	return !strcmp(words, want);
}

/* What opening the file says. */
static void says(enum as_store_mode mode, const char *path, const char *why)
{
	struct as_store *s = NULL;
	struct as_err err = {0};

	assert_int_equal(as_store_open(path, mode, &s, &err), AS_ERR_STORE);
	assert_null(s);
	assert_string_equal(err.msg, sentence("open", path, why));
}

static void sql(const char *text)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(store_path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void write_file(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static void a_missing_store_is_only_made_for_writing(void **state)
{
	(void)state;
	says(AS_STORE_READ, store_path,
		"there is no such file; `assay run` makes a store, and --store names "
		"another");
	write_file(store_path, "", 0);
	says(AS_STORE_READ, store_path,
		"nothing has been kept in it yet; `assay run` keeps what it measures");
	assert_int_equal(keep_sample(0, NULL), AS_OK);
	assert_int_equal(sound(store_path), 0);
}

static void what_is_no_store_is_refused(void **state)
{
	char text[5000];

	(void)state;
	says(AS_STORE_WRITE, store_dir,
		"it is a directory, not a store of assay; name another with --store");
	assert_int_equal(mkfifo(store_path, 0600), 0);
	says(AS_STORE_READ, store_path,
		"it is no regular file, not a store of assay; name another with "
		"--store");
	unlink(store_path);
	memset(text, 'x', sizeof text);
	for (size_t n = 1; n <= sizeof text; n += 833) {
		write_file(store_path, text, n);
		for (int mode = AS_STORE_READ; mode <= AS_STORE_WRITE; mode++)
			says((enum as_store_mode)mode, store_path,
				"it is not a store of assay (not even an SQLite file); "
				"name another with --store");
	}
}

static void another_program_s_database_is_left_alone(void **state)
{
	static const char want[] = "it is an SQLite file of another program, not a "
		"store of assay; name another with --store";

	(void)state;
	sql("CREATE TABLE t (a)");
	says(AS_STORE_READ, store_path, want);
	says(AS_STORE_WRITE, store_path, want);
	sql("PRAGMA application_id = 252006674; PRAGMA user_version = 1");
	says(AS_STORE_WRITE, store_path, want);
}

static void a_newer_schema_is_refused_with_both_versions(void **state)
{
	char want[200];

	(void)state;
	assert_int_equal(keep_sample(1, NULL), AS_OK);
	sql("PRAGMA user_version = 99");
	snprintf(want, sizeof want,
		"a newer assay has written it (its schema is 99, this assay knows up "
		"to %d); install the newer assay, or name another store with --store",
		AS_STORE_SCHEMA);
	says(AS_STORE_READ, store_path, want);
	assert_int_equal(keep_sample(2, NULL), AS_ERR_STORE);
	sql("PRAGMA user_version = -1");
	says(AS_STORE_WRITE, store_path,
		"the file is damaged (its schema is -1, the first one was 1); put "
		"back a copy of it, or move it away so that a new one is made");
}

static void a_missing_table_is_damage(void **state)
{
	struct as_err err = {0};

	(void)state;
	assert_int_equal(keep_sample(1, NULL), AS_OK);
	sql("DROP TABLE series");
	assert_int_equal(keep_sample(2, &err), AS_ERR_STORE);
	assert_string_equal(err.msg,
		sentence("keep the experiment in", store_path,
			"the file is damaged (no such table: series); put back a copy of it, or "
			"move it away so that a new one is made"));
}

static void a_lock_is_waited_for_and_is_not_called_another_programs_where_it_is_our_own(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct as_store *s = NULL;
	struct as_err err = {0};
	sqlite3 *other = NULL;
	static const char why[] = "another connection of this same program has kept it locked for "
				  "0.05 s; try again, or name another store with --store";

	(void)state;
	assert_int_equal(as_store_open(store_path, AS_STORE_WRITE, &s, &err), AS_OK);
	s->wait_ms = 50;
	sqlite3_busy_timeout(s->db, s->wait_ms);
	assert_int_equal(sqlite3_open(store_path, &other), SQLITE_OK);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(as_store_put(s, x, NULL, &err), AS_ERR_STORE);
	if (access("/proc/locks", R_OK) == 0)
		assert_string_equal(err.msg, sentence("keep the experiment in", store_path, why));
	assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(as_store_put(s, x, NULL, &err), AS_OK);
	sqlite3_close(other);
	as_store_close(s);
	as_experiment_free(x);
}

/* As a user who owns nothing here. */
static void become_nobody(void)
{
	if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
		cannot_try();
}

static void keep_read_only(void)
{
	struct as_err err = {0};

	become_nobody();
	MUST(keep_sample(2, &err) == AS_ERR_STORE);
	MUST(is_sentence(err.msg,
		sentence("open", store_path,
			"the file or its directory is read-only; make both writable, or name "
			"another store with --store")));
	MUST(sound(store_path) == 1);
}

static void a_read_only_store_is_refused_for_writing_and_read(void **state)
{
	(void)state;
	assert_int_equal(keep_sample(1, NULL), AS_OK);
	assert_int_equal(chmod(store_path, 0444), 0);
	assert_int_equal(chmod(store_dir, 0555), 0);
	int status = in_child(keep_read_only);
	assert_int_equal(chmod(store_dir, 0700), 0);
	assert_child(status);
}

static void make_in_read_only_directory(void)
{
	struct as_err err = {0};

	become_nobody();
	MUST(keep_sample(1, &err) == AS_ERR_STORE);
	MUST(is_sentence(err.msg,
		sentence("make the store", store_path,
			"Permission denied; name another with --store, or a file with --export")));
}

static void a_store_that_cannot_be_made_is_named(void **state)
{
	(void)state;
	assert_int_equal(chmod(store_dir, 0555), 0);
	int status = in_child(make_in_read_only_directory);
	assert_int_equal(chmod(store_dir, 0700), 0);
	assert_child(status);
}

/* Put until the disk is full: what was put before is still there, and what was not can be put
 * elsewhere. */
static void fill_the_disk(const char *why)
{
	struct as_experiment *x = NULL;
	struct as_store *s = NULL;
	struct as_err err = {0};
	char other[400];
	int n = 0;

	MUST(!as_store_open(store_path, AS_STORE_WRITE, &s, &err));
	do {
		as_experiment_free(x);
		x = sample_small((unsigned)n + 1);
	} while (!as_store_put(s, x, NULL, &err) && ++n < 10000);
	MUST(is_sentence(err.msg, sentence("keep the experiment in", store_path, why)));
	MUST(x->id == 0);
	snprintf(other, sizeof other, "%s/../rescued.assay", store_dir);
	if (strstr(why, "disk is full"))
		MUST(!as_store_export(x, NULL, other, &err));
	as_experiment_free(x);
	as_store_close(s);
	MUST(n > 0);
	MUST(sound(store_path) == n);
}

static void on_a_small_disk(void)
{
	char small[300];

	snprintf(small, sizeof small, "%s/small", store_dir);
	if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, "") != 0 ||
		mount("none", small, "tmpfs", 0, "size=400k") != 0)
		cannot_try();
	memcpy(store_dir, small, sizeof store_dir);
	snprintf(store_path, sizeof store_path, "%s/x.db", store_dir);
	fill_the_disk("the disk is full; free some space, or name another store with --store");
}

static void a_full_disk_loses_nothing(void **state)
{
	(void)state;
	assert_int_equal(mkdir(in(store_dir, "small"), 0700), 0);
	assert_child(in_child(on_a_small_disk));
	assert_int_equal(access(in(store_dir, "rescued.assay"), R_OK), 0);
}

static void with_a_limit_on_files(void)
{
	const struct rlimit limit = {400000, 400000};
	const struct sigaction ignore = {.sa_handler = SIG_IGN};

	sigaction(SIGXFSZ, &ignore, NULL);
	MUST(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	fill_the_disk("the file may not grow further (see `ulimit -f`); raise the limit, or name "
		      "another store with --store");
}

static void a_limit_on_the_size_of_files_is_named(void **state)
{
	(void)state;
	assert_child(in_child(with_a_limit_on_files));
}

static void no_room_for_an_export(void)
{
	struct as_experiment *x = sample_rich();
	struct as_err err = {0};
	char path[400];

	if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, "") != 0 ||
		mount("none", store_dir, "tmpfs", 0, "size=40k") != 0)
		cannot_try();
	snprintf(path, sizeof path, "%s/x.assay", store_dir);
	MUST(as_store_export(x, NULL, path, &err) == AS_ERR_STORE);
	MUST(is_sentence(err.msg,
		sentence("write", path,
			"the disk is full; free some space, or give --export another name")));
	MUST(rmdir(store_dir) != 0 && access(path, F_OK) != 0);
	as_experiment_free(x);
}

/* A store whose writer died and left its WAL, on a disk that has no room left for SQLite's index of
 * it. */
static void left_on_a_full_disk(void)
{
	static const char zeros[4096];
	struct as_store *s = NULL;
	char path[400];
	int status;
	size_t n = 0;

	if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, "") != 0 ||
		mount("none", store_dir, "tmpfs", 0, "size=1m") != 0)
		cannot_try();
	pid_t child = fork();
	if (child == 0) {
		struct as_experiment *x = sample_small(3);
		_exit(as_store_open(store_path, AS_STORE_WRITE, &s, NULL) || as_store_put(s, x, NULL, NULL));
	}
	MUST(child > 0 && waitpid(child, &status, 0) == child && status == 0);
	MUST(unlink(in(store_dir, "x.db-shm")) == 0 && access(in(store_dir, "x.db-wal"), F_OK) == 0);
	snprintf(path, sizeof path, "%s/filler", store_dir);
	int fd = open(path, O_WRONLY | O_CREAT, 0600);
	while (write(fd, zeros, sizeof zeros) > 0)
		;
	MUST(errno == ENOSPC && close(fd) == 0);
	MUST(as_store_open(store_path, AS_STORE_READ, &s, NULL) == AS_OK);
	MUST(count_kept(s, &n, NULL) == AS_OK && n == 1);
	as_store_close(s);
}

static void a_store_left_by_a_dead_writer_is_read_on_a_full_disk(void **state)
{
	(void)state;
	assert_child(in_child(left_on_a_full_disk));
}

static void a_full_disk_leaves_no_half_export(void **state)
{
	(void)state;
	assert_child(in_child(no_room_for_an_export));
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, make_store_dir, remove_store_dir)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(a_missing_store_is_only_made_for_writing),
		IN_DIRECTORY(what_is_no_store_is_refused),
		IN_DIRECTORY(another_program_s_database_is_left_alone),
		IN_DIRECTORY(a_newer_schema_is_refused_with_both_versions),
		IN_DIRECTORY(a_missing_table_is_damage),
		IN_DIRECTORY(a_lock_is_waited_for_and_is_not_called_another_programs_where_it_is_our_own),
		IN_DIRECTORY(a_read_only_store_is_refused_for_writing_and_read),
		IN_DIRECTORY(a_store_that_cannot_be_made_is_named),
		IN_DIRECTORY(a_full_disk_loses_nothing),
		IN_DIRECTORY(a_limit_on_the_size_of_files_is_named),
		IN_DIRECTORY(a_full_disk_leaves_no_half_export),
		IN_DIRECTORY(a_store_left_by_a_dead_writer_is_read_on_a_full_disk),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
