/* SPDX-License-Identifier: GPL-3.0-or-later */
/* copies FILE N: N more copies of the last experiment of the store FILE, each a minute later and with
 * a uuid of its own, as SQL: 10^5 of them in seconds, where putting them one by one, each synced to the
 * disk, takes minutes. */

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(sqlite3 *db, int rc)
{
	if (rc == SQLITE_OK)
		return;
	fprintf(stderr, "copies: %s\n", db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
	exit(EXIT_FAILURE);
}

/* What column c of a copy is, as SQL; n.i counts the copies from 1. */
static const char *value(const char *table, const char *c)
{
	if (!strcmp(c, "experiment") || (!strcmp(table, "experiments") && !strcmp(c, "id")))
		return "(SELECT id FROM template) + n.i";
	if (!strcmp(c, "id"))
		return "NULL";
	if (!strcmp(c, "uuid"))
		return "printf('%08x%s', n.i, substr(uuid, 9))";
	if (!strcmp(c, "started_ns") || !strcmp(c, "ended_ns"))
		return NULL;
	return "";
}

static void add_column(sqlite3_str *names, sqlite3_str *values, const char *table, const char *c)
{
	const char *v = value(table, c);

	sqlite3_str_appendf(names, "%s\"%w\"", sqlite3_str_length(names) ? ", " : "", c);
	sqlite3_str_appendf(values, "%s", sqlite3_str_length(values) ? ", " : "");
	if (v && *v)
		sqlite3_str_appendall(values, v);
	else
		sqlite3_str_appendf(values, "\"%w\"%s", c, v ? "" : " + n.i * 60000000000");
}

static void copy_table(sqlite3 *db, const char *table, long many)
{
	sqlite3_str *names = sqlite3_str_new(db), *values = sqlite3_str_new(db);
	const char *key = !strcmp(table, "experiments") ? "id" : "experiment";
	sqlite3_stmt *q = NULL;
	char *sql = sqlite3_mprintf("SELECT name FROM pragma_table_info(%Q)", table);

	must(db, sqlite3_prepare_v2(db, sql, -1, &q, NULL));
	while (sqlite3_step(q) == SQLITE_ROW)
		add_column(names, values, table, (const char *)sqlite3_column_text(q, 0));
	sqlite3_finalize(q);
	sqlite3_free(sql);
	char *n = sqlite3_str_finish(names), *v = sqlite3_str_finish(values);
	sql = sqlite3_mprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE"
		" i < %ld) INSERT INTO %s (%s) SELECT %s FROM n CROSS JOIN %s WHERE %s ="
		" (SELECT id FROM template)", many, table, n, v, table, key);
	must(db, sqlite3_exec(db, sql, NULL, NULL, NULL));
	sqlite3_free(sql);
	sqlite3_free(n);
	sqlite3_free(v);
}

int main(int argc, char **argv)
{
	static const char tables[] = "SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c"
		" WHERE t.type = 'table' AND c.name = 'experiment'";
	long many = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
	sqlite3_stmt *q = NULL;
	sqlite3 *db = NULL;

	if (many < 1 || many > 100000000) {
		fputs("usage: copies FILE N\n", stderr);
		return EXIT_FAILURE;
	}
	must(db, sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE, NULL));
	must(db, sqlite3_exec(db, "PRAGMA synchronous = OFF; BEGIN; CREATE TEMP TABLE template AS"
		" SELECT max(id) AS id FROM experiments", NULL, NULL, NULL));
	copy_table(db, "experiments", many);
	must(db, sqlite3_prepare_v2(db, tables, -1, &q, NULL));
	while (sqlite3_step(q) == SQLITE_ROW)
		copy_table(db, (const char *)sqlite3_column_text(q, 0), many);
	sqlite3_finalize(q);
	must(db, sqlite3_exec(db, "UPDATE sessions SET last_ns = (SELECT max(ended_ns) FROM experiments);"
		" COMMIT", NULL, NULL, NULL));
	sqlite3_close(db);
	return EXIT_SUCCESS;
}
