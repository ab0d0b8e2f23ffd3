/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "place.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/build/copy_file.h"

/* ---- before and after a build ---- */

static void assert_refused(struct place *p, const char *sentence)
{
	p->err = (struct as_err){0};
	assert_int_equal(as_artifacts_changed(&p->a, &p->err), AS_ERR_BENCH);
	assert_string_equal(p->err.msg, sentence);
}

static void a_file_that_the_build_made_or_made_anew_has_changed(void **state)
{
	struct place *p = *state;

	place_begin(p, "fft", NULL);
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	write_file(in(p, p->user, "fft"), "one");
	assert_int_equal(as_artifacts_changed(&p->a, NULL), AS_OK);
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	write_file(in(p, p->user, "fft"), "two");
	assert_int_equal(as_artifacts_changed(&p->a, NULL), AS_OK);
	/* The same bytes, written anew: a build that always gives the same is one. */
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	write_file(in(p, p->user, "fft"), "two");
	assert_int_equal(as_artifacts_changed(&p->a, NULL), AS_OK);
	assert_false(p->a.untouched);
}

static void a_build_right_after_another_is_seen_every_time(void **state)
{
	struct place *p = *state;

	place_begin(p, "fft", NULL);
	for (int i = 0; i < 20; i++) {
		assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
		write_file(in(p, p->user, "fft"), "same");
		assert_int_equal(as_artifacts_changed(&p->a, NULL), AS_OK);
	}
}

static void a_build_that_gives_an_old_time_is_seen(void **state)
{
	const struct timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
	struct place *p = *state;

	place_begin(p, "fft", NULL);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
		write_file(in(p, p->user, "fft"), "same");
		assert_int_equal(utimensat(AT_FDCWD, p->path, old, 0), 0);
		assert_int_equal(as_artifacts_changed(&p->a, NULL), AS_OK);
	}
}

static void an_untouched_file_is_an_error_that_names_make(void **state)
{
	struct place *p = *state;

	write_file(in(p, p->user, "fft"), "one");
	write_file(in(p, p->user, "lib"), "one");
	place_begin(p, "fft", "./lib");
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	write_file(in(p, p->user, "fft"), "two");
	assert_refused(p,
		"cannot keep 'lib' of the build: the build left it untouched, so it is the one of "
		"before; let the command build always (make -B), or name what it makes with "
		"--artifact");
	assert_true(p->a.untouched);
	write_file(in(p, p->user, "lib"), "one");
	assert_int_equal(as_artifacts_changed(&p->a, NULL), AS_OK);
	assert_false(p->a.untouched);
}

static void a_missing_file_is_an_error(void **state)
{
	struct place *p = *state;
	char words[256];

	place_begin(p, "fft", NULL);
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	snprintf(words, sizeof words,
		"cannot keep 'fft' of the build: there is no such file in '%s' after it; name what "
		"it makes with --artifact", p->user);
	assert_refused(p, words);
	assert_false(p->a.untouched);
	write_file(in(p, p->user, "fft"), "one");
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	assert_int_equal(unlink(p->path), 0);
	assert_refused(p,
		"cannot keep 'fft' of the build: the build has removed it; name what it makes with "
		"--artifact");
}

static void what_is_no_file_is_an_error(void **state)
{
	struct place *p = *state;

	place_begin(p, "fft", NULL);
	in(p, p->user, "fft");
	assert_int_equal(mkdir(p->path, 0700), 0);
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	assert_refused(p,
		"cannot keep 'fft' of the build: it is a directory; name the files in it that are "
		"needed, each with --artifact");
	assert_int_equal(rmdir(p->path), 0);
	assert_int_equal(mkfifo(p->path, 0600), 0);
	assert_refused(p,
		"cannot keep 'fft' of the build: it is not a file but a device, a pipe or a socket");
	assert_int_equal(unlink(p->path), 0);
	write_file(p->path, "");
	assert_refused(p,
		"cannot keep 'fft' of the build: it is empty; did the build stop half-way?");
}

static void a_symbolic_link_has_to_lead_to_a_file(void **state)
{
	struct place *p = *state;

	place_begin(p, "fft", NULL);
	assert_int_equal(as_artifacts_look(&p->a, NULL), AS_OK);
	assert_int_equal(symlink("real", in(p, p->user, "fft")), 0);
	assert_refused(p,
		"cannot keep 'fft' of the build: it is a symbolic link to 'real', which leads to no "
		"file; name the file itself with --artifact");
	assert_int_equal(unlink(p->path), 0);
	assert_int_equal(symlink("fft", p->path), 0);
	assert_refused(p,
		"cannot keep 'fft' of the build: it is a symbolic link to 'fft', which leads to no "
		"file; name the file itself with --artifact");
	write_file(in(p, p->user, "real"), "program");
	assert_int_equal(unlink(in(p, p->user, "fft")), 0);
	assert_int_equal(symlink("real", p->path), 0);
	assert_int_equal(as_artifacts_changed(&p->a, NULL), AS_OK);
	place_keep(p, 0);
	struct stat sb;
	assert_int_equal(lstat(in(p, p->copies, "b0000/fft"), &sb), 0);
	assert_true(S_ISREG(sb.st_mode));
	assert_content(p->path, "program");
}

/* ---- copies ---- */

static void copies_have_the_mode_the_time_and_the_bytes(void **state)
{
	const struct timespec old[2] = {{1000000000, 5}, {1234567890, 123456789}};
	struct place *p = *state;
	struct stat sb;

	write_file(in(p, p->user, "fft"), "program");
	assert_int_equal(chmod(p->path, 0751), 0);
	assert_int_equal(utimensat(AT_FDCWD, p->path, old, 0), 0);
	place_begin(p, "fft", NULL);
	struct as_build b = place_keep(p, 3);
	assert_int_equal(stat(in(p, p->copies, "b0003/fft"), &sb), 0);
	assert_int_equal(sb.st_mode & 07777, 0751);
	assert_int_equal(sb.st_mtim.tv_sec, 1234567890);
	assert_int_equal(sb.st_mtim.tv_nsec, 123456789);
	assert_content(p->path, "program");
	assert_int_equal(b.bytes, 7);
	char hash[AS_HASH_HEX];
	assert_int_equal(as_probe_file_hash(p->path, hash, NULL), AS_OK);
	assert_string_equal(b.hash, hash);
	assert_int_equal(strncmp(b.code, AS_BUILD_LOADED, strlen(AS_BUILD_LOADED)), 0);
	assert_null(b.layout);
}

static void paths_of_all_builds_are_of_equal_length(void **state)
{
	const uint32_t builds[] = {0, 9, 10, 999, AS_ARTIFACTS_BUILDS - 1};
	struct place *p = *state;
	size_t length = 0;

	write_file(in(p, p->user, "fft"), "program");
	place_begin(p, "fft", NULL);
	for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
		const char *path = as_artifacts_path(&p->a, builds[i], "./fft", &p->arena);
		assert_true(!i || strlen(path) == length);
		length = strlen(path);
	}
	place_keep(p, AS_ARTIFACTS_BUILDS - 1);
	assert_content(in(p, p->copies, "b9999/fft"), "program");
	struct as_build b;
	assert_int_equal(as_artifacts_keep(&p->a, AS_ARTIFACTS_BUILDS, &p->arena, &b, NULL),
		AS_ERR_ARG);
}

static void each_build_keeps_its_own(void **state)
{
	struct place *p = *state;

	place_begin(p, "fft", NULL);
	write_file(in(p, p->user, "fft"), "zero");
	struct as_build zero = place_keep(p, 0);
	write_file(in(p, p->user, "fft"), "one");
	struct as_build one = place_keep(p, 1);
	write_file(in(p, p->user, "fft"), "zero");
	struct as_build again = place_keep(p, 2);
	assert_content(in(p, p->copies, "b0000/fft"), "zero");
	assert_content(in(p, p->copies, "b0001/fft"), "one");
	assert_string_not_equal(zero.hash, one.hash);
	assert_string_equal(zero.hash, again.hash);
}

static void a_build_that_is_kept_again_replaces_the_first(void **state)
{
	struct place *p = *state;

	place_begin(p, "fft", NULL);
	write_file(in(p, p->user, "fft"), "zero");
	place_keep(p, 0);
	write_file(in(p, p->copies, "b0000/left"), "by the program");
	write_file(in(p, p->user, "fft"), "other");
	place_keep(p, 0);
	assert_content(in(p, p->copies, "b0000/fft"), "other");
	assert_int_equal(access(in(p, p->copies, "b0000/left"), F_OK), -1);
}

static void several_artifacts_stand_as_they_stood(void **state)
{
	struct place *p = *state;

	assert_int_equal(mkdir(in(p, p->user, "bin"), 0700), 0);
	write_file(in(p, p->user, "bin/fft"), "program");
	write_file(in(p, p->root, "lib.so"), "library");
	place_begin(p, "./bin//fft", "../lib.so");
	struct as_build b = place_keep(p, 0);
	assert_content(in(p, p->copies, "b0000/bin/fft"), "program");
	assert_content(in(p, p->copies, "b0000/%up/lib.so"), "library");
	assert_int_equal(b.bytes, 14);
	write_file(in(p, p->root, "lib.so"), "LIBRARY");
	struct as_build other = place_keep(p, 1);
	assert_string_not_equal(b.hash, other.hash);
	as_artifacts_release(&p->a);
	place_begin(p, "bin/fft", "bin/./fft");
	assert_int_equal(p->a.n, 1);
}

static void an_absolute_artifact_is_kept_too(void **state)
{
	struct place *p = *state;
	char path[128], kept[256];

	snprintf(path, sizeof path, "%s/elsewhere", p->root);
	write_file(path, "program");
	place_begin(p, path, NULL);
	place_keep(p, 0);
	snprintf(kept, sizeof kept, "%s/b0000/%%root%s", p->copies, path);
	assert_content(kept, "program");
	assert_string_equal(as_artifacts_path(&p->a, 0, path, &p->arena), kept);
}

static void the_first_elf_file_gives_code_and_layout(void **state)
{
	struct place *p = *state;
	struct as_build b;
	bool cloned;

	write_file(in(p, p->user, "run.sh"), "#!/bin/sh\n");
	assert_int_equal(as_copy_file("/proc/self/exe", in(p, p->user, "program"), &cloned, NULL),
		AS_OK);
	place_begin(p, "run.sh", "program");
	b = place_keep(p, 0);
	assert_int_equal(strlen(b.code), strlen(AS_BUILD_LOADED) + 32);
	assert_int_equal(strlen(b.layout), 32);
}

static void release_removes_the_copies_and_nothing_else(void **state)
{
	struct place *p = *state;

	write_file(in(p, p->user, "fft"), "program");
	write_file(in(p, p->copies, "other"), "not ours");
	place_begin(p, "fft", NULL);
	place_keep(p, 0);
	place_keep(p, 1);
	/* What a program left beside itself goes too; where a link leads stays. */
	assert_int_equal(mkdir(in(p, p->copies, "b0001/out"), 0700), 0);
	assert_int_equal(symlink(p->user, in(p, p->copies, "b0001/out/link")), 0);
	as_artifacts_release(&p->a);
	assert_int_equal(access(in(p, p->copies, "b0000"), F_OK), -1);
	assert_int_equal(access(in(p, p->copies, "b0001"), F_OK), -1);
	assert_content(in(p, p->copies, "other"), "not ours");
	assert_content(in(p, p->user, "fft"), "program");
	as_artifacts_release(&(struct as_artifacts){0});
}

static void a_failed_copy_leaves_nothing(void **state)
{
	struct place *p = *state;
	struct as_build b = {.bytes = 5};

	write_file(in(p, p->user, "fft"), "program");
	place_begin(p, "fft", "gone");
	assert_int_equal(as_artifacts_keep(&p->a, 0, &p->arena, &b, &p->err), AS_ERR_BENCH);
	assert_non_null(strstr(p->err.msg, "/user/gone': No such file or directory"));
	assert_int_equal(b.bytes, 5);
	assert_int_equal(access(in(p, p->copies, "b0000"), F_OK), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(a_file_that_the_build_made_or_made_anew_has_changed),
		AT_A_PLACE(a_build_right_after_another_is_seen_every_time),
		AT_A_PLACE(a_build_that_gives_an_old_time_is_seen),
		AT_A_PLACE(an_untouched_file_is_an_error_that_names_make),
		AT_A_PLACE(a_missing_file_is_an_error),
		AT_A_PLACE(what_is_no_file_is_an_error),
		AT_A_PLACE(a_symbolic_link_has_to_lead_to_a_file),
		AT_A_PLACE(copies_have_the_mode_the_time_and_the_bytes),
		AT_A_PLACE(paths_of_all_builds_are_of_equal_length),
		AT_A_PLACE(each_build_keeps_its_own),
		AT_A_PLACE(a_build_that_is_kept_again_replaces_the_first),
		AT_A_PLACE(several_artifacts_stand_as_they_stood),
		AT_A_PLACE(an_absolute_artifact_is_kept_too),
		AT_A_PLACE(the_first_elf_file_gives_code_and_layout),
		AT_A_PLACE(release_removes_the_copies_and_nothing_else),
		AT_A_PLACE(a_failed_copy_leaves_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
