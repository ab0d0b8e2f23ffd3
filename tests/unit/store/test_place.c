/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the store is. Every test stands in a directory tree of its own. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "sample.h"
#include "store/sqlite.h"

static char dir[256];

/* dir/home is HOME, dir/home/a/b/c and dir/other/a exist. */
static int make(void **state)
{
	static const char *const tree[] = {"home", "home/a", "home/a/b", "home/a/b/c", "other",
		"other/a"};
	char real[256];

	(void)state;
	make_directory(dir);
	assert_int_equal(chdir(dir), 0);
	assert_non_null(getcwd(real, sizeof real));
	memcpy(dir, real, sizeof dir);
	for (size_t i = 0; i < sizeof tree / sizeof *tree; i++)
		assert_int_equal(mkdir(in(dir, tree[i]), 0700), 0);
	setenv("HOME", in(dir, "home"), 1);
	unsetenv("XDG_DATA_HOME");
	unsetenv("ASSAY_STORE");
	return 0;
}

static int leave(void **state)
{
	(void)state;
	assert_int_equal(chdir("/"), 0);
	remove_directory(dir);
	return 0;
}

static void stand_in(const char *name)
{
	assert_int_equal(chdir(in(dir, name)), 0);
}

static void make_project(const char *name)
{
	char path[512];

	snprintf(path, sizeof path, "%s/%s/.assay", dir, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

/* Whether the store is dir/want, or want if that is absolute; why not in err. */
static bool at(const char *given, const char *want, enum as_store_origin origin, struct as_err *err)
{
	struct as_store_place place;
	char path[512];

	if (as_store_locate(given, &place, err))
		return false;
	snprintf(path, sizeof path, "%s/%s", dir, want);
	as_fail(err, AS_ERR_ARG, "%s, origin %d", place.path, (int)place.origin);
	return !strcmp(place.path, *want == '/' ? want : path) && place.origin == origin &&
		place.exists == (access(place.path, F_OK) == 0);
}

static void is_at(const char *given, const char *want, enum as_store_origin origin)
{
	struct as_err err = {0};

	if (!at(given, want, origin, &err))
		fail_msg("wanted %s, origin %d, got: %s", want, (int)origin, err.msg);
}

static const char *const user = "home/.local/share/assay/assay.db";

static void a_user_s_store_lies_with_his_data(void **state)
{
	(void)state;
	is_at(NULL, user, AS_STORE_USER);
	is_at("", user, AS_STORE_USER);
	setenv("XDG_DATA_HOME", "/data", 1);
	is_at(NULL, "/data/assay/assay.db", AS_STORE_USER);
	unsetenv("HOME");
	is_at(NULL, "/data/assay/assay.db", AS_STORE_USER);
	setenv("HOME", in(dir, "home"), 1);
	setenv("XDG_DATA_HOME", "relative", 1);
	is_at(NULL, user, AS_STORE_USER);
}

static void without_a_home_the_sentence_says_what_to_do(void **state)
{
	struct as_store_place place = {.path = "untouched"};
	struct as_err err = {0};

	(void)state;
	unsetenv("HOME");
	assert_int_equal(as_store_locate(NULL, &place, &err), AS_ERR_USAGE);
	assert_string_equal(err.msg,
		"cannot keep results: there is no HOME to keep them in; name a file with --export, "
		"or a store with --store");
	assert_string_equal(place.path, "untouched");
	setenv("HOME", "", 1);
	assert_int_equal(as_store_locate(NULL, &place, &err), AS_ERR_USAGE);
	is_at("/x/y.db", "/x/y.db", AS_STORE_GIVEN);
}

static void a_project_s_store_is_found_from_below(void **state)
{
	(void)state;
	make_project("home/a");
	stand_in("home/a/b/c");
	is_at(NULL, "home/a/.assay/store.db", AS_STORE_PROJECT);
	stand_in("home/a");
	is_at(NULL, "home/a/.assay/store.db", AS_STORE_PROJECT);
	stand_in("home");
	is_at(NULL, user, AS_STORE_USER);
	make_project("home/a/b");
	stand_in("home/a/b/c");
	is_at(NULL, "home/a/b/.assay/store.db", AS_STORE_PROJECT);
}

static void the_search_ends_in_home(void **state)
{
	(void)state;
	assert_int_equal(mkdir(in(dir, ".assay"), 0700), 0);
	stand_in("home/a/b");
	is_at(NULL, user, AS_STORE_USER);
	stand_in("other/a");
	is_at(NULL, ".assay/store.db", AS_STORE_PROJECT);
	make_project("home");
	stand_in("home/a/b");
	is_at(NULL, "home/.assay/store.db", AS_STORE_PROJECT);
}

static void a_file_called_assay_is_no_project(void **state)
{
	(void)state;
	fclose(fopen(in(dir, "home/a/.assay"), "w"));
	stand_in("home/a");
	is_at(NULL, user, AS_STORE_USER);
}

static void other_users_directories_are_left_alone(void **state)
{
	(void)state;
	if (geteuid() != 0) {
		skip();
	}
	make_project("home/a");
	assert_int_equal(chown(in(dir, "home/a/b"), 12345, 12345), 0);
	stand_in("home/a/b/c");
	is_at(NULL, user, AS_STORE_USER);
	assert_int_equal(chown(in(dir, "home/a/b"), 0, 0), 0);
	is_at(NULL, "home/a/.assay/store.db", AS_STORE_PROJECT);
	assert_int_equal(chown(in(dir, "home/a/.assay"), 12345, 12345), 0);
	is_at(NULL, user, AS_STORE_USER);
}

static void below_a_mount(void)
{
	char bind[512];

	if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, "") != 0)
		cannot_try();
	/* A bind mount: the same file system, another mount. */
	snprintf(bind, sizeof bind, "%s/home/a/b", dir);
	MUST(mount(bind, in(dir, "other/a"), "none", MS_BIND, "") == 0);
	MUST(chdir(in(dir, "other/a/c")) == 0);
	MUST(at(NULL, user, AS_STORE_USER, NULL));
	MUST(mkdir(in(dir, "other/a/.assay"), 0700) == 0);
	MUST(at(NULL, "other/a/.assay/store.db", AS_STORE_PROJECT, NULL));
}

static void the_search_ends_at_a_mount_point(void **state)
{
	(void)state;
	make_project("other");
	stand_in("other/a");
	is_at(NULL, "other/.assay/store.db", AS_STORE_PROJECT);
	assert_child(in_child(below_a_mount));
}

static void the_variable_overrides_a_project(void **state)
{
	(void)state;
	make_project("home/a");
	stand_in("home/a");
	setenv("ASSAY_STORE", "/elsewhere/x.assay", 1);
	is_at(NULL, "/elsewhere/x.assay", AS_STORE_ENVIRONMENT);
	is_at("/y.db", "/y.db", AS_STORE_GIVEN);
	setenv("ASSAY_STORE", "", 1);
	is_at(NULL, "home/a/.assay/store.db", AS_STORE_PROJECT);
}

static void a_given_path_is_a_file_or_a_directory(void **state)
{
	char path[600];

	(void)state;
	is_at("/no/such", "/no/such/assay.db", AS_STORE_GIVEN);
	is_at("/no/such///", "/no/such/assay.db", AS_STORE_GIVEN);
	is_at("/", "/assay.db", AS_STORE_GIVEN);
	is_at("/no/such.db", "/no/such.db", AS_STORE_GIVEN);
	is_at("/no/such.assay", "/no/such.assay", AS_STORE_GIVEN);
	is_at("/no/such.db/", "/no/such.db/assay.db", AS_STORE_GIVEN);
	is_at("/no/.assay", "/no/.assay/store.db", AS_STORE_GIVEN);
	is_at("/no/.assay/", "/no/.assay/store.db", AS_STORE_GIVEN);
	assert_int_equal(mkdir(in(dir, "d.db"), 0700), 0);
	snprintf(path, sizeof path, "%s/d.db", dir);
	is_at(path, "d.db/assay.db", AS_STORE_GIVEN);
	fclose(fopen(in(dir, "plain"), "w"));
	snprintf(path, sizeof path, "%s/plain", dir);
	is_at(path, "plain", AS_STORE_GIVEN);
}

static void a_path_that_is_too_long_is_refused(void **state)
{
	struct as_store_place place;
	struct as_err err = {0};
	char *path = calloc(1, 6000);

	(void)state;
	memset(path, 'x', 5000);
	assert_int_equal(as_store_locate(path, &place, &err), AS_ERR_USAGE);
	memset(path, 'x', 4093);
	path[4093] = '\0';
	assert_int_equal(as_store_locate(path, &place, &err), AS_ERR_USAGE);
	setenv("HOME", path, 1);
	assert_int_equal(as_store_locate(NULL, &place, &err), AS_ERR_USAGE);
	free(path);
}

static void network_file_systems_are_known(void **state)
{
	(void)state;
	assert_string_equal(as_store_network(0x6969), "NFS");
	assert_string_equal(as_store_network((long)0xff534d42), "CIFS");
	assert_string_equal(as_store_network((int32_t)0xff534d42), "CIFS");
	assert_null(as_store_network(0xef53)); /* ext4 */
	assert_null(as_store_network(0x01021994)); /* tmpfs */
}

#define IN_TREE(test) cmocka_unit_test_setup_teardown(test, make, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(a_user_s_store_lies_with_his_data),
		IN_TREE(without_a_home_the_sentence_says_what_to_do),
		IN_TREE(a_project_s_store_is_found_from_below),
		IN_TREE(the_search_ends_in_home),
		IN_TREE(a_file_called_assay_is_no_project),
		IN_TREE(other_users_directories_are_left_alone),
		IN_TREE(the_search_ends_at_a_mount_point),
		IN_TREE(the_variable_overrides_a_project),
		IN_TREE(a_given_path_is_a_file_or_a_directory),
		IN_TREE(a_path_that_is_too_long_is_refused),
		cmocka_unit_test(network_file_systems_are_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
