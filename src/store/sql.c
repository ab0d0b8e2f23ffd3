/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sql.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

static sqlite3_stmt *take_spare(struct as_store *s, const char *sql)
{
	for (size_t i = s->n_spare; i-- > 0;) {
		sqlite3_stmt *found = s->spare[i];
		if (strcmp(sqlite3_sql(found), sql) != 0)
			continue;
		s->spare[i] = s->spare[--s->n_spare];
		return found;
	}
	return NULL;
}

/* A PRAGMA may act when it is prepared. */
static void keep_spare(struct as_store *s, sqlite3_stmt *stmt)
{
	if (!stmt || s->n_spare == AS_STORE_SPARE || *sqlite3_sql(stmt) == 'P' ||
		sqlite3_reset(stmt) != SQLITE_OK || sqlite3_clear_bindings(stmt) != SQLITE_OK)
		sqlite3_finalize(stmt);
	else
		s->spare[s->n_spare++] = stmt;
}

void as_sql_forget(struct as_store *s)
{
	while (s->n_spare)
		sqlite3_finalize(s->spare[--s->n_spare]);
}

void as_sql_prepare(struct as_sql *q, struct as_store *s, const char *sql)
{
	*q = (struct as_sql){.store = s, .stmt = take_spare(s, sql)};
	if (!q->stmt)
		q->rc = sqlite3_prepare_v2(s->db, sql, -1, &q->stmt, NULL);
}

bool as_sql_ok(const struct as_sql *q)
{
	return q->rc == SQLITE_OK && !q->bad && !q->memory;
}

static void keep(struct as_sql *q, int rc)
{
	if (q->rc == SQLITE_OK)
		q->rc = rc;
}

void as_sql_set_int(struct as_sql *q, int64_t value)
{
	if (as_sql_ok(q))
		keep(q, sqlite3_bind_int64(q->stmt, ++q->next, value));
}

void as_sql_set_ints(struct as_sql *q, const int64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_sql_set_int(q, values[i]);
}

static void set_real(struct as_sql *q, double value)
{
	if (as_sql_ok(q))
		keep(q, sqlite3_bind_double(q->stmt, ++q->next, value));
}

void as_sql_set_reals(struct as_sql *q, const double *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		set_real(q, values[i]);
}

void as_sql_set_text(struct as_sql *q, const char *value)
{
	if (as_sql_ok(q))
		keep(q, sqlite3_bind_text64(q->stmt, ++q->next, value, value ? strlen(value) : 0,
			SQLITE_STATIC, SQLITE_UTF8));
}

void as_sql_set_texts(struct as_sql *q, const char *const *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_sql_set_text(q, values[i]);
}

void as_sql_set_blob(struct as_sql *q, const void *data, size_t n)
{
	if (as_sql_ok(q))
		keep(q, sqlite3_bind_blob64(q->stmt, ++q->next, data, n, SQLITE_STATIC));
}

void as_sql_set_null(struct as_sql *q)
{
	if (as_sql_ok(q))
		keep(q, sqlite3_bind_null(q->stmt, ++q->next));
}

bool as_sql_row(struct as_sql *q)
{
	if (!as_sql_ok(q))
		return false;
	q->next = 0;
	int rc = sqlite3_step(q->stmt);
	if (rc == SQLITE_ROW)
		return true;
	if (rc != SQLITE_DONE)
		q->rc = rc;
	return false;
}

/* Ready for new parameters after rows were read. */
static void sql_again(struct as_sql *q)
{
	if (as_sql_ok(q))
		keep(q, sqlite3_reset(q->stmt));
	q->next = 0;
}

void as_sql_run(struct as_sql *q)
{
	while (as_sql_row(q))
		;
	sql_again(q);
}

/* The type of the next column, or 0 after a failure. */
static int next_column(struct as_sql *q)
{
	return as_sql_ok(q) ? sqlite3_column_type(q->stmt, q->next++) : 0;
}

static void misfit(struct as_sql *q)
{
	if (!as_sql_ok(q))
		return;
	/* Columns of our own SELECTs: the names are constants of the schema. */
	q->bad = sqlite3_column_name(q->stmt, q->next - 1);
	q->memory = !q->bad;
}

int64_t as_sql_int(struct as_sql *q, int64_t min, int64_t max)
{
	if (next_column(q) == SQLITE_INTEGER) {
		int64_t value = sqlite3_column_int64(q->stmt, q->next - 1);
		if (value >= min && value <= max)
			return value;
	}
	misfit(q);
	return min;
}

double as_sql_real(struct as_sql *q)
{
	int type = next_column(q);

	if (type == SQLITE_FLOAT)
		return sqlite3_column_double(q->stmt, q->next - 1);
	if (type != SQLITE_NULL)
		misfit(q);
	return (double)NAN;
}

const char *as_sql_borrow(struct as_sql *q, enum as_sql_need need)
{
	int type = next_column(q);

	if (type == SQLITE_TEXT) {
		const char *text = (const char *)sqlite3_column_text(q->stmt, q->next - 1);
		if (text && strlen(text) == (size_t)sqlite3_column_bytes(q->stmt, q->next - 1))
			return text;
		q->memory = !text;
	}
	if (type != SQLITE_NULL || need == AS_SQL_REQUIRED)
		misfit(q);
	return NULL;
}

const char *as_sql_text(struct as_sql *q, struct as_arena *a, enum as_sql_need need)
{
	const char *text = as_sql_borrow(q, need), *copy = text ? as_arena_strdup(a, text) : NULL;

	q->memory = q->memory || (text && !copy);
	return copy;
}

const void *as_sql_blob(struct as_sql *q, size_t *n)
{
	*n = 0;
	if (next_column(q) != SQLITE_BLOB) {
		misfit(q);
		return NULL;
	}
	const void *data = sqlite3_column_blob(q->stmt, q->next - 1);
	*n = data ? (size_t)sqlite3_column_bytes(q->stmt, q->next - 1) : 0;
	return data;
}

enum as_status as_sql_end(struct as_sql *q, struct as_err *err)
{
	enum as_status st = AS_OK;
	char what[128];

	if (q->memory)
		st = as_fail_memory(err);
	else if (q->rc != SQLITE_OK)
		st = as_store_fail(q->store, q->rc, err);
	if (q->bad) { /* a name in memory of the statement */
		sqlite3_snprintf(sizeof what, what, "its '%s' is not what assay writes", q->bad);
		st = as_store_damaged(q->store, what, err);
	}
	if (st)
		sqlite3_finalize(q->stmt);
	else
		keep_spare(q->store, q->stmt);
	q->stmt = NULL;
	return st;
}

int as_sql_exec(struct as_store *s, const char *sql)
{
	errno = 0; /* so that as_store_fail sees what this left */
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL);
}

/* What is written to a file that has no name any more is gone with this process. */
static bool has_gone(struct as_store *s)
{
	int moved = 0;

	return sqlite3_file_control(s->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
		moved;
}

enum as_status as_sql_finish(struct as_store *s, enum as_status st, struct as_err *err)
{
	if (!st && has_gone(s))
		st = as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': the file has been removed or replaced since it was "
			"opened; put it back, or %s",
			s->doing, s->path, s->instead);
	if (!st) {
		int rc = as_sql_exec(s, "COMMIT");
		if (rc != SQLITE_OK)
			st = as_store_fail(s, rc, err);
	}
	if (st && !sqlite3_get_autocommit(s->db))
		as_sql_exec(s, "ROLLBACK");
	return st;
}

/* The WAL as it is, where others keep a checkpoint from all of it. No lock of SQLite lies on this
 * file, which closing it would drop. */
static int sync_wal(struct as_store *s)
{
	char *path = sqlite3_mprintf("%s-wal", s->file);
	const int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	const int rc = fd >= 0 && fdatasync(fd) ? SQLITE_IOERR_FSYNC
		: fd < 0 && errno != ENOENT	? SQLITE_CANTOPEN
						: SQLITE_OK;

	if (fd >= 0)
		close(fd);
	sqlite3_free(path);
	return rc;
}

enum as_status as_store_settle(struct as_store *s, struct as_err *err)
{
	int frames = 0, done = 0;
	int rc = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, &done);

	if (rc != SQLITE_OK || done < frames)
		rc = sync_wal(s);
	return rc == SQLITE_OK ? AS_OK : as_store_fail(s, rc, err);
}
