/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a store, and their versions. */
#include "base/text.h"
#include "store/schema_1.h"
#include "store/schema_3.h"
#include "store/schema_6.h"
#include "store/schema_7.h"
#include "store/schema_8.h"
#include "store/schema_9.h"
#include "store/sql/row.h"

/* What makes version i + 1 of version i, besides the columns that tables of model/fields/fields.h then
 * get; 0 is an empty file. */
static const char *const steps[AS_STORE_SCHEMA] = {[0] = as_schema_1, [2] = as_schema_3,
	[5] = as_schema_6, [6] = as_schema_7, [7] = as_schema_8,
	[8] = as_schema_9};

static enum as_status refuse_strangers(const struct as_store *s, const struct as_schema_ids *ids,
	struct as_err *err)
{
	if (ids->application != AS_STORE_KIND_STORE && ids->application != AS_STORE_KIND_EXPORT)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': it is %s of another program, not a store of "
			"assay; name another with --store",
			s->path, s->engine->what);
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
	const int rc = sql->failed ? AS_SQL_MEMORY : as_sql_exec(s, as_text_str(sql));

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
	s->engine->write_ids(&sql, kind, AS_STORE_SCHEMA);
	return run_text(s, &sql);
}

static enum as_status upgrade(struct as_store *s, enum as_store_kind kind, struct as_err *err)
{
	struct as_schema_ids ids = {0};
	enum as_status st = as_sql_begin(s, AS_SQL_TO_WRITE, err);
	int rc = AS_SQL_OK;

	if (st)
		return st;
	/* Another process may have done it while this one waited for the lock. */
	st = s->engine->read_ids(s, &ids, err);
	if (!st && !ids.empty)
		st = refuse_strangers(s, &ids, err);
	if (!st && ids.version < AS_STORE_SCHEMA)
		rc = take_steps(s, ids.version,
			ids.empty ? kind : (enum as_store_kind)ids.application);
	if (!st && rc == AS_SQL_OK)
		rc = as_sql_exec(s, "COMMIT");
	if (!st && rc != AS_SQL_OK)
		st = as_store_fail(s, rc, err);
	if (st)
		as_sql_exec(s, "ROLLBACK");
	return st;
}

/* As read_ids, of one moment: a process that makes the store at this very time must not be seen
 * between the numbers. */
static enum as_status look(struct as_store *s, struct as_schema_ids *out, struct as_err *err)
{
	enum as_status st = as_sql_begin(s, AS_SQL_TO_READ, err);

	if (st)
		return st;
	st = s->engine->read_ids(s, out, err);
	as_sql_exec(s, st ? "ROLLBACK" : "COMMIT");
	return st;
}

enum as_status as_store_schema(struct as_store *s, bool write, enum as_store_kind kind,
	struct as_err *err)
{
	struct as_schema_ids ids = {0};
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
		st = change ? upgrade(s, kind, err) : s->engine->read_older(s, ids.version, err);
	if (!st)
		s->kind = ids.empty ? kind : (enum as_store_kind)ids.application;
	return st;
}
