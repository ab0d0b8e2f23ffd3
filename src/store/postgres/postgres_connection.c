/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes over a connection besides statements with parameters. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

int as_pg_failed(struct as_pg *pg, PGresult *res)
{
	const char *state = PQresultErrorField(res, PG_DIAG_SQLSTATE);
	const char *why = PQresultErrorField(res, PG_DIAG_MESSAGE_PRIMARY);

	snprintf(pg->state, sizeof pg->state, "%s", state ? state : "");
	snprintf(pg->why, sizeof pg->why, "%s", why ? why : PQerrorMessage(pg->conn));
	pg->why[strcspn(pg->why, "\n")] = '\0';
	PQclear(res);
	return !strncmp(pg->state, "XX", 2) ? AS_PG_DAMAGED : AS_PG_FAILED;
}

bool as_pg_pipeline(struct as_pg *pg)
{
	return pg->queued || PQenterPipelineMode(pg->conn);
}

/* Gives the code of the first that failed. Statements that the server was to keep may be unknown to
 * it then. */
int as_pg_drain(struct as_pg *pg)
{
	bool synced = false, pause = false;
	int rc = AS_SQL_OK;

	if (!pg->queued)
		return AS_SQL_OK;
	pg->queued = 0;
	if (!PQpipelineSync(pg->conn))
		rc = as_pg_failed(pg, NULL);
	while (!synced) {
		PGresult *res = PQgetResult(pg->conn);
		const ExecStatusType got = PQresultStatus(res);
		if (!res && pause) /* twice in a row: the connection has ended */
			break;
		pause = !res;
		synced = res && got == PGRES_PIPELINE_SYNC;
		if (res && rc == AS_SQL_OK && got == PGRES_FATAL_ERROR)
			rc = as_pg_failed(pg, res);
		else
			PQclear(res);
	}
	if (!PQexitPipelineMode(pg->conn) && rc == AS_SQL_OK)
		rc = as_pg_failed(pg, NULL);
	pg->connected += rc != AS_SQL_OK;
	return rc;
}

int as_pg_run(struct as_pg *pg, const char *sql)
{
	const int late = as_pg_drain(pg);
	if (late != AS_SQL_OK && strcmp(sql, "ROLLBACK") != 0)
		return late;
	PGresult *res = PQexec(pg->conn, sql);
	const ExecStatusType got = PQresultStatus(res);

	if (got != PGRES_COMMAND_OK && got != PGRES_TUPLES_OK && got != PGRES_EMPTY_QUERY)
		return as_pg_failed(pg, res);
	PQclear(res);
	return AS_SQL_OK;
}

int as_pg_number(struct as_pg *pg, const char *sql, int64_t *out)
{
	const int late = as_pg_drain(pg);
	if (late != AS_SQL_OK)
		return late;
	PGresult *res = PQexec(pg->conn, sql);
	if (PQresultStatus(res) != PGRES_TUPLES_OK)
		return as_pg_failed(pg, res);
	if (PQntuples(res) == 1 && !PQgetisnull(res, 0, 0))
		*out = strtoll(PQgetvalue(res, 0, 0), NULL, 10);
	PQclear(res);
	return AS_SQL_OK;
}

/* Names that our SQL uses are those of our schema; nothing else in the database acts. */
int as_pg_settings(struct as_store *s)
{
	struct as_pg *pg = s->db;
	char sql[256];

	snprintf(sql, sizeof sql,
		"SET search_path = assay, pg_catalog, pg_temp; SET lock_timeout = %d; "
		"SET standard_conforming_strings = on; SET default_transaction_read_only = %s",
		s->wait_ms, pg->reads ? "on" : "off");
	pg->connected++;
	return as_pg_run(pg, sql);
}

/* Nothing is lost with a connection that ends between two transactions: while assay measured, the
 * server may have gone and come back. */
int as_pg_begin(struct as_store *s, bool write)
{
	const char *const sql = write ? "BEGIN; " AS_PG_LOCK
				      : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
	struct as_pg *pg = s->db;
	int rc = as_pg_run(pg, sql);

	if (rc != AS_SQL_OK && PQstatus(pg->conn) != CONNECTION_OK) {
		PQreset(pg->conn);
		rc = as_pg_settings(s);
		rc = rc == AS_SQL_OK ? as_pg_run(pg, sql) : rc;
	}
	if (rc != AS_SQL_OK)
		PQclear(PQexec(pg->conn, "ROLLBACK"));
	return rc;
}
