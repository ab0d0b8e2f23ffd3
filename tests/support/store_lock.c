/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store-lock FILE: keeps the SQLite file locked for writing until its standard input ends. Writes a
 * line when it has the lock. */
#include <sqlite3.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	sqlite3 *db = NULL;
	int rc = argc == 2 ? sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE, NULL) : SQLITE_MISUSE;

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (rc == SQLITE_OK) {
		puts("locked");
		fflush(stdout);
		while (getchar() != EOF)
			;
	} else {
		fprintf(stderr, "store-lock: %s\n", sqlite3_errstr(rc));
	}
	sqlite3_close(db);
	return rc == SQLITE_OK ? 0 : 1;
}
