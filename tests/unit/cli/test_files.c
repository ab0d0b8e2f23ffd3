/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "cli/files.h"
#include "cli/results/export_write.h"

static char directory[] = "/tmp/assay-files-XXXXXX";

static int make_directory(void **state)
{
	(void)state;
	return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static int remove_directory(void **state)
{
	const char *const names[] = {"new", "old", "link", "sub", "out.csv"};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		remove(names[i]);
	return chdir("/") == 0 ? rmdir(directory) : -1;
}

static void holds(const char *path, const char *want)
{
	char buf[64] = "";
	int fd = open(path, O_RDONLY);

	assert_true(fd >= 0);
	assert_true(read(fd, buf, sizeof buf - 1) >= 0);
	close(fd);
	assert_string_equal(buf, want);
}

static void a_file_is_made_or_replaced_whole(void **state)
{
	struct stat st;

	(void)state;
	assert_int_equal(as_write_file("new", "one", 3, "x", NULL), AS_OK);
	holds("new", "one");
	assert_int_equal(as_write_file("new", "", 0, "x", NULL), AS_OK);
	holds("new", "");
	assert_int_equal(stat("new", &st), 0);
	mode_t mask = umask(0);
	umask(mask);
	assert_int_equal(st.st_mode & 0777, 0666 & ~mask);
}

static void a_link_stays_and_what_it_names_is_replaced(void **state)
{
	struct stat st;

	(void)state;
	assert_int_equal(as_write_file("old", "1", 1, "x", NULL), AS_OK);
	assert_int_equal(symlink("old", "link"), 0);
	assert_int_equal(as_write_file("link", "2", 1, "x", NULL), AS_OK);
	holds("old", "2");
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
}

static void what_cannot_be_written_is_told_before_and_after(void **state)
{
	struct as_err err = {0};

	(void)state;
	assert_int_equal(mkdir("sub", 0700), 0);
	assert_int_equal(as_check_writable("sub", "--export-csv", &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot write --export-csv to 'sub'");
	assert_int_equal(as_check_writable("sub/none/x", "--export-csv", &err), AS_ERR_SYS);
	assert_string_equal(err.msg,
		"cannot write --export-csv to 'sub/none/x': the folder 'sub/none' takes no files");
	assert_int_equal(as_check_writable("", "--export-csv", &err), AS_ERR_USAGE);
	assert_int_equal(as_check_writable("sub/x", "--export-csv", &err), AS_OK);
	assert_int_equal(as_check_writable("/dev/full", "--export-csv", &err), AS_OK);
	assert_int_equal(as_write_file("/dev/full", "x", 1, "--export-csv", &err), AS_ERR_SYS);
	assert_int_equal(as_write_file("sub/none/x", "x", 1, "--export-csv", &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot write --export-csv to 'sub/none/x'");
}

static void exports_are_checked_by_their_options(void **state)
{
	struct as_arg given[] = {{AS_OPT_EXPORT_CSV, {"sub", NULL, NULL}}, {.id = AS_OPT_JSON}};
	struct as_args args = {.given = given, .n_given = 1};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_exports_check(&args, &err), AS_ERR_SYS);
	given[0].values[0] = "-";
	assert_int_equal(as_exports_check(&args, &err), AS_OK);
	args.n_given = 2;
	assert_int_equal(as_exports_check(&args, &err), AS_ERR_USAGE);
	assert_string_equal(err.msg,
		"--json and --export-csv - both write to standard output: give --export-csv a file");
	given[0] = (struct as_arg){AS_OPT_EXPORT, {"-", NULL, NULL}};
	assert_int_equal(as_exports_check(&args, &err), AS_ERR_USAGE);
	assert_string_equal(err.msg,
		"cannot use '-' for --export: expected the name of a file, such as x.assay");
}

static void exports_are_written_to_their_files(void **state)
{
	struct as_arg given[] = {{AS_OPT_EXPORT_CSV, {"out.csv", NULL, NULL}},
		{AS_OPT_TIME_UNIT, {"millisecond", NULL, NULL}}, {AS_OPT_SORT, {"mean-time", NULL, NULL}}};
	struct as_args args = {.given = given, .n_given = 3};
	struct as_arena arena = {0};
	struct as_cli cli = {.args = &args, .arena = &arena};
	struct as_out out = {.width = 70};
	struct as_experiment *x = as_experiment_new();
	struct as_export e = {.x = x};

	(void)state;
	cli.out = &out;
	assert_int_equal(as_exports_write(&cli, e, NULL), AS_OK);
	holds("out.csv", "command,mean,stddev,median,user,system,min,max\n");
	as_experiment_free(x);
	as_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_made_or_replaced_whole),
		cmocka_unit_test(a_link_stays_and_what_it_names_is_replaced),
		cmocka_unit_test(what_cannot_be_written_is_told_before_and_after),
		cmocka_unit_test(exports_are_checked_by_their_options),
		cmocka_unit_test(exports_are_written_to_their_files),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
