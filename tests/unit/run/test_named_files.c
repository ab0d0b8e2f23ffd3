/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/named_files.h"

#include <sys/stat.h>

#include "place.h"

/* Two folders with the artifact prog, `data` that differs, `words` that does not, and `own` in one. */
static struct as_named_files two_folders(struct place *p)
{
	place_begin(p, "prog", NULL);
	for (int i = 0; i < 2; i++) {
		const char *folder = i ? p->copies : p->user;

		write_file(in(p, folder, "prog"), i ? "one build" : "another");
		write_file(in(p, folder, "data"), i ? "1 2 3" : "1 2 4");
		write_file(in(p, folder, "words"), "the same");
		assert_int_equal(mkdir(in(p, folder, "sub"), 0700), 0);
		write_file(in(p, folder, "sub/data"), i ? "new" : "old");
	}
	write_file(in(p, p->user, "own"), "");
	return (struct as_named_files){{p->user, p->copies}, &p->a, &p->arena};
}

static void a_file_that_differs_is_found_wherever_a_command_names_it(void **state)
{
	static const char *const differ[] = {"data", "./data", "sub/../data", "sub/data", "own", "x data",
		"<data", "--input=data", "'data'", "./prog $(cat data)|wc", "words own"};
	static const char *const same[] = {"", "words", "./words x", "datum", "data2", "sub", "/data", "prog",
		"./prog <words", "prog words |  ", "--data"};
	const struct as_named_files f = two_folders(*state);

	for (size_t i = 0; i < sizeof differ / sizeof differ[0]; i++)
		assert_false(as_named_files_same(&f, differ[i]));
	for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
		assert_true(as_named_files_same(&f, same[i]));
	assert_true(as_named_files_same(&f, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(a_file_that_differs_is_found_wherever_a_command_names_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
