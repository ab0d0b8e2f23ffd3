/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the file, and their versions. application_id says that the file is ours and which
 * kind it is, user_version which schema it has. */
#include "base/text.h"
#include "store/row.h"
#include "store/schema_1.h"
#include "store/schema_3.h"

/* What makes version i + 1 of version i, besides the columns that tables of model/fields.h then
 * get; 0 is an empty file. */
static const char *const steps[AS_STORE_SCHEMA] = {[0] = as_schema_1, [2] = as_schema_3};

struct schema_ids {
	int64_t application, version;
	bool empty; /* no table at all */
};

static enum as_status read_number(struct as_store *s, const char *sql, int64_t *out,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, sql);
	if (as_sql_row(&q))
		*out = as_sql_int(&q, INT32_MIN, INT32_MAX);
	return as_sql_end(&q, err);
}

static enum as_status read_ids(struct as_store *s, struct schema_ids *out, struct as_err *err)
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

static enum as_status refuse_strangers(const struct as_store *s, const struct schema_ids *ids,
	struct as_err *err)
{
	if (ids->application != AS_STORE_KIND_STORE && ids->application != AS_STORE_KIND_EXPORT)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': it is an SQLite file of another program, not a store of "
			"assay; name another with --store",
			s->path);
	if (ids->version > AS_STORE_SCHEMA)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': a newer assay has written it (its schema is %lld, this "
			"assay knows up to %d); install the newer assay, or name another store "
			"with --store",
			s->path, (long long)ids->version, AS_STORE_SCHEMA);
	if (ids->version < 1)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': the file is damaged (its schema is %lld, the first one "
			"was 1); put back a copy of it, or move it away so that a new one is made",
			s->path, (long long)ids->version);
	return AS_OK;
}

/* Run statements, and forget them. */
static int run_text(struct as_store *s, struct as_text *sql)
{
	const int rc = sql->failed ? SQLITE_NOMEM : as_sql_exec(s, as_text_str(sql));

	as_text_release(sql);
	return rc;
}

/* All steps that are missing, inside a transaction. */
static int take_steps(struct as_store *s, int64_t from, enum as_store_kind kind)
{
	struct as_text sql = {0};

	for (int64_t v = from; v < AS_STORE_SCHEMA; v++) {
		as_text_add(&sql, steps[v]);
		as_row_upgrade(&sql, (unsigned)v + 1);
	}
	as_text_addf(&sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", (int)kind,
		AS_STORE_SCHEMA);
	return run_text(s, &sql);
}

static enum as_status upgrade(struct as_store *s, enum as_store_kind kind, struct as_err *err)
{
	struct schema_ids ids = {0};
	int rc = as_sql_exec(s, "BEGIN IMMEDIATE");

	if (rc != SQLITE_OK)
		return as_store_fail(s, rc, err);
	/* Another process may have done it while this one waited for the lock. */
	enum as_status st = read_ids(s, &ids, err);
	if (!st && !ids.empty)
		st = refuse_strangers(s, &ids, err);
	if (!st && ids.version < AS_STORE_SCHEMA)
		rc = take_steps(s, ids.version,
			ids.empty ? kind : (enum as_store_kind)ids.application);
	if (!st && rc == SQLITE_OK)
		rc = as_sql_exec(s, "COMMIT");
	if (!st && rc != SQLITE_OK)
		st = as_store_fail(s, rc, err);
	if (st)
		as_sql_exec(s, "ROLLBACK");
	return st;
}

/* As read_ids, of one moment: a process that makes the store at this very time must not be seen
 * between the numbers. */
static enum as_status look(struct as_store *s, struct schema_ids *out, struct as_err *err)
{
	int rc = as_sql_exec(s, "BEGIN");

	if (rc != SQLITE_OK)
		return as_store_fail(s, rc, err);
	enum as_status st = read_ids(s, out, err);
	as_sql_exec(s, st ? "ROLLBACK" : "COMMIT");
	return st;
}

/* TEMP is in memory: nothing is written anywhere. */
static enum as_status read_older(struct as_store *s, int64_t version, struct as_err *err)
{
	struct as_text sql = {0};

	as_text_add(&sql, "PRAGMA temp_store = MEMORY;\n");
	as_row_views(&sql, (unsigned)version);
	const int rc = run_text(s, &sql);
	return rc == SQLITE_OK ? AS_OK : as_store_fail(s, rc, err);
}

enum as_status as_store_schema(struct as_store *s, bool write, enum as_store_kind kind,
	struct as_err *err)
{
	struct schema_ids ids = {0};
	enum as_status st = look(s, &ids, err);

	if (!st && ids.empty && !write)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': nothing has been kept in it yet; `assay run` keeps what "
			"it measures",
			s->path);
	if (!st && !ids.empty)
		st = refuse_strangers(s, &ids, err);
	/* Nothing is added to an exported file, and whoever opens one for that is told later. */
	bool change = write && (ids.empty || ids.application == (int64_t)kind);
	if (!st && ids.version < AS_STORE_SCHEMA)
		st = change ? upgrade(s, kind, err) : read_older(s, ids.version, err);
	if (!st)
		s->kind = ids.empty ? kind : (enum as_store_kind)ids.application;
	return st;
}
