/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "place.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "run/build/copy_file.h"

/* A disk of a size of its own below copies; false where that cannot be had. */
static bool mount_disk(struct place *p, unsigned long flags, const char *options)
{
	if (unshare(CLONE_NEWNS) || mount("none", "/", "none", MS_REC | MS_PRIVATE, "") ||
		mount("none", p->copies, "tmpfs", flags, options)) {
		print_message("no file system can be mounted here: %s\n", strerror(errno));
		return false;
	}
	p->mounted = true;
	return true;
}

static void builds_that_do_not_fit_are_refused_before_the_first(void **state)
{
	struct place *p = *state;

	if (!mount_disk(p, 0, "size=72m"))
		skip();
	place_begin(p, "fft", NULL);
	assert_int_equal(as_artifacts_room(&p->a, 1000, NULL), AS_OK); /* its size is not known yet */
	write_file(in(p, p->user, "fft"), "x");
	assert_int_equal(truncate(p->path, 1000000), 0);
	assert_int_equal(as_artifacts_room(&p->a, 8, NULL), AS_OK);
	assert_int_equal(as_artifacts_room(&p->a, 10, &p->err), AS_ERR_SYS);
	assert_int_equal(p->err.sys, ENOSPC);
	char words[512];
	snprintf(words, sizeof words,
		"cannot keep 10 more builds of 'fft' in '%s': that takes 10.0 MB, and of the 75.5 MB "
		"that are free there 67.1 MB have to stay; make room, name a larger disk in TMPDIR, "
		"or ask for fewer builds", p->copies);
	assert_string_equal(p->err.msg, words);
	assert_int_equal(as_artifacts_room(&p->a, SIZE_MAX, NULL), AS_ERR_SYS);
	p->a.cloned = true; /* shared blocks take no room */
	assert_int_equal(as_artifacts_room(&p->a, 10, NULL), AS_OK);
}

static void an_artifact_of_ten_gigabytes_is_refused_before_it_is_copied(void **state)
{
	struct place *p = *state;
	struct as_build b;

	if (!mount_disk(p, 0, "size=72m"))
		skip();
	write_file(in(p, p->user, "big"), "x");
	assert_int_equal(truncate(p->path, 10000000000), 0);
	place_begin(p, "big", NULL);
	assert_int_equal(as_artifacts_keep(&p->a, 0, &p->arena, &b, &p->err), AS_ERR_SYS);
	char words[512];
	snprintf(words, sizeof words,
		"cannot keep the copy of '%s/big' in '%s/b0000': that takes 10.0 GB, and of the 75.5 "
		"MB that are free there 67.1 MB have to stay; make room, name a larger disk in "
		"TMPDIR, or ask for fewer builds", p->user, p->copies);
	assert_string_equal(p->err.msg, words);
	assert_int_equal(access(in(p, p->copies, "b0000"), F_OK), -1);
}

static void copies_between_file_systems_are_whole(void **state)
{
	struct place *p = *state;
	char hash[AS_HASH_HEX], other[AS_HASH_HEX];
	bool cloned = true;

	if (!mount_disk(p, 0, "size=72m"))
		skip();
	char to[128];
	snprintf(to, sizeof to, "%s/copy", p->copies);
	assert_int_equal(as_copy_file("/proc/self/exe", to, &cloned, NULL), AS_OK);
	assert_false(cloned);
	assert_int_equal(as_probe_file_hash("/proc/self/exe", hash, NULL), AS_OK);
	assert_int_equal(as_probe_file_hash(to, other, NULL), AS_OK);
	assert_string_equal(hash, other);
	assert_int_equal(as_copy_file("/proc/self/exe", to, &cloned, &p->err), AS_ERR_SYS);
	assert_int_equal(p->err.sys, EEXIST);
	assert_int_equal(as_copy_file(p->user, to, &cloned, NULL), AS_ERR_BENCH);
}

static void a_disk_that_starts_no_programs_is_refused(void **state)
{
	const char *const paths[] = {"fft"};
	struct place *p = *state;

	if (!mount_disk(p, MS_NOEXEC, "size=1m"))
		skip();
	assert_int_equal(as_artifacts_init(&p->a, p->user, p->copies, paths, 1, &p->err),
		AS_ERR_USAGE);
	assert_non_null(strstr(p->err.msg, "no program can be started there (it is mounted noexec); "
					   "name another folder in TMPDIR"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(builds_that_do_not_fit_are_refused_before_the_first),
		AT_A_PLACE(an_artifact_of_ten_gigabytes_is_refused_before_it_is_copied),
		AT_A_PLACE(copies_between_file_systems_are_whole),
		AT_A_PLACE(a_disk_that_starts_no_programs_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
