/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_POSTGRES_POSTGRES_H
#define AS_STORE_POSTGRES_POSTGRES_H

/* What the files of the module for PostgreSQL share. */

#include "base/text.h"
#include "store/internal.h"

/* Codes of failures; as_store_engine has those of no failure. */
enum as_pg_code {
	AS_PG_FAILED = 1,
	AS_PG_DAMAGED = 2, /* class XX of the server's codes */
};

/* Of libpq. */
struct pg_conn;
struct pg_result;

/* as_store.db. */
struct as_pg {
	struct pg_conn *conn;
	bool reads;          /* nothing is written */
	unsigned connected;  /* how many times */
	unsigned n_prepared; /* statements that the server keeps, which number their names */
	unsigned queued;     /* statements that were sent and not answered yet */
	char state[6];       /* the code (SQLSTATE) of the last failure; "" if it has none */
	char why[256];       /* its words, without what they quote of values */
};

/* ---- postgres_dialect.c ---- */

/* What is written for SQLite, as PostgreSQL has it (docs/store.md). */
void as_pg_translate(struct as_text *out, const char *sql);

/* ---- postgres_text.c ---- */

/* A text as a database in UTF-8 can hold it, in memory of the caller if it has to change (*owned):
 * bytes that are no UTF-8 become characters of a private range, and these their bytes. NULL when
 * out of memory. */
const char *as_pg_text_put(const char *s, char **owned);

/* Back, in place; gives its length. */
bool as_pg_text_is_changed(const char *s);
size_t as_pg_text_get(char *s);

/* ---- postgres_connection.c ---- */

/* What all connections begin with; again after one was lost. */
int as_pg_settings(struct as_store *s);

/* as_sql_engine says what it does. */
int as_pg_begin(struct as_store *s, bool write);

/* Remember a failure; gives its code. Clears res. */
int as_pg_failed(struct as_pg *pg, struct pg_result *res);

/* Send what changes rows without waiting for the answer: as_pg_drain waits for all of them. */
bool as_pg_pipeline(struct as_pg *pg);
int as_pg_drain(struct as_pg *pg);

/* Statements as they are, without rows. A code. */
int as_pg_run(struct as_pg *pg, const char *sql);

/* The number that the statement's one row and column says; *out stays where there is none. */
int as_pg_number(struct as_pg *pg, const char *sql, int64_t *out);

/* ---- postgres_statement.c ---- */

/* as_sql_engine says what they do. */
int as_pg_prepare(struct as_store *s, const char *sql, void **out);
const char *as_pg_text(void *stmt);
int as_pg_bind(void *stmt, int at, const struct as_sql_value *v);
int as_pg_step(void *stmt);
int as_pg_reset(void *stmt);
int as_pg_forget(void *stmt);
void as_pg_finish(void *stmt);
void as_pg_column(void *stmt, int at, struct as_sql_value *out);
const char *as_pg_name(void *stmt, int at);
int as_pg_exec(struct as_store *s, const char *sql);

/* ---- postgres_open.c ---- */

enum as_status as_pg_open(struct as_store *s, enum as_store_mode mode,
	struct as_err *err) AS_MUST_CHECK;
void as_pg_close(struct as_store *s);
enum as_status as_pg_fail(struct as_store *s, int rc, struct as_err *err);

/* Writers and migrations wait for each other by an advisory lock of this number: "assay". */
#define AS_PG_LOCK "SELECT pg_advisory_xact_lock(418548769145)"

#endif
