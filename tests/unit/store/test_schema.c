/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store of each released schema is read as it is, and brought up to date without loss. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sqlite3.h>
#include <cmocka.h>

#include "model/fields/fields.h"
#include "sample.h"
#include "store/internal.h"

static char dir[256], store[300], old[300];

static const char *const released[] = {TEST_DATA "/store/schema-1.db", TEST_DATA "/store/schema-2.db",
	TEST_DATA "/store/schema-3.db", TEST_DATA "/store/schema-4.db",
	TEST_DATA "/store/schema-5.db", TEST_DATA "/store/schema-6.db",
	TEST_DATA "/store/schema-7.db", TEST_DATA "/store/schema-8.db"};
enum { EXPERIMENTS = 6, MORE = 2 }; /* in each of them, and in the last one */

static int64_t held_in(int i)
{
	return EXPERIMENTS + (i == AS_STORE_SCHEMA - 2 ? MORE : 0);
}

struct bytes {
	unsigned char *data;
	size_t n;
};

static struct bytes read_file(const char *path)
{
	struct bytes b = {.data = malloc(1 << 20)};
	FILE *f = fopen(path, "rb");

	assert_non_null(b.data);
	assert_non_null(f);
	b.n = fread(b.data, 1, 1 << 20, f);
	fclose(f);
	assert_in_range(b.n, 1, (1 << 20) - 1);
	return b;
}

static void copy_file(const char *from, const char *to)
{
	struct bytes b = read_file(from);
	FILE *f = fopen(to, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(b.data, 1, b.n, f), b.n);
	assert_int_equal(fclose(f), 0);
	free(b.data);
}

static void same_bytes(const char *a, const char *b)
{
	struct bytes x = read_file(a), y = read_file(b);

	assert_int_equal(x.n, y.n);
	assert_memory_equal(x.data, y.data, x.n);
	free(x.data);
	free(y.data);
}

static int make(void **state)
{
	(void)state;
	make_directory(dir);
	snprintf(store, sizeof store, "%s/x.db", dir);
	snprintf(old, sizeof old, "%s/old.db", dir);
	return 0;
}

static int leave(void **state)
{
	(void)state;
	remove_directory(dir);
	return 0;
}

static sqlite3 *open_sql(const char *path)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	return db;
}

static void sql(const char *path, const char *text)
{
	sqlite3 *db = open_sql(path);

	assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static int number(const char *path, const char *text)
{
	sqlite3 *db = open_sql(path);
	sqlite3_stmt *q = NULL;

	assert_int_equal(sqlite3_prepare_v2(db, text, -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	int n = sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

static void same_value(sqlite3_stmt *a, sqlite3_stmt *b, int column)
{
	assert_int_equal(sqlite3_column_type(a, column), sqlite3_column_type(b, column));
	int n = sqlite3_column_bytes(a, column);
	assert_int_equal(n, sqlite3_column_bytes(b, column));
	if (n)
		assert_memory_equal(sqlite3_column_blob(a, column),
			sqlite3_column_blob(b, column), (size_t)n);
}

/* All columns that the table has in a are the same in b, row by row. */
static int same_table(sqlite3 *a, sqlite3 *b, const char *table)
{
	sqlite3_stmt *x = NULL, *y = NULL;
	char *text = sqlite3_mprintf("SELECT * FROM %s", table);
	int rows = 0;

	assert_int_equal(sqlite3_prepare_v2(a, text, -1, &x, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(b, text, -1, &y, NULL), SQLITE_OK);
	for (; sqlite3_step(x) == SQLITE_ROW; rows++) {
		assert_int_equal(sqlite3_step(y), SQLITE_ROW);
		for (int c = 0; c < sqlite3_column_count(x); c++) {
			assert_string_equal(sqlite3_column_name(x, c), sqlite3_column_name(y, c));
			same_value(x, y, c);
		}
	}
	assert_int_equal(sqlite3_step(y), SQLITE_DONE);
	sqlite3_finalize(x);
	sqlite3_finalize(y);
	sqlite3_free(text);
	return rows;
}

static void same_tables(const char *from, const char *to)
{
	sqlite3 *a = open_sql(from), *b = open_sql(to);
	sqlite3_stmt *q = NULL;
	int tables = 0, rows = 0;

	assert_int_equal(sqlite3_prepare_v2(a,
				 "SELECT name FROM sqlite_schema WHERE type = 'table'", -1, &q,
				 NULL),
		SQLITE_OK);
	for (; sqlite3_step(q) == SQLITE_ROW; tables++)
		rows += same_table(a, b, (const char *)sqlite3_column_text(q, 0));
	sqlite3_finalize(q);
	sqlite3_close(a);
	sqlite3_close(b);
	assert_true(tables > 10);
	assert_true(rows > 100);
}

static struct as_experiment *get(const char *path, int64_t id)
{
	struct as_experiment *x = NULL;
	struct as_store *s = NULL;

	assert_int_equal(as_store_open(path, AS_STORE_READ, &s, NULL), AS_OK);
	assert_int_equal(as_store_get(s, id, &x, NULL), AS_OK);
	as_store_close(s);
	return x;
}

static void bring_up_to_date(const char *path)
{
	struct as_store *s = NULL;
	struct as_err err = {0};

	if (as_store_open(path, AS_STORE_WRITE, &s, &err))
		fail_msg("%s", err.msg);
	as_store_close(s);
}

static void every_schema_but_the_newest_has_its_file(void **state)
{
	(void)state;
	assert_int_equal(sizeof released / sizeof *released, AS_STORE_SCHEMA - 1);
	for (int i = 0; i < AS_STORE_SCHEMA - 1; i++) {
		copy_file(released[i], store);
		assert_int_equal(number(store, "PRAGMA user_version"), i + 1);
	}
}

static void an_older_store_is_read_and_stays_as_it_is(void **state)
{
	(void)state;
	for (int i = 0; i < AS_STORE_SCHEMA - 1; i++) {
		copy_file(released[i], store);
		assert_int_equal(sound(store), held_in(i));
		same_bytes(store, released[i]);
		struct as_experiment *x = get(store, 3);
		assert_string_equal(x->label, "before");
		assert_null(x->note);
		assert_false(x->pinned);
		as_experiment_free(x);
	}
}

static void read_where_nothing_can_be_written(void)
{
	MUST(chmod(dir, 0555) == 0);
	MUST(setgid(65534) == 0 && setuid(65534) == 0);
	MUST(sound(store) == EXPERIMENTS);
}

static void an_older_store_is_read_where_nothing_can_be_written(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip();
	copy_file(released[0], store);
	chmod(store, 0444);
	assert_child(in_child(read_where_nothing_can_be_written));
	chmod(dir, 0755);
	assert_int_equal(number(store, "PRAGMA user_version"), 1);
}

static void bringing_a_store_up_to_date_loses_nothing(void **state)
{
	(void)state;
	for (int i = 0; i < AS_STORE_SCHEMA - 1; i++) {
		copy_file(released[i], old);
		copy_file(released[i], store);
		bring_up_to_date(store);
		assert_int_equal(number(store, "PRAGMA user_version"), AS_STORE_SCHEMA);
		same_tables(old, store);
		for (int64_t id = 1; id <= held_in(i); id++) {
			struct as_experiment *x = get(old, id), *y = get(store, id);
			assert_same_experiment(x, y);
			as_experiment_free(x);
			as_experiment_free(y);
		}
	}
}

/* The statements of sqlite_schema, so that two files can be compared. */
static int tables_of(const char *path, char *out, size_t size)
{
	sqlite3 *db = open_sql(path);
	sqlite3_stmt *q = NULL;
	size_t n = 0;
	int tables = 0;

	assert_int_equal(sqlite3_prepare_v2(db,
				 "SELECT t.name || '.' || c.name || ' ' || c.type || ' ' ||"
				 " c.\"notnull\" || ' ' || c.pk FROM sqlite_schema t,"
				 " pragma_table_info(t.name) c WHERE t.type = 'table'"
				 " ORDER BY 1",
				 -1, &q, NULL),
		SQLITE_OK);
	for (; sqlite3_step(q) == SQLITE_ROW; tables++)
		n += (size_t)snprintf(out + n, size - n, "%s\n",
			(const char *)sqlite3_column_text(q, 0));
	sqlite3_finalize(q);
	sqlite3_close(db);
	assert_true(n < size);
	return tables;
}

static void a_store_brought_up_to_date_is_like_a_new_one(void **state)
{
	static char a[65536], b[65536];

	(void)state;
	bring_up_to_date(store);
	assert_true(tables_of(store, a, sizeof a) > 100);
	for (int i = 0; i < AS_STORE_SCHEMA - 1; i++) {
		copy_file(released[i], old);
		bring_up_to_date(old);
		tables_of(old, b, sizeof b);
		assert_string_equal(a, b);
	}
}

static void it_takes_new_experiments(void **state)
{
	struct as_store *s = NULL;

	(void)state;
	copy_file(released[0], store);
	assert_int_equal(as_store_open(store, AS_STORE_WRITE, &s, NULL), AS_OK);
	struct as_experiment *x = sample_small(1);
	assert_int_equal(as_store_put(s, x, NULL, NULL), AS_OK);
	assert_int_equal(x->id, EXPERIMENTS + 1);
	as_store_close(s);
	as_experiment_free(x);
	assert_int_equal(sound(store), EXPERIMENTS + 1);
}

/* A column that a step adds is there already, so the step fails after what it did before. */
static void a_step_that_fails_leaves_the_old_file(void **state)
{
	struct as_store *s = NULL;
	struct as_err err = {0};

	(void)state;
	copy_file(released[0], store);
	sql(store, "ALTER TABLE experiments ADD COLUMN pinned INTEGER");
	copy_file(store, old);
	assert_int_equal(as_store_open(store, AS_STORE_WRITE, &s, &err), AS_ERR_STORE);
	assert_null(s);
	assert_non_null(strstr(err.msg, "duplicate column name: pinned"));
	assert_int_equal(number(store, "PRAGMA user_version"), 1);
	assert_int_equal(number(store, "SELECT count(*) FROM pragma_table_info('experiments')"
		" WHERE name = 'note'"), 0);
	same_tables(old, store);
}

static void an_exported_file_of_an_older_schema_is_read(void **state)
{
	struct as_store *s = NULL;
	struct as_err err = {0};

	(void)state;
	copy_file(released[0], store);
	sql(store, "PRAGMA application_id = 0x41535358; DELETE FROM experiments WHERE id > 1");
	copy_file(store, old);
	assert_int_equal(sound(store), 1);
	assert_int_equal(as_store_open(store, AS_STORE_WRITE, &s, &err), AS_ERR_STORE);
	assert_non_null(strstr(err.msg, "it is an exported file of one experiment"));
	same_bytes(store, old);
}

/* The declared type of a column of the store, and whether it may be null; "" if there is none. */
static void declared(sqlite3 *db, const char *table, const char *column, char type[static 16])
{
	sqlite3_stmt *q = NULL;

	assert_int_equal(sqlite3_prepare_v2(db,
				 "SELECT type || CASE \"notnull\" WHEN 0 THEN '?' ELSE '' END "
				 "FROM pragma_table_info(?) "
				 "WHERE name = ?", -1, &q, NULL),
		SQLITE_OK);
	sqlite3_bind_text(q, 1, table, -1, SQLITE_STATIC);
	sqlite3_bind_text(q, 2, column, -1, SQLITE_STATIC);
	snprintf(type, 16, "%s",
		sqlite3_step(q) == SQLITE_ROW ? (const char *)sqlite3_column_text(q, 0) : "");
	sqlite3_finalize(q);
}

static void same_column(sqlite3 *db, const char *table, const struct as_field *f)
{
	char type[16], name[80];
	const char *want = f->kind == AS_KIND_NEEDED ? "TEXT"
		: as_field_is_text(f)                ? "TEXT?"
		: as_field_is_real(f)                ? "REAL?"
						     : "INTEGER";

	snprintf(name, sizeof name, "%s%s", f->column,
		f->kind == AS_KIND_COSTS ? "_iteration" : "");
	declared(db, table, name, type);
	/* A number that always exists is never null. */
	if (strcmp(type, want) != 0 && !(as_field_is_real(f) && !strcmp(type, "REAL")))
		fail_msg("%s.%s is '%s', and its field '%s'", table, name, type, want);
}

static void every_kept_field_has_a_column_of_its_kind(void **state)
{
	struct as_store *s = NULL;

	(void)state;
	assert_int_equal(as_store_open(store, AS_STORE_WRITE, &s, NULL), AS_OK);
	as_store_close(s);
	sqlite3 *db = open_sql(store);
	for (size_t k = 0; as_stored_fields[k]; k++)
		for (size_t i = 0; i < as_stored_fields[k]->n; i++)
			if (as_field_is_in(&as_stored_fields[k]->v[i], AS_IN_STORE))
				same_column(db, as_stored_fields[k]->table, &as_stored_fields[k]->v[i]);
	sqlite3_close(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, leave)
		TEST(every_kept_field_has_a_column_of_its_kind),
		TEST(every_schema_but_the_newest_has_its_file),
		TEST(an_older_store_is_read_and_stays_as_it_is),
		TEST(an_older_store_is_read_where_nothing_can_be_written),
		TEST(bringing_a_store_up_to_date_loses_nothing),
		TEST(a_store_brought_up_to_date_is_like_a_new_one),
		TEST(it_takes_new_experiments),
		TEST(a_step_that_fails_leaves_the_old_file),
		TEST(an_exported_file_of_an_older_schema_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
