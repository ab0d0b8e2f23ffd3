/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "place.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void words_that_name_an_artifact_are_replaced(void **state)
{
	const char *const *out;
	struct place *p = *state;
	char absolute[128], kept[256];

	snprintf(absolute, sizeof absolute, "%s/fft", p->user);
	snprintf(kept, sizeof kept, "%s/b0007/fft", p->copies);
	place_begin(p, "fft", "data");
	const char *const words[] = {"./fft", "fft", absolute, ".//fft", "./fft/", "./fft2", "../fft",
		"--with=fft", "", "-", NULL};
	assert_int_equal(as_artifacts_words(&p->a, 7, words, &p->arena, &out, NULL), AS_OK);
	for (int i = 0; i < 4; i++)
		assert_string_equal(out[i], kept);
	for (int i = 4; i < 10; i++)
		assert_string_equal(out[i], words[i]);
	assert_null(out[10]);
}

static void a_command_names_an_artifact_by_a_word_or_in_its_text(void **state)
{
	struct place *p = *state;
	const char *const named[] = {"sh", "./fft", NULL}, *const text[] = {"sh", "-c", "x; ./fft", NULL},
		*const folder[] = {"fft/", "", NULL};

	place_begin(p, "fft", "data");
	assert_true(as_artifacts_named(&p->a, named, NULL, &p->arena));
	assert_false(as_artifacts_named(&p->a, text, NULL, &p->arena));
	assert_true(as_artifacts_named(&p->a, text, text[2], &p->arena));
	assert_true(as_artifacts_named(&p->a, folder, "'data'", &p->arena));
	assert_false(as_artifacts_named(&p->a, folder, "./fft2 | cat fft/ \n", &p->arena));
	assert_false(as_artifacts_named(&p->a, folder, "", &p->arena));
}

static void what_lies_outside_of_a_folder_is_known_by_its_path(void **state)
{
	struct place *p = *state;
	char above[128], beside[128];

	snprintf(above, sizeof above, "%.*s", (int)(strrchr(p->user, '/') - p->user), p->user);
	snprintf(beside, sizeof beside, "%s2/fft", p->user);
	place_begin(p, "fft", "sub/../data");
	assert_true(as_artifacts_inside(&p->a, p->user));
	assert_true(as_artifacts_inside(&p->a, above));
	assert_false(as_artifacts_inside(&p->a, "/somewhere"));
	as_artifacts_release(&p->a);
	place_begin(p, "fft", "../data");
	assert_false(as_artifacts_inside(&p->a, p->user));
	assert_true(as_artifacts_inside(&p->a, above));
	as_artifacts_release(&p->a);
	place_begin(p, "sub/../../sub/fft", NULL);
	assert_false(as_artifacts_inside(&p->a, p->user));
	as_artifacts_release(&p->a);
	place_begin(p, beside, NULL);
	assert_false(as_artifacts_inside(&p->a, p->user));
}

static void names_in_a_shells_text_are_replaced(void **state)
{
	struct place *p = *state;
	char expected[640], kept[128];
	const char *out;

	snprintf(kept, sizeof kept, "%s/b0002/fft", p->copies);
	place_begin(p, "fft", NULL);
	assert_int_equal(as_artifacts_text(&p->a, 2,
		"./fft <in|wc; X=./fft './fft' $(./fft) ./fftx a./fft", &p->arena, &out, NULL), AS_OK);
	snprintf(expected, sizeof expected, "%s <in|wc; X=%s '%s' $(%s) ./fftx a./fft", kept, kept,
		kept, kept);
	assert_string_equal(out, expected);
	assert_int_equal(as_artifacts_text(&p->a, 2, "", &p->arena, &out, NULL), AS_OK);
	assert_string_equal(out, "");
}

static void a_folder_that_a_shell_would_act_upon_is_refused(void **state)
{
	const char *const paths[] = {"fft"};
	struct place *p = *state;
	char copies[128];
	const char *out = "kept";

	snprintf(copies, sizeof copies, "%s/a $b", p->root);
	assert_int_equal(mkdir(copies, 0700), 0);
	assert_int_equal(as_artifacts_init(&p->a, p->user, copies, paths, 1, NULL), AS_OK);
	assert_int_equal(as_artifacts_text(&p->a, 0, "echo fft", &p->arena, &out, &p->err),
		AS_ERR_USAGE);
	assert_non_null(strstr(p->err.msg, "a shell would not take that path as it is"));
	assert_string_equal(out, "kept");
	assert_int_equal(as_artifacts_text(&p->a, 0, "echo x", &p->arena, &out, NULL), AS_OK);
	assert_string_equal(out, "echo x");
}

static void the_first_word_is_the_artifact_where_none_is_named(void **state)
{
	struct place *p = *state;
	char absolute[128];

	snprintf(absolute, sizeof absolute, "%s/bin/x", p->user);
	write_file(in(p, p->user, "here"), "program");
	assert_int_equal(mkdir(in(p, p->user, "folder"), 0700), 0);
	assert_string_equal(as_artifacts_default(p->user, "./fft", &p->arena), "fft");
	assert_string_equal(as_artifacts_default(p->user, "bin/fft", &p->arena), "bin/fft");
	assert_string_equal(as_artifacts_default(p->user, "../b/fft", &p->arena), "../b/fft");
	assert_string_equal(as_artifacts_default(p->user, absolute, &p->arena), "bin/x");
	assert_string_equal(as_artifacts_default(p->user, "here", &p->arena), "here");
	assert_null(as_artifacts_default(p->user, "python3", &p->arena));
	assert_null(as_artifacts_default(p->user, "folder", &p->arena));
	assert_null(as_artifacts_default(p->user, "/usr/bin/python3", &p->arena));
	assert_null(as_artifacts_default(p->user, "./", &p->arena));
	assert_null(as_artifacts_default(p->user, "", &p->arena));
}

static void what_cannot_be_an_artifact_is_refused(void **state)
{
	const char *const bad[] = {"", "bin/", "/"}, *const good[] = {"x"};
	struct place *p = *state;

	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(as_artifacts_init(&p->a, p->user, p->copies, &bad[i], 1, &p->err),
			AS_ERR_USAGE);
		assert_non_null(strstr(p->err.msg, "it is not the name of a file"));
	}
	assert_int_equal(as_artifacts_init(&p->a, p->user, in(p, p->root, "gone"), good, 1, &p->err),
		AS_ERR_SYS);
	assert_int_equal(p->err.sys, ENOENT);
	assert_int_equal(as_artifacts_init(&p->a, p->user, "/dev/null", good, 1, &p->err), AS_ERR_USAGE);
	assert_non_null(strstr(p->err.msg, "it is not a folder"));
	assert_int_equal(p->a.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(words_that_name_an_artifact_are_replaced),
		AT_A_PLACE(a_command_names_an_artifact_by_a_word_or_in_its_text),
		AT_A_PLACE(what_lies_outside_of_a_folder_is_known_by_its_path),
		AT_A_PLACE(names_in_a_shells_text_are_replaced),
		AT_A_PLACE(a_folder_that_a_shell_would_act_upon_is_refused),
		AT_A_PLACE(the_first_word_is_the_artifact_where_none_is_named),
		AT_A_PLACE(what_cannot_be_an_artifact_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
