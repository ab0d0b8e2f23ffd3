/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store-sql FILE SQL: changes an SQLite file as assay would not. */
#include <sqlite3.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	sqlite3 *db = NULL;
	int rc = argc == 3 ? sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE, NULL) : SQLITE_MISUSE;

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, argv[2], NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		fprintf(stderr, "store-sql: %s\n", db ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
	sqlite3_close(db);
	return rc == SQLITE_OK ? 0 : 1;
}
