/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in PostgreSQL as a whole: its tables lie in the schema `assay` of a database, and the
 * table `assay_store` there says which schema of ours they have. */
#include <inttypes.h>
#include <stdio.h>

#include "store/module.h"
#include "store/postgres/postgres.h"

static bool is_damage(int rc)
{
	return rc == AS_PG_DAMAGED;
}

/* A database has no name that could be taken from it under our hands. */
static bool has_gone(struct as_store *s)
{
	(void)s;
	return false;
}

/* COMMIT has waited for the disk, where the server is set up to (synchronous_commit). */
static int settle(struct as_store *s)
{
	(void)s;
	return AS_SQL_OK;
}

static enum as_status read_ids(struct as_store *s, struct as_schema_ids *out, struct as_err *err)
{
	int64_t tables = 0, both = 0; /* -1: one of them is ours */
	int rc = as_pg_number(s->db,
		"SELECT CASE WHEN count(*) FILTER (WHERE relname = 'assay_store') > 0 THEN -1 ELSE "
		"count(*) END FROM pg_class WHERE relnamespace = to_regnamespace('assay') AND "
		"relkind IN ('r', 'p', 'v')", &tables);

	if (rc == AS_SQL_OK && tables < 0)
		rc = as_pg_number(s->db,
			"SELECT application << 32 | version FROM assay.assay_store", &both);
	out->application = both >> 32;
	out->version = both & UINT32_MAX;
	out->empty = tables == 0;
	return rc == AS_SQL_OK ? AS_OK : as_pg_fail(s, rc, err);
}

/* Blobs are packed already. */
static void write_ids(struct as_text *sql, int64_t application, int64_t version)
{
	as_text_addf(sql,
		"CREATE TABLE IF NOT EXISTS assay_store (one BIGINT PRIMARY KEY CHECK (one = 1), "
		"application BIGINT NOT NULL, version BIGINT NOT NULL);\n"
		"INSERT INTO assay_store VALUES (1, %" PRId64 ", %" PRId64 ") ON CONFLICT (one) DO "
		"UPDATE SET version = excluded.version;\n"
		"ALTER TABLE series ALTER COLUMN data SET STORAGE EXTERNAL",
		application, version);
}

/* Others may be at work with it: only who writes brings it up to date. */
static enum as_status read_older(struct as_store *s, int64_t version, struct as_err *err)
{
	return as_fail(err, AS_ERR_STORE,
		"cannot open '%s': an older assay has made it (its schema is %" PRId64 ", this "
		"assay's is %d), and reading does not change it; the next result that this assay "
		"keeps there brings it up to date for all",
		s->path, version, AS_STORE_SCHEMA);
}

static enum as_status shrink(struct as_store *s, struct as_err *err)
{
	const int rc = as_pg_run(s->db, "VACUUM");

	return rc == AS_SQL_OK ? AS_OK : as_pg_fail(s, rc, err);
}

static int64_t bytes(struct as_store *s)
{
	int64_t n = 0;
	const int rc = as_pg_number(s->db,
		"SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class WHERE relnamespace "
		"= to_regnamespace('assay') AND relkind = 'r'", &n);

	return rc == AS_SQL_OK ? n : 0;
}

static void calm(struct as_store *s)
{
	(void)s;
}

static const struct as_store_look looks[] = {{0}};

static const struct as_store_engine engine = {
	.open = as_pg_open,
	.close = as_pg_close,
	.fail = as_pg_fail,
	.is_damage = is_damage,
	.sql = {
		.prepare = as_pg_prepare,
		.text = as_pg_text,
		.bind = as_pg_bind,
		.step = as_pg_step,
		.reset = as_pg_reset,
		.forget = as_pg_forget,
		.finish = as_pg_finish,
		.column = as_pg_column,
		.name = as_pg_name,
		.exec = as_pg_exec,
		.begin = as_pg_begin,
	},
	.has_gone = has_gone,
	.settle = settle,
	.read_ids = read_ids,
	.write_ids = write_ids,
	.read_older = read_older,
	.shrink = shrink,
	.bytes = bytes,
	.calm = calm,
	.version_sql = "(SELECT version FROM assay_store)",
	.whole_sql = "SELECT 1",
	.turn_sql = "SELECT CAST(COALESCE(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) AS bigint) "
		    "FROM pg_stat_user_tables WHERE schemaname = 'assay'",
	.looks = looks,
	.what = "a schema 'assay'",
};

extern const struct as_store_module as_store_module;
const struct as_store_module as_store_module = {AS_VERSION, &engine};
