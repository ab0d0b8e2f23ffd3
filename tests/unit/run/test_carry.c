/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "place.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/build/carry.h"

static void make_folder(struct place *p, const char *name)
{
	assert_int_equal(mkdir(in(p, p->root, name), 0700), 0);
}

/* A user's tree with a file, a folder of two and a link, and the folders of a version. */
static void make_tree(struct place *p)
{
	make_folder(p, "user/data");
	write_file(in(p, p->user, "data/a"), "one");
	write_file(in(p, p->user, "data/b"), "two");
	write_file(in(p, p->user, "own"), "three");
	assert_int_equal(symlink("data/a", in(p, p->user, "link")), 0);
	make_folder(p, "version");
	make_folder(p, "aside");
}

static enum as_status find(struct place *p, const char *const *patterns, size_t n, struct as_carry *c)
{
	return as_carry_find(&(struct as_carry_asked){p->user, p->user, patterns, n}, &p->arena, c,
		&p->err);
}

static struct as_carry carry_all(struct place *p, char folder[static 128], char aside[static 128])
{
	static const char *const patterns[] = {"d*", "own", "link", "data/b"};
	struct as_carry c;

	make_tree(p);
	snprintf(folder, 128, "%s/version", p->root);
	snprintf(aside, 128, "%s/aside", p->root);
	assert_int_equal(find(p, patterns, 4, &c), AS_OK);
	assert_int_equal(c.n, 4); /* each once */
	assert_int_equal(as_carry_put(&c, folder, &p->err), AS_OK);
	return c;
}

static void files_folders_and_links_are_put_into_a_version(void **state)
{
	struct place *p = *state;
	char folder[128], aside[128], target[16] = "";
	struct as_carry c = carry_all(p, folder, aside);

	assert_content(in(p, folder, "data/a"), "one");
	assert_content(in(p, folder, "data/b"), "two");
	assert_content(in(p, folder, "own"), "three");
	assert_int_equal(readlink(in(p, folder, "link"), target, sizeof target - 1), 6);
	assert_string_equal(target, "data/a");
	as_carry_release(&c);
}

static void what_a_build_has_changed_or_removed_is_there_again(void **state)
{
	struct place *p = *state;
	char folder[128], aside[128];
	struct as_carry c = carry_all(p, folder, aside);
	struct stat before, after;

	assert_int_equal(stat(in(p, folder, "data/a"), &before), 0);
	write_file(in(p, folder, "data/b"), "spoilt");
	assert_int_equal(unlink(in(p, folder, "own")), 0);
	assert_int_equal(as_carry_aside(&c, folder, aside, &p->err), AS_OK);
	assert_int_not_equal(access(in(p, folder, "data/a"), F_OK), 0);
	assert_int_equal(access(in(p, folder, "data/b"), F_OK), 0);
	assert_int_equal(unlink(in(p, folder, "data/b")), 0); /* as git clean does */
	assert_int_equal(rmdir(in(p, folder, "data")), 0);
	assert_int_equal(as_carry_back(&c, folder, aside, &p->err), AS_OK);
	assert_content(in(p, folder, "data/b"), "two");
	assert_content(in(p, folder, "own"), "three");
	assert_int_equal(stat(in(p, folder, "data/a"), &after), 0);
	assert_true(before.st_ino == after.st_ino); /* not copied anew */
	as_carry_release(&c);
}

static void what_a_version_has_itself_is_refused(void **state)
{
	static const char *const own = "own";
	struct place *p = *state;
	struct as_carry c;

	make_tree(p);
	write_file(in(p, p->root, "version/own"), "of the version");
	assert_int_equal(find(p, &own, 1, &c), AS_OK);
	char folder[128];
	snprintf(folder, sizeof folder, "%s/version", p->root);
	assert_int_equal(as_carry_put(&c, folder, &p->err), AS_ERR_USAGE);
	assert_content(in(p, folder, "own"), "of the version");
	as_carry_release(&c);
}

static void a_file_that_has_changed_since_is_not_carried(void **state)
{
	static const char *const own = "own";
	struct place *p = *state;
	struct as_carry c;
	char folder[128];

	make_tree(p);
	snprintf(folder, sizeof folder, "%s/version", p->root);
	assert_int_equal(find(p, &own, 1, &c), AS_OK);
	write_file(in(p, p->user, "own"), "longer than before");
	assert_int_equal(as_carry_put(&c, folder, &p->err), AS_ERR_BENCH);
	as_carry_release(&c);
}

static void patterns_stay_inside_of_the_tree(void **state)
{
	static const char *const bad[] = {"", "/etc/passwd", "..", "../x", "data/../../x", "data/..", ".git",
		".git/config", "data/.git"};
	static const char *const good[] = {"x", "..x", "x..", ".gitignore", "a/b", "./a", "x.git"};
	struct place *p = *state;
	struct as_carry c;

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(as_carry_check(bad[i], NULL), AS_ERR_USAGE);
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		assert_int_equal(as_carry_check(good[i], NULL), AS_OK);
	make_tree(p);
	write_file(in(p, p->root, "outside"), "x");
	assert_int_equal(symlink("..", in(p, p->user, "up")), 0);
	assert_int_equal(find(p, &(const char *const){"up/outside"}, 1, &c), AS_ERR_USAGE);
	as_carry_release(&c);
	assert_int_equal(find(p, &(const char *const){"none*"}, 1, &c), AS_ERR_USAGE);
	as_carry_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(files_folders_and_links_are_put_into_a_version),
		AT_A_PLACE(what_a_build_has_changed_or_removed_is_there_again),
		AT_A_PLACE(what_a_version_has_itself_is_refused),
		AT_A_PLACE(a_file_that_has_changed_since_is_not_carried),
		AT_A_PLACE(patterns_stay_inside_of_the_tree),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
