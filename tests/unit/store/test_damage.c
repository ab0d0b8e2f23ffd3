/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files with wrong bytes: an error or an answer, never a crash. Runs under the sanitizers too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sqlite3.h>
#include <cmocka.h>

#include "sample.h"

static char dir[256], file[300];
static char *bytes; /* of a sound file with one rich experiment */
static size_t n_bytes;

static int make_all(void **state)
{
	struct as_experiment *x = sample_rich();
	struct as_analysis a = sample_analysis(x);

	(void)state;
	make_directory(dir);
	snprintf(file, sizeof file, "%s/x.assay", dir);
	assert_int_equal(as_store_export(x, &a, file, NULL), AS_OK);
	FILE *f = fopen(file, "rb");
	assert_non_null(f);
	bytes = malloc(1 << 20);
	n_bytes = fread(bytes, 1, 1 << 20, f);
	assert_int_equal(fclose(f), 0);
	assert_in_range(n_bytes, 40000, (1 << 20) - 1);
	free(a.summaries);
	as_experiment_free(x);
	return 0;
}

static int leave_all(void **state)
{
	(void)state;
	free(bytes);
	remove_directory(dir);
	return 0;
}

static void write_bytes(size_t n)
{
	FILE *f = fopen(file, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

/* A failure has words, of one line, and names the file. */
static void is_told(enum as_status st, const struct as_err *err)
{
	assert_true(st == AS_ERR_STORE || st == AS_ERR_DATA || st == AS_ERR_USAGE);
	assert_non_null(strstr(err->msg, file));
	assert_null(strchr(err->msg, '\n'));
}

/* Everything that can be asked of the file; true if the experiment came back. */
static bool ask(void)
{
	struct as_store_query all = {0};
	struct as_experiment *x = NULL;
	struct as_listing *l = NULL;
	struct as_store *s = NULL;
	struct as_arena a = {0};
	struct as_err err = {0};
	int64_t id = 1;
	size_t n = 0;
	enum as_status st = as_store_open(file, AS_STORE_READ, &s, &err);

	if (st) {
		is_told(st, &err);
		return false;
	}
	if ((st = as_store_list(s, &all, &a, &l, &n, &err)) != AS_OK)
		is_told(st, &err);
	if ((st = as_store_find(s, "0000", &id, &err)) != AS_OK)
		is_told(st, &err);
	if ((st = as_store_get(s, id, &x, &err)) != AS_OK)
		is_told(st, &err);
	as_arena_release(&a);
	as_experiment_free(x);
	as_store_close(s);
	return !st;
}

static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static void one_wrong_byte_is_survived(void **state)
{
	uint32_t seed = 20261121;
	int good = 0;

	(void)state;
	for (int i = 0; i < 300; i++) {
		size_t at = next(&seed) % n_bytes;
		char was = bytes[at];
		bytes[at] = (char)(was ^ (char)(1 + next(&seed) % 255));
		write_bytes(n_bytes);
		good += ask();
		bytes[at] = was;
	}
	assert_in_range(good, 1, 299);
}

/* The first page describes the rest of the file, so that every byte of its header matters. */
static void every_byte_of_the_header_may_be_wrong(void **state)
{
	(void)state;
	for (size_t at = 0; at < 112; at++) {
		char was = bytes[at];
		bytes[at] = (char)(was ^ (at % 2 ? 0x7f : 0x01));
		write_bytes(n_bytes);
		ask();
		bytes[at] = was;
	}
}

/* By a page and more: the last page is of a table without rows, of which the end is not missed. */
static void a_file_that_is_cut_is_survived(void **state)
{
	const size_t page = 4096;
	uint32_t seed = 7;

	(void)state;
	for (int i = 0; i < 100; i++) {
		write_bytes(next(&seed) % (n_bytes - page));
		assert_false(ask());
	}
	write_bytes(n_bytes);
	assert_true(ask());
}

static void many_wrong_bytes_are_survived(void **state)
{
	uint32_t seed = 99;
	char *sound_bytes = malloc(n_bytes);

	(void)state;
	memcpy(sound_bytes, bytes, n_bytes);
	for (int i = 0; i < 100; i++) {
		for (int k = 0; k < 40; k++)
			bytes[100 + next(&seed) % (n_bytes - 100)] = (char)next(&seed);
		write_bytes(n_bytes);
		ask();
		memcpy(bytes, sound_bytes, n_bytes);
	}
	free(sound_bytes);
}

/* What a statement that changes the sound file makes of the experiment; NULL: it is still good. */
static void after(const char *sql, const char *words)
{
	struct as_experiment *x = NULL;
	struct as_store *s = NULL;
	struct as_err err = {0};
	sqlite3 *db = NULL;

	write_bytes(n_bytes);
	assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
	ask();
	assert_int_equal(as_store_open(file, AS_STORE_READ, &s, &err), AS_OK);
	enum as_status st = as_store_get(s, 1, &x, &err);
	if (words && !st)
		fail_msg("%s: was read", sql);
	if (words && !strstr(err.msg, words))
		fail_msg("%s: %s", sql, err.msg);
	if (!words && st)
		fail_msg("%s: %s", sql, err.msg);
	as_experiment_free(x);
	as_store_close(s);
}

/* What is changed, and words of what is then said; NULL: nothing. */
static const char *const cases[][2] = {
	{"UPDATE experiments SET uuid = 'x'", "its uuid is not 32 hex digits"},
	{"UPDATE experiments SET label = CAST(x'610062' AS TEXT)",
		"'label' is not what assay writes"},
	{"UPDATE experiments SET n_subjects = -1", "'n_subjects' is not what"},
	{"UPDATE experiments SET n_subjects = 4", "it does not have all its subjects"},
	{"UPDATE experiments SET reference = 3", "its reference is subject 3 of 3"},
	{"UPDATE experiments SET criterion = 9", "its criterion is none of its metrics"},
	{"UPDATE experiments SET criterion = 99999999", "'criterion' is not what"},
	{"UPDATE plans SET outcome = 6", "'outcome' is not what"},
	{"UPDATE plans SET done = 4294967296", "'done' is not what"},
	{"UPDATE plans SET builds = -1", "'builds' is not what"},
	{"UPDATE plans SET builds_state = 4", "'builds_state' is not what"},
	{"UPDATE plans SET randomize = 8", "'randomize' is not what"},
	{"UPDATE plans SET layout_failed = 2", "'layout_failed' is not what"},
	{"UPDATE plans SET dimension_reused = -1", "'dimension_reused' is not what"},
	{"UPDATE plans SET cost_build = -1e-9", "a cost of level build that cannot be"},
	{"UPDATE plans SET cost_session = 9e999", "a cost of level session that cannot be"},
	{"UPDATE plans SET cost_execution = NULL, expected = NULL", NULL},
	{"UPDATE plans SET decide = 2", "'decide' is not what"},
	{"UPDATE plans SET decide = 0, last_look = 8", "two looks that were not asked for"},
	{"UPDATE plans SET expected = -0.5", "its plan promises a width that cannot be"},
	{"DELETE FROM plans", "it has no plan"},
	{"UPDATE metrics SET level = 4", "'level' is not what"},
	{"UPDATE metrics SET unit = 's' WHERE name = 'wall'",
		"it is already known in 'ns'"},
	{"DELETE FROM metrics WHERE name = 'cache hits'",
		"its criterion is none of its metrics"},
	{"DELETE FROM metrics WHERE name = 'wall'", "subject 1: a column is of no metric"},
	{"UPDATE metrics SET name = 'time' WHERE name = 'cache hits'",
		"it is already known in"},
	{"DELETE FROM subjects WHERE number = 1", "'number' is not what"},
	{"UPDATE subjects SET iterations = 65 WHERE number = 0",
		"more iterations than there are"},
	{"UPDATE subjects SET iterations = 67 WHERE number = 0",
		"has not one value a unit"},
	{"UPDATE subjects SET executions = 1 << 40 WHERE number = 0",
		"'executions' is not what"},
	{"UPDATE subjects SET builds = 2", "has not one value a unit"},
	{"UPDATE subjects SET sessions = 1", "subject 1: a column is missing"},
	{"UPDATE subjects SET shell_cost_ns = -1 WHERE number = 1",
		"subject 2: its shell has a cost that cannot be"},
	{"UPDATE subjects SET shell = CAST(x'2f00' AS TEXT)", "'shell' is not what"},
	{"DELETE FROM builds WHERE number = 2",
		"subject 1: 2 builds are known for 3 units of level build"},
	{"DELETE FROM builds WHERE number = 1", "'number' is not what"},
	{"INSERT INTO builds SELECT experiment, subject, 3, hash, code, layout, bytes"
	 " FROM builds WHERE number = 0",
		"subject 1: 4 builds are known for 3 units of level build"},
	{"UPDATE builds SET bytes = -1 WHERE number = 1", "'bytes' is not what"},
	{"UPDATE builds SET layout = CAST(x'00' AS TEXT)", "'layout' is not what"},
	{"DELETE FROM builds", NULL},
	{"DELETE FROM series WHERE field = 5 AND subject = 2 AND level = 1",
		"subject 3: a column is missing"},
	{"DELETE FROM series WHERE field = 11", "subject 1: a column is missing"},
	{"UPDATE series SET data = x''", "a column is too short"},
	{"UPDATE series SET data = x'00' WHERE field = 0", "do not match their checksum"},
	{"UPDATE series SET data = zeroblob(length(data))", "do not match their checksum"},
	{"UPDATE series SET field = 5 WHERE field = 6", "a column is there twice"},
	{"UPDATE series SET field = 10 WHERE field = 6", "of no kind that there is"},
	{"UPDATE series SET field = 24", "'field' is not what"},
	{"UPDATE series SET field = 12 WHERE field = 0", "is of no metric"},
	{"UPDATE series SET field = 21 WHERE field = 0", "of its iterations is of no metric"},
	{"UPDATE series SET metric = 3 WHERE field = 0", "is of no metric"},
	{"UPDATE series SET metric = NULL WHERE field = 0", "is of no metric"},
	{"UPDATE series SET metric = 1 WHERE field = 0", "has two columns at level"},
	{"UPDATE series SET n = 1 << 40", "'n' is not what"},
	{"UPDATE series SET n = 1 << 36", "has not one value a unit"},
	{"UPDATE notes SET unit = 66 WHERE number = 1",
		"note 1 is about a unit that there is not"},
	{"UPDATE notes SET level = 3", "is about a unit that there is not"},
	{"ALTER TABLE series RENAME TO old; CREATE TABLE series AS SELECT experiment,"
	 " subject, number, level, field, metric, n, 7 AS data FROM old",
		"'data' is not what"},
	{"DROP TABLE facts", "no such table"},
	{"ALTER TABLE plans RENAME COLUMN seed TO soil", "no such column"},
	{"UPDATE facts SET value = 'x'", NULL},
	{"CREATE TRIGGER t AFTER INSERT ON series BEGIN SELECT 1; END", NULL},
};

static void values_that_assay_never_writes_are_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		after(cases[i][0], cases[i][1]);
}

static void a_claim_of_many_units_takes_no_memory(void **state)
{
	(void)state;
	after("UPDATE subjects SET builds = 1 << 36; UPDATE series SET n = 1 << 36 WHERE level = 2",
		"a column is too short");
	after("UPDATE subjects SET iterations = 1 << 36;"
	      " UPDATE series SET n = 1 << 36 WHERE level = 0 AND field <> 11",
		"subject 1: a column is too short");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_wrong_byte_is_survived),
		cmocka_unit_test(every_byte_of_the_header_may_be_wrong),
		cmocka_unit_test(a_file_that_is_cut_is_survived),
		cmocka_unit_test(many_wrong_bytes_are_survived),
		cmocka_unit_test(values_that_assay_never_writes_are_named),
		cmocka_unit_test(a_claim_of_many_units_takes_no_memory),
	};
	return cmocka_run_group_tests(tests, make_all, leave_all);
}
