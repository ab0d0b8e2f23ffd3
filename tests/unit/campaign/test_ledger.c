/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
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

#include "campaign/ledger/ledger.h"

/* A folder that is not there yet, in one of its own. */
struct place {
	char top[32], folder[64];
	struct as_arena a;
};

static int begin(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	if (!p)
		return -1;
	strcpy(p->top, "/tmp/test-ledger-XXXXXX");
	*state = p;
	return !mkdtemp(p->top) || snprintf(p->folder, sizeof p->folder, "%s/journals", p->top) < 0;
}

static int end(void **state)
{
	struct place *p = *state;
	int failed;

	rmdir(p->folder);
	failed = rmdir(p->top);
	as_arena_release(&p->a);
	free(p);
	return failed;
}

static const char *runs[] = {"option", "runs", "5", NULL}, *odd[] = {"word", "caf\xe9\n'\"", NULL};
static const char **settings[] = {runs, odd};
static const struct as_ledger_head head = {"diff", "/some where", settings, 2};

static struct as_ledger *made(struct place *p)
{
	struct as_ledger *l = NULL;

	assert_int_equal(as_ledger_new(p->folder, &head, &l, NULL), AS_OK);
	return l;
}

static struct as_ledger_piece piece(struct as_ledger *l, const char *name, uint64_t seed)
{
	struct as_ledger_piece q = {.name = name, .seed = seed, .budget_ns = 7};

	assert_int_equal(as_ledger_piece(l, &q, NULL), AS_OK);
	return q;
}

/* The one that was left. */
static struct as_ledger *claimed(struct place *p)
{
	struct as_orphan *o = NULL;
	struct as_ledger *l = NULL;
	size_t n = 0;

	assert_int_equal(as_ledger_orphans(p->folder, &p->a, &o, &n, NULL), AS_OK);
	assert_int_equal(n, 1);
	assert_int_equal(as_ledger_claim(p->folder, o[0].uuid, &l, NULL), AS_OK);
	assert_non_null(l);
	return l;
}

static size_t files_in(const char *folder)
{
	DIR *d = opendir(folder);
	size_t n = 0;

	while (d && readdir(d))
		n++;
	if (d)
		closedir(d);
	return n;
}

static void without_a_piece_there_is_no_file(void **state)
{
	struct place *p = *state;
	struct as_ledger *l = made(p);
	const char *then = NULL;

	assert_int_equal(as_ledger_fact(l, "base", "1a2b", &then, NULL), AS_OK);
	assert_string_equal(then, "1a2b");
	assert_int_equal(files_in(p->folder), 0);
	as_ledger_close(l);
}

static void what_was_written_is_read_again(void **state)
{
	struct place *p = *state;
	struct as_ledger *l = made(p);
	const char *then = NULL;

	assert_int_equal(as_ledger_fact(l, "base", "1a2b", &then, NULL), AS_OK);
	const struct as_ledger_piece a = piece(l, "sort", UINT64_MAX), b = piece(l, "fft\xff", 2);
	assert_false(a.begun || b.begun);
	assert_string_not_equal(a.uuid, b.uuid);
	as_ledger_close(l);

	l = claimed(p);
	assert_true(as_ledger_goes_on(l));
	assert_string_equal(as_ledger_head_of(l)->kind, "diff");
	assert_string_equal(as_ledger_head_of(l)->directory, "/some where");
	assert_int_equal(as_ledger_head_of(l)->n_settings, 2);
	assert_string_equal(as_ledger_head_of(l)->settings[0][2], "5");
	assert_null(as_ledger_head_of(l)->settings[0][3]);
	assert_string_equal(as_ledger_head_of(l)->settings[1][1], "caf\xe9\n'\"");
	assert_int_equal(as_ledger_fact(l, "base", "other", &then, NULL), AS_OK);
	assert_string_equal(then, "1a2b");
	assert_int_equal(as_ledger_pieces(l), 2);
	const struct as_ledger_piece again = piece(l, "sort", 5), other = piece(l, "fft\xff", 5);
	assert_true(again.begun && other.begun);
	assert_string_equal(again.uuid, a.uuid);
	assert_true(again.seed == UINT64_MAX && other.seed == 2 && other.budget_ns == 7);
	assert_false(piece(l, "third", 5).begun);
	as_ledger_remove(l);
	assert_int_equal(files_in(p->folder), 0);
}

static void a_piece_of_another_name_is_begun_anew_with_all_that_follow(void **state)
{
	struct place *p = *state;
	struct as_ledger *l = made(p);

	piece(l, "a", 1);
	piece(l, "b", 1);
	piece(l, "c", 1);
	as_ledger_close(l);
	l = claimed(p);
	assert_true(piece(l, "a", 2).begun);
	assert_false(piece(l, "other", 2).begun);
	assert_false(piece(l, "c", 2).begun);
	as_ledger_close(l);
	l = claimed(p);
	assert_int_equal(as_ledger_pieces(l), 3);
	assert_string_equal(as_ledger_nth(l, 1)->name, "other");
	assert_true(as_ledger_nth(l, 2)->seed == 2);
	as_ledger_remove(l);
}

static void pieces_that_are_no_longer_wanted_are_passed_over_and_known(void **state)
{
	struct place *p = *state;
	struct as_ledger *l = made(p);

	const struct as_ledger_piece a = piece(l, "a", 1), b = piece(l, "b", 1);
	as_ledger_close(l);
	l = claimed(p);
	const struct as_ledger_piece again = piece(l, "b", 2);
	assert_true(again.begun);
	assert_string_equal(again.uuid, b.uuid);
	assert_false(piece(l, "a", 2).begun);
	as_ledger_close(l);
	l = claimed(p);
	piece(l, "other", 3); /* takes the place of all */
	as_ledger_close(l);
	l = claimed(p);
	assert_int_equal(as_ledger_pieces(l), 1);
	assert_true(as_ledger_has(l, a.uuid) && as_ledger_has(l, b.uuid));
	assert_false(as_ledger_has(l, "00000000000000000000000000000000"));
	as_ledger_remove(l);
}

static void a_ledger_that_is_written_is_nobodys_but_its_owners(void **state)
{
	struct place *p = *state;
	struct as_ledger *l = made(p), *other = NULL;
	struct as_orphan *o = NULL;
	size_t n = 0;

	piece(l, "a", 1);
	assert_int_equal(as_ledger_orphans(p->folder, &p->a, &o, &n, NULL), AS_OK);
	assert_int_equal(n, 0);
	assert_int_equal(as_ledger_claim(p->folder, as_ledger_uuid(l), &other, NULL), AS_OK);
	assert_null(other);
	as_ledger_remove(l);
}

/* Cut off at every byte: what was whole before it is there, and what is written then is read. */
static void a_line_that_is_torn_is_not_read_and_hides_nothing(void **state)
{
	struct place *p = *state;
	struct as_ledger *l = made(p);
	char path[200];
	struct stat sb;

	piece(l, "a", 1);
	piece(l, "b", 1);
	snprintf(path, sizeof path, "%s/%s.campaign", p->folder, as_ledger_uuid(l));
	as_ledger_close(l);
	assert_int_equal(stat(path, &sb), 0);
	for (off_t n = sb.st_size - 1; n > sb.st_size - 80; n--) {
		assert_int_equal(truncate(path, n), 0);
		l = claimed(p);
		assert_int_equal(as_ledger_pieces(l), 1);
		assert_true(piece(l, "a", 3).begun);
		assert_false(piece(l, "b", 3).begun);
		as_ledger_close(l);
		l = claimed(p);
		assert_int_equal(as_ledger_pieces(l), 2);
		as_ledger_close(l);
	}
	as_ledger_remove(claimed(p));
}

static void what_is_no_ledger_is_left_alone(void **state)
{
	static const char *const wrong[] = {"", "{}\n", "[1]\n",
		"{\"campaign\":2,\"kind\":\"diff\",\"directory\":\"/\"}\n",
		"{\"campaign\":1,\"kind\":\"diff\",\"directory\":\"/\"}",
		"{\"campaign\":1,\"kind\":3,\"directory\":\"/\"}\n", "\0\0\0\n"};
	static const char name[] = "0123456789abcdef0123456789abcdef";
	struct place *p = *state;
	char path[200];

	assert_int_equal(mkdir(p->folder, 0700), 0);
	snprintf(path, sizeof path, "%s/%s.campaign", p->folder, name);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct as_ledger *l = NULL;
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fputs(wrong[i], f);
		fclose(f);
		assert_int_equal(as_ledger_claim(p->folder, name, &l, NULL), AS_OK);
		assert_null(l);
	}
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(without_a_piece_there_is_no_file, begin, end),
		cmocka_unit_test_setup_teardown(what_was_written_is_read_again, begin, end),
		cmocka_unit_test_setup_teardown(
			pieces_that_are_no_longer_wanted_are_passed_over_and_known, begin, end),
		cmocka_unit_test_setup_teardown(
			a_piece_of_another_name_is_begun_anew_with_all_that_follow, begin, end),
		cmocka_unit_test_setup_teardown(
			a_ledger_that_is_written_is_nobodys_but_its_owners, begin, end),
		cmocka_unit_test_setup_teardown(
			a_line_that_is_torn_is_not_read_and_hides_nothing, begin, end),
		cmocka_unit_test_setup_teardown(what_is_no_ledger_is_left_alone, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
