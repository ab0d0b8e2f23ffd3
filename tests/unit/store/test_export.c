/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of one experiment. */
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

#include "sample.h"

static char dir[256], file[300];

static int make(void **state)
{
	(void)state;
	make_directory(dir);
	assert_int_equal(chdir(dir), 0);
	snprintf(file, sizeof file, "%s/x.assay", dir);
	return 0;
}

static int leave(void **state)
{
	(void)state;
	assert_int_equal(chdir("/"), 0);
	remove_directory(dir);
	return 0;
}

static void has(const char *path, const struct as_experiment *x)
{
	struct as_store *s = NULL;
	struct as_experiment *y = NULL;
	struct as_err err = {0};
	int64_t id = 0;

	if (as_store_open(path, AS_STORE_READ, &s, &err) ||
		as_store_find(s, "@last", &id, &err) || as_store_get(s, id, &y, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(id, 1);
	assert_same_experiment(x, y);
	as_experiment_free(y);
	as_store_close(s);
}

static void an_exported_file_is_a_store_of_one_experiment(void **state)
{
	struct as_experiment *x = sample_rich();
	struct as_analysis a = sample_analysis(x);
	struct as_store_query all = {0};
	struct as_store *s = NULL;
	struct as_listing *l = NULL;
	struct as_arena arena = {0};
	size_t n = 0;

	(void)state;
	x->id = 41;
	x->session = 7;
	assert_int_equal(as_store_export(x, &a, file, NULL), AS_OK);
	assert_int_equal(x->id, 41);
	assert_int_equal(x->session, 7);
	has(file, x);
	assert_int_equal(as_store_open(file, AS_STORE_READ, &s, NULL), AS_OK);
	assert_int_equal(as_store_list(s, &all, &arena, &l, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_int_equal(l[0].n_top, 3);
	assert_string_equal(as_store_path(s), file);
	assert_null(as_store_note(s));
	as_arena_release(&arena);
	as_store_close(s);
	free(a.summaries);
	as_experiment_free(x);
}

static void nothing_else_lies_beside_it(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct stat st;

	(void)state;
	umask(022);
	assert_int_equal(as_store_export(x, NULL, "x.assay", NULL), AS_OK);
	has("x.assay", x);
	assert_int_equal(stat("x.assay", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0644);
	assert_int_equal(unlink("x.assay"), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(dir), 0);
	assert_int_equal(mkdir(dir, 0700), 0);
	as_experiment_free(x);
}

static void an_earlier_export_is_replaced(void **state)
{
	struct as_experiment *x = sample_small(1), *y = sample_rich();

	(void)state;
	assert_int_equal(as_store_export(x, NULL, file, NULL), AS_OK);
	assert_int_equal(as_store_export(y, NULL, file, NULL), AS_OK);
	has(file, y);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void refuses(const struct as_experiment *x, const char *path, const char *why)
{
	struct as_err err = {0};
	char want[600];

	assert_int_equal(as_store_export(x, NULL, path, &err), AS_ERR_STORE);
	snprintf(want, sizeof want, "cannot export to '%s': %s", path, why);
	assert_string_equal(err.msg, want);
}

static void any_other_file_is_left_alone(void **state)
{
	static const char foreign[] = "it is there and no exported experiment, and only an earlier "
		"export is replaced; give another name";
	struct as_experiment *x = sample_small(1);
	struct as_store *s = NULL;
	char text[8] = "";

	(void)state;
	FILE *f = fopen(file, "w");
	fputs("mine", f);
	fclose(f);
	refuses(x, file, foreign);
	f = fopen(file, "r");
	assert_non_null(fgets(text, sizeof text, f));
	fclose(f);
	assert_string_equal(text, "mine");
	refuses(x, dir, foreign);
	unlink(file);
	assert_int_equal(as_store_open(file, AS_STORE_WRITE, &s, NULL), AS_OK);
	refuses(x, file,
		"it is a store, and only an earlier export is replaced; give another name");
	assert_int_equal(as_store_put(s, x, NULL, NULL), AS_OK);
	as_store_close(s);
	refuses(x, file,
		"it is a store, and only an earlier export is replaced; give another name");
	as_experiment_free(x);
}

static void a_missing_directory_is_named(void **state)
{
	struct as_experiment *x = sample_small(1);

	(void)state;
	refuses(x, "/no/such/x.assay",
		"its directory cannot be written (No such file or directory); give another name");
	as_experiment_free(x);
}

static void a_table_is_not_kept(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct as_err err = {0};

	(void)state;
	x->table = "a.csv";
	assert_int_equal(as_store_export(x, NULL, file, &err), AS_ERR_ARG);
	assert_non_null(strstr(err.msg, "it was read from the table 'a.csv', which is its own store"));
	as_experiment_free(x);
}

static void nothing_is_kept_in_an_exported_file(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct as_store *s = NULL;
	struct as_err err = {0};
	char want[600];

	(void)state;
	assert_int_equal(as_store_export(x, NULL, file, NULL), AS_OK);
	assert_int_equal(as_store_open(file, AS_STORE_WRITE, &s, &err), AS_ERR_STORE);
	snprintf(want, sizeof want,
		"cannot keep results in '%s': it is an exported file of one experiment, which "
		"stays as it is; name another store with --store",
		file);
	assert_string_equal(err.msg, want);
	as_experiment_free(x);
}

static void names_with_a_meaning_for_sqlite_are_names(void **state)
{
	static const char *const names[] = {"file:x.assay?mode=memory",
		":memory:", "a b%20c?#.assay", "new\nline", "\xff\xfe.assay", "-x"};
	struct as_experiment *x = sample_small(1);

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		assert_int_equal(as_store_export(x, NULL, names[i], NULL), AS_OK);
		assert_int_equal(access(names[i], R_OK), 0);
		has(names[i], x);
	}
	as_experiment_free(x);
}

static char read_as_nobody[300];

static void read_it(void)
{
	if (geteuid() == 0 && setuid(65534) != 0)
		cannot_try();
	MUST(sound(read_as_nobody) == 1);
}

static void a_store_in_a_directory_that_cannot_be_written_is_read(void **state)
{
	static const char *const names[] = {"x.assay", "y?immutable=0&.db"};
	struct as_experiment *x = sample_small(1);
	struct as_store *s = NULL;

	(void)state;
	assert_int_equal(as_store_export(x, NULL, names[0], NULL), AS_OK);
	assert_int_equal(as_store_open(names[1], AS_STORE_WRITE, &s, NULL), AS_OK);
	assert_int_equal(as_store_put(s, x, NULL, NULL), AS_OK);
	as_store_close(s);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(chmod(names[i], 0444), 0);
		assert_int_equal(chmod(dir, 0555), 0);
		snprintf(read_as_nobody, sizeof read_as_nobody, "%s/%s", dir, names[i]);
		int status = in_child(read_it);
		assert_int_equal(chmod(dir, 0700), 0);
		assert_child(status);
	}
	as_experiment_free(x);
}

static void a_rescued_experiment_gets_a_name_of_its_own(void **state)
{
	struct as_experiment *x = sample_small(0x123456);
	char first[AS_STORE_PATH_BYTES], second[AS_STORE_PATH_BYTES];

	(void)state;
	assert_int_equal(as_store_rescue(".", x, NULL, first, NULL), AS_OK);
	assert_string_equal(first, "./assay-000000000000.assay");
	assert_int_equal(as_store_rescue(".", x, NULL, second, NULL), AS_OK);
	assert_string_equal(second, "./assay-000000000000-1.assay");
	has(first, x);
	has(second, x);
	as_experiment_free(x);
}

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, make, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_DIRECTORY(an_exported_file_is_a_store_of_one_experiment),
		IN_DIRECTORY(nothing_else_lies_beside_it),
		IN_DIRECTORY(an_earlier_export_is_replaced),
		IN_DIRECTORY(any_other_file_is_left_alone),
		IN_DIRECTORY(a_missing_directory_is_named),
		IN_DIRECTORY(a_table_is_not_kept),
		IN_DIRECTORY(nothing_is_kept_in_an_exported_file),
		IN_DIRECTORY(names_with_a_meaning_for_sqlite_are_names),
		IN_DIRECTORY(a_store_in_a_directory_that_cannot_be_written_is_read),
		IN_DIRECTORY(a_rescued_experiment_gets_a_name_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
