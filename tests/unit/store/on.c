/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same tests on both databases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <cmocka.h>
#include <xxhash.h>

#include "sample.h"

static const char *server(void)
{
	return getenv("TEST_POSTGRES");
}

void of_files_alone(void)
{
	if (server())
		skip();
}

const char *store_name(const char *path)
{
	static char name[512];

	if (!server())
		return path;
	snprintf(name, sizeof name, "%s/t%016llx", server(),
		(unsigned long long)XXH3_64bits(path, strlen(path)));
	return name;
}

/* What psql answers to a statement in that database. */
static int ask(const char *address, const char *sql, char *out, int size)
{
	char command[2048];
	const char *infinite = strstr(sql, "9e999"); /* which PostgreSQL calls by its name */
	const int before = infinite ? (int)(infinite - sql) : (int)strlen(sql);

	snprintf(command, sizeof command,
		"PGOPTIONS='-c search_path=assay -c client_min_messages=error' psql -qAtX '%s' 2>&1 "
		"<<'END'\n%.*s%s%s;\nEND",
		address, before, sql, infinite ? "float8 'Infinity'" : "",
		infinite ? infinite + 5 : "");
	FILE *f = popen(command, "r");
	assert_non_null(f);
	if (!fgets(out, size, f))
		*out = '\0';
	return pclose(f);
}

/* A database for a file that is not there yet; one that is stays. */
static void make_database(const char *address)
{
	char first[512], sql[128], answer[256];

	snprintf(first, sizeof first, "%s/postgres", server());
	snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE template0",
		strrchr(address, '/') + 1);
	ask(first, sql, answer, sizeof answer);
}

enum as_status open_store(const char *path, enum as_store_mode mode, struct as_store **out,
	struct as_err *err)
{
	if (server() && mode == AS_STORE_WRITE)
		make_database(store_name(path));
	return as_store_open(store_name(path), mode, out, err);
}

static int sqlite_number(const char *path, const char *sql)
{
	sqlite3_stmt *q = NULL;
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	const int n = sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

int number_in(const char *path, const char *sql)
{
	char answer[256] = "", *end = answer;

	if (!server())
		return sqlite_number(path, sql);
	ask(store_name(path), sql, answer, sizeof answer);
	const long n = strtol(answer, &end, 10);
	if (end == answer)
		fail_msg("%s: %s", sql, answer);
	return (int)n;
}

void change_in(const char *path, const char *sql)
{
	sqlite3 *db = NULL;
	char answer[256] = "";

	if (server()) {
		ask(store_name(path), sql, answer, sizeof answer);
		if (*answer)
			fail_msg("%s: %s", sql, answer);
		return;
	}
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}
