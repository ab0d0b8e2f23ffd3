/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite, as the store asks for it. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sql/row.h"
#include "store/sqlite.h"

static_assert(AS_SQL_OK == SQLITE_OK && AS_SQL_HAS_ROW == SQLITE_ROW &&
	AS_SQL_DONE == SQLITE_DONE && AS_SQL_MEMORY == SQLITE_NOMEM, "codes are those of SQLite");

static void close_connection(struct as_store *s)
{
	sqlite3_close(s->db);
	s->db = NULL;
}

static bool is_damage(int rc)
{
	return (rc & 0xff) == SQLITE_CORRUPT;
}

/* ---- statements ---- */

static int prepare(struct as_store *s, const char *sql, void **out)
{
	sqlite3_stmt *stmt = NULL;
	const int rc = sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL);

	*out = stmt;
	return rc;
}

static const char *text(void *stmt)
{
	return sqlite3_sql(stmt);
}

static int bind(void *stmt, int at, const struct as_sql_value *v)
{
	switch (v->kind) {
	case AS_SQL_INT:
		return sqlite3_bind_int64(stmt, at, v->integer);
	case AS_SQL_REAL:
		return sqlite3_bind_double(stmt, at, v->real);
	case AS_SQL_TEXT:
		return sqlite3_bind_text64(stmt, at, v->data, v->n, SQLITE_STATIC, SQLITE_UTF8);
	case AS_SQL_BLOB:
		return sqlite3_bind_blob64(stmt, at, v->data, v->n, SQLITE_STATIC);
	case AS_SQL_NULL:
		break;
	}
	return sqlite3_bind_null(stmt, at);
}

static int step(void *stmt)
{
	return sqlite3_step(stmt);
}

static int reset(void *stmt)
{
	return sqlite3_reset(stmt);
}

static int forget(void *stmt)
{
	const int rc = sqlite3_reset(stmt);

	return rc == SQLITE_OK ? sqlite3_clear_bindings(stmt) : rc;
}

static void finish(void *stmt)
{
	sqlite3_finalize(stmt);
}

static void column(void *stmt, int at, struct as_sql_value *out)
{
	switch (sqlite3_column_type(stmt, at)) {
	case SQLITE_INTEGER:
		out->kind = AS_SQL_INT;
		out->integer = sqlite3_column_int64(stmt, at);
		return;
	case SQLITE_FLOAT:
		out->kind = AS_SQL_REAL;
		out->real = sqlite3_column_double(stmt, at);
		return;
	case SQLITE_TEXT:
		out->kind = AS_SQL_TEXT;
		out->data = sqlite3_column_text(stmt, at);
		out->n = out->data ? (size_t)sqlite3_column_bytes(stmt, at) : 0;
		return;
	case SQLITE_BLOB:
		out->kind = AS_SQL_BLOB;
		out->data = sqlite3_column_blob(stmt, at);
		out->n = out->data ? (size_t)sqlite3_column_bytes(stmt, at) : 0;
		return;
	default:
		out->kind = AS_SQL_NULL;
	}
}

static const char *name(void *stmt, int at)
{
	return sqlite3_column_name(stmt, at);
}

static int open_blob(struct as_store *s, const char *table, int64_t id, void **out, size_t *n)
{
	sqlite3_blob *blob = NULL;
	const int rc = sqlite3_blob_open(s->db, "main", table, "data", id, 0, &blob);

	*out = blob;
	*n = blob ? (size_t)sqlite3_blob_bytes(blob) : 0;
	return rc;
}

static int read_blob(void *blob, size_t at, size_t n, void *out)
{
	return sqlite3_blob_read(blob, out, (int)n, (int)at);
}

static void close_blob(void *blob)
{
	sqlite3_blob_close(blob);
}

static int exec(struct as_store *s, const char *sql)
{
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL);
}

static int begin(struct as_store *s, bool write)
{
	return exec(s, write ? "BEGIN IMMEDIATE" : "BEGIN");
}

/* ---- the file ---- */

static bool has_gone(struct as_store *s)
{
	int moved = 0;

	return sqlite3_file_control(s->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
		moved;
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

static int settle(struct as_store *s)
{
	int frames = 0, done = 0;
	int rc = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &frames, &done);

	if (rc != SQLITE_OK || done < frames)
		rc = sync_wal(s);
	return rc;
}

static enum as_status read_number(struct as_store *s, const char *sql, int64_t *out,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, sql);
	if (as_sql_row(&q))
		*out = as_sql_int(&q, INT32_MIN, INT32_MAX);
	return as_sql_end(&q, err);
}

/* application_id says that the file is ours and which kind it is, user_version which schema it
 * has. */
static enum as_status read_ids(struct as_store *s, struct as_schema_ids *out, struct as_err *err)
{
	int64_t tables = 0;
	enum as_status st = read_number(s, "PRAGMA application_id", &out->application, err);

	if (!st)
		st = read_number(s, "PRAGMA user_version", &out->version, err);
	if (!st)
		st = read_number(s, "SELECT count(*) FROM sqlite_schema", &tables, err);
	out->empty = tables == 0 && out->application == 0 && out->version == 0;
	return st;
}

static void write_ids(struct as_text *sql, int64_t application, int64_t version)
{
	as_text_addf(sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
		(int)application, (int)version);
}

/* By views that hide the tables. TEMP is in memory: nothing is written anywhere. */
static enum as_status read_older(struct as_store *s, int64_t version, struct as_err *err)
{
	struct as_text sql = {0};

	as_text_add(&sql, "PRAGMA temp_store = MEMORY;\n");
	as_row_views(&sql, (unsigned)version);
	const int rc = sql.failed ? SQLITE_NOMEM : as_sql_exec(s, as_text_str(&sql));
	as_text_release(&sql);
	return rc == SQLITE_OK ? AS_OK : as_store_fail(s, rc, err);
}

static enum as_status shrink(struct as_store *s, struct as_err *err)
{
	/* SQLite attaches the new file to the old one meanwhile. */
	sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, 1);
	int rc = as_sql_exec(s, "VACUUM");
	sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, 0);
	if (rc == SQLITE_OK)
		rc = as_sql_exec(s, "PRAGMA wal_checkpoint(TRUNCATE)");
	return rc == SQLITE_OK ? AS_OK : as_store_fail(s, rc, err);
}

static int64_t size_of(const char *file, const char *suffix)
{
	char *path = sqlite3_mprintf("%s%s", file, suffix);
	struct stat st;
	int64_t bytes = path && stat(path, &st) == 0 ? (int64_t)st.st_size : 0;

	sqlite3_free(path);
	return bytes;
}

static int64_t bytes(struct as_store *s)
{
	return size_of(s->file, "") + size_of(s->file, "-wal");
}

static void calm(struct as_store *s)
{
	sqlite3_db_release_memory(s->db);
}

static const struct as_store_look looks[] = {
	{"the file is damaged: ", "SELECT integrity_check FROM pragma_integrity_check(100) WHERE "
				  "integrity_check <> 'ok'"},
	{"the table ", "SELECT \"table\" || ' has ' || count(*) || CASE count(*) WHEN 1 THEN ' row "
		       "that refers' ELSE ' rows that refer' END || ' to none of ' || parent"
		       " FROM pragma_foreign_key_check GROUP BY \"table\", parent"},
	{0},
};

const struct as_store_engine as_sqlite_engine = {
	.open = as_sqlite_open,
	.close = close_connection,
	.fail = as_sqlite_fail,
	.is_damage = is_damage,
	.sql = {
		.prepare = prepare,
		.text = text,
		.bind = bind,
		.step = step,
		.reset = reset,
		.forget = forget,
		.finish = finish,
		.column = column,
		.name = name,
		.open_blob = open_blob,
		.read_blob = read_blob,
		.close_blob = close_blob,
		.exec = exec,
		.begin = begin,
	},
	.has_gone = has_gone,
	.settle = settle,
	.read_ids = read_ids,
	.write_ids = write_ids,
	.read_older = read_older,
	.shrink = shrink,
	.bytes = bytes,
	.calm = calm,
	.version_sql = "(SELECT user_version FROM pragma_user_version)",
	.whole_sql = "SELECT 1 FROM pragma_quick_check(1) WHERE quick_check = 'ok'",
	.turn_sql = "PRAGMA data_version",
	.looks = looks,
	.what = "an SQLite file",
};
