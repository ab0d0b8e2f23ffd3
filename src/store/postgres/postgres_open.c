/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The connection, and what PostgreSQL says, in words. Who may connect, and how, is libpq's: its
 * environment variables, ~/.pgpass, service files, certificates. A password is never asked for,
 * shown or kept here. */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

enum { KEYWORDS = 8 };

static void be_silent(void *arg, const PGresult *res)
{
	(void)arg;
	(void)res;
}

/* A connection that went away without a word is noticed within half a minute. What the address says
 * counts for more, as it comes last. */
static PGconn *connect(const char *address)
{
	const char *const keys[KEYWORDS + 1] = {"fallback_application_name", "client_encoding",
		"connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
		"keepalives_count", "dbname", NULL};
	const char *const values[KEYWORDS + 1] = {
		"assay", "UTF8", "10", "30000", "10", "5", "3", address, NULL};

	return PQconnectdbParams(keys, values, 1);
}

/* A password that stands in the address in a way that only libpq sees. */
static bool has_password(const char *address)
{
	PQconninfoOption *all = PQconninfoParse(address, NULL), *o = all;
	bool found = false;

	for (; o && o->keyword && !found; o++)
		found = o->val && *o->val && strchr(o->dispchar, '*');
	PQconninfoFree(all);
	return found;
}

static enum as_status fail_connecting(const struct as_store *s, PGconn *conn, struct as_err *err)
{
	char why[256];

	snprintf(why, sizeof why, "%s", PQerrorMessage(conn));
	why[strcspn(why, "\n")] = '\0';
	if (PQconnectionNeedsPassword(conn))
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': the server wants a password; put it into ~/.pgpass "
			"(HOST:PORT:DATABASE:USER:PASSWORD, mode 0600) or a service file",
			s->path);
	return as_fail(err, AS_ERR_STORE,
		"cannot open '%s': there is no connection to the server (%s); see whether it "
		"runs and lets you in, or %s",
		s->path, why, s->instead);
}

/* The schema, if it is not there: whoever may not make one is given it by who may. */
static int make_schema(struct as_pg *pg)
{
	int64_t there = 0;
	int rc = as_pg_number(pg,
		"SELECT count(*) FROM pg_namespace WHERE nspname = 'assay'", &there);

	if (rc == AS_SQL_OK && !there)
		rc = as_pg_run(pg, "BEGIN; " AS_PG_LOCK
			"; CREATE SCHEMA IF NOT EXISTS assay; COMMIT");
	return rc;
}

enum as_status as_pg_open(struct as_store *s, enum as_store_mode mode, struct as_err *err)
{
	struct as_pg *pg = has_password(s->file) ? NULL : calloc(1, sizeof *pg);
	if (!pg)
		return as_fail(err, AS_ERR_USAGE,
			"cannot open the store: its address has a password in it, or memory is "
			"out; put the password into ~/.pgpass or a service file");
	s->db = pg;
	pg->conn = connect(s->file);
	if (PQstatus(pg->conn) != CONNECTION_OK)
		return fail_connecting(s, pg->conn, err);
	PQsetNoticeReceiver(pg->conn, be_silent, NULL);
	const char *encoding = PQparameterStatus(pg->conn, "server_encoding");
	if (!encoding || strcmp(encoding, "UTF8") != 0)
		return as_fail(err, AS_ERR_STORE,
			"cannot open '%s': the database is in %s, and texts need UTF8; make one by "
			"createdb -E UTF8 -T template0 NAME",
			s->path, encoding ? encoding : "an encoding of its own");
	pg->reads = mode == AS_STORE_READ;
	int rc = as_pg_settings(s);
	if (rc == AS_SQL_OK && mode == AS_STORE_WRITE)
		rc = make_schema(pg);
	return rc == AS_SQL_OK ? AS_OK : as_pg_fail(s, rc, err);
}

void as_pg_close(struct as_store *s)
{
	struct as_pg *pg = s->db;

	s->db = NULL;
	if (pg)
		PQfinish(pg->conn);
	free(pg);
}

/* What a failure's code means for the user; the first whose beginning fits. */
static const struct {
	const char *state, *words;
} meanings[] = {
	{"53100", "the server's disk is full; free some space there"},
	{"53200", "the server is out of memory; look at it"},
	{"53300", "the server has no connection left; try again later"},
	{"55P03", "another program has kept it locked; try again when that has ended"},
	{"42501", "this user may not do that there; let its owner GRANT it (docs/store.md)"},
	{"25006", "the server only lets it be read; name the one that is written"},
	{"3F000", "nothing has been kept in it yet; assay run keeps what it measures"},
	{"42P01", "a table is missing, so it is damaged; put back a copy of it"},
	{"42703", "a column is missing, so it is damaged; put back a copy of it"},
	{"XX", "the server says that it is damaged; put back a copy of it"},
	{"57P", "the server is going down; try again when it is back"},
	{"57014", "the server has ended it; see its statement_timeout"},
	{"08", "the connection was lost; try again when it is back"},
	{"", "the server refused"},
};

enum as_status as_pg_fail(struct as_store *s, int rc, struct as_err *err)
{
	const struct as_pg *pg = s->db;
	const bool lost = PQstatus(pg->conn) != CONNECTION_OK;
	size_t i = 0;

	if (rc == AS_SQL_MEMORY)
		return as_fail_memory(err);
	while (strncmp(pg->state, meanings[i].state, strlen(meanings[i].state)) != 0)
		i++;
	return as_fail(err, AS_ERR_STORE, "cannot %s '%s': %s, or %s (%s%s%s)", s->doing, s->path,
		lost ? "the connection was lost; try again when it is back" : meanings[i].words,
		s->instead, pg->why, *pg->state ? ", code " : "", pg->state);
}
