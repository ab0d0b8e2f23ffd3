/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of PostgreSQL, as the store asks for them. One that is run a second time is kept by
 * the server; all rows of an answer come at once, numbers in the server's binary form. */
#include <endian.h>
#include <libpq-fe.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/postgres/postgres.h"

/* Numbers of types in every server's catalogue (pg_type.dat). */
enum {
	TYPE_BOOL = 16,
	TYPE_BYTEA = 17,
	TYPE_INT8 = 20,
	TYPE_INT4 = 23,
	TYPE_TEXT = 25,
	TYPE_FLOAT8 = 701,
	TYPE_UNKNOWN = 705,
};

/* More could fill the way back before anybody reads what comes on it. */
enum { QUEUED_MAX = 256 };

struct pg_parameter {
	uint64_t number; /* as it goes over the wire */
	char *owned;     /* a text that had to change */
};

struct pg_statement {
	struct as_pg *pg;
	char *sql, *text; /* as it was given, and as PostgreSQL has it */
	char name[16];    /* "": the server does not keep it */
	unsigned connected; /* when it did: as_pg.connected */
	bool ran;
	size_t n, cap[5]; /* parameters */
	Oid *types;
	const char **values;
	int *lengths, *formats;
	struct pg_parameter *own;
	PGresult *rows;
	int row;
	char **decoded; /* texts of this row that are not as they came */
	size_t n_decoded, decoded_cap;
};

/* ---- life ---- */

static void forget_texts(char **v, size_t *n)
{
	while (*n)
		free(v[--*n]);
}

int as_pg_reset(void *stmt)
{
	struct pg_statement *q = stmt;

	forget_texts(q->decoded, &q->n_decoded);
	PQclear(q->rows);
	q->rows = NULL;
	return AS_SQL_OK;
}

int as_pg_forget(void *stmt)
{
	struct pg_statement *q = stmt;

	while (q->n)
		free(q->own[--q->n].owned);
	return as_pg_reset(q);
}

void as_pg_finish(void *stmt)
{
	struct pg_statement *q = stmt;

	if (!q)
		return;
	as_pg_forget(q);
	free(q->sql);
	free(q->text);
	free(q->types);
	free(q->values);
	free(q->lengths);
	free(q->formats);
	free(q->own);
	free(q->decoded);
	free(q);
}

int as_pg_prepare(struct as_store *s, const char *sql, void **out)
{
	struct pg_statement *q = calloc(1, sizeof *q);
	struct as_text t = {0};

	*out = q;
	if (!q)
		return AS_SQL_MEMORY;
	as_pg_translate(&t, sql);
	q->pg = s->db;
	q->sql = strdup(sql);
	q->text = t.failed ? NULL : strdup(as_text_str(&t));
	as_text_release(&t);
	return q->sql && q->text ? AS_SQL_OK : AS_SQL_MEMORY;
}

const char *as_pg_text(void *stmt)
{
	return ((struct pg_statement *)stmt)->sql;
}

/* ---- parameters ---- */

static bool make_room(struct pg_statement *q, size_t need)
{
	return as_grow(&q->types, &q->cap[0], need, sizeof *q->types) &&
		as_grow(&q->values, &q->cap[1], need, sizeof *q->values) &&
		as_grow(&q->lengths, &q->cap[2], need, sizeof *q->lengths) &&
		as_grow(&q->formats, &q->cap[3], need, sizeof *q->formats) &&
		as_grow(&q->own, &q->cap[4], need, sizeof *q->own);
}

static uint64_t to_wire(double value)
{
	const double plain = fpclassify(value) == FP_ZERO ? 0 : value; /* -0 becomes 0, as in SQLite */
	uint64_t bits;

	memcpy(&bits, &plain, sizeof bits);
	return htobe64(bits);
}

static void set_number(struct pg_statement *q, size_t i, Oid type, uint64_t number)
{
	q->types[i] = type;
	q->own[i].number = number;
	q->values[i] = (const char *)&q->own[i].number;
	q->lengths[i] = sizeof number;
}

static int set_text(struct pg_statement *q, size_t i, const char *value)
{
	q->types[i] = TYPE_TEXT;
	q->formats[i] = 0;
	q->values[i] = value ? as_pg_text_put(value, &q->own[i].owned) : NULL;
	return value && !q->values[i] ? AS_SQL_MEMORY : AS_SQL_OK;
}

int as_pg_bind(void *stmt, int at, const struct as_sql_value *v)
{
	struct pg_statement *q = stmt;
	const size_t i = (size_t)at - 1;

	if (i >= q->n) {
		if (!make_room(q, i + 1))
			return AS_SQL_MEMORY;
		memset(&q->own[q->n], 0, (i + 1 - q->n) * sizeof *q->own);
		q->n = i + 1;
	}
	free(q->own[i].owned);
	q->own[i].owned = NULL;
	q->values[i] = NULL;
	q->formats[i] = 1;
	q->lengths[i] = 0;
	switch (v->kind) {
	case AS_SQL_INT:
		set_number(q, i, TYPE_INT8, htobe64((uint64_t)v->integer));
		break;
	case AS_SQL_REAL:
		q->types[i] = TYPE_FLOAT8;
		if (!isnan(v->real))
			set_number(q, i, TYPE_FLOAT8, to_wire(v->real));
		break;
	case AS_SQL_TEXT:
		return set_text(q, i, v->data);
	case AS_SQL_BLOB:
		q->types[i] = TYPE_BYTEA;
		q->values[i] = v->data;
		q->lengths[i] = (int)v->n;
		break;
	case AS_SQL_NULL:
		q->types[i] = 0; /* of what it becomes */
		break;
	}
	return AS_SQL_OK;
}

/* ---- rows ---- */

/* Numbers moved when room was made. */
static void point_again(struct pg_statement *q)
{
	for (size_t i = 0; i < q->n; i++)
		if (q->values[i] && (q->types[i] == TYPE_INT8 || q->types[i] == TYPE_FLOAT8))
			q->values[i] = (const char *)&q->own[i].number;
}

static void give_name(struct pg_statement *q)
{
	q->connected = q->pg->connected;
	snprintf(q->name, sizeof q->name, "a%u", ++q->pg->n_prepared);
}

/* Once it is run again, it is worth a name. */
static int keep_on_server(struct pg_statement *q)
{
	give_name(q);
	PGresult *res = PQprepare(q->pg->conn, q->name, q->text, (int)q->n, q->types);
	if (PQresultStatus(res) != PGRES_COMMAND_OK) {
		*q->name = '\0';
		return as_pg_failed(q->pg, res);
	}
	PQclear(res);
	return AS_SQL_OK;
}

static bool is_kept(const struct pg_statement *q)
{
	return *q->name && q->connected == q->pg->connected;
}

/* Rows that are added need no answer before the transaction ends: most of what keeping an
 * experiment takes would else be waiting. */
static bool needs_no_answer(const struct pg_statement *q)
{
	return !strncmp(q->text, "INSERT", 6) && !strstr(q->text, "RETURNING") &&
		(q->pg->queued || PQtransactionStatus(q->pg->conn) == PQTRANS_INTRANS);
}

static int send(struct pg_statement *q)
{
	struct as_pg *pg = q->pg;
	const int n = (int)q->n;
	bool good = as_pg_pipeline(pg);

	point_again(q);
	if (good && q->ran && !is_kept(q)) {
		give_name(q);
		good = PQsendPrepare(pg->conn, q->name, q->text, n, q->types);
		pg->queued++;
	}
	if (good && is_kept(q))
		good = PQsendQueryPrepared(
			pg->conn, q->name, n, q->values, q->lengths, q->formats, 1);
	else if (good)
		good = PQsendQueryParams(pg->conn, q->text, n, q->types, q->values, q->lengths,
			q->formats, 1);
	q->ran = true;
	pg->queued++;
	if (!good)
		return as_pg_failed(pg, NULL);
	return pg->queued < QUEUED_MAX ? AS_SQL_OK : as_pg_drain(pg);
}

static int run(struct pg_statement *q)
{
	PGconn *conn = q->pg->conn;
	const int n = (int)q->n;
	int rc = as_pg_drain(q->pg);

	if (rc == AS_SQL_OK && q->ran && !is_kept(q))
		rc = keep_on_server(q);
	if (rc != AS_SQL_OK)
		return rc;
	point_again(q);
	q->rows = is_kept(q)
		? PQexecPrepared(conn, q->name, n, q->values, q->lengths, q->formats, 1)
		: PQexecParams(conn, q->text, n, q->types, q->values, q->lengths, q->formats, 1);
	q->ran = true;
	q->row = -1;
	const ExecStatusType got = PQresultStatus(q->rows);
	if (got == PGRES_TUPLES_OK || got == PGRES_COMMAND_OK)
		return AS_SQL_OK;
	rc = as_pg_failed(q->pg, q->rows);
	q->rows = NULL;
	return rc;
}

int as_pg_step(void *stmt)
{
	struct pg_statement *q = stmt;
	int rc = AS_SQL_OK;

	if (!q->rows && needs_no_answer(q)) {
		rc = send(q);
		return rc == AS_SQL_OK ? AS_SQL_DONE : rc;
	}
	if (!q->rows)
		rc = run(q);
	if (rc != AS_SQL_OK)
		return rc;
	forget_texts(q->decoded, &q->n_decoded);
	if (++q->row < PQntuples(q->rows))
		return AS_SQL_HAS_ROW;
	as_pg_reset(q);
	return AS_SQL_DONE;
}

/* ---- columns ---- */

static int64_t number(const char *wire)
{
	uint64_t bits;

	memcpy(&bits, wire, sizeof bits);
	return (int64_t)be64toh(bits);
}

static int32_t short_number(const char *wire)
{
	uint32_t bits;

	memcpy(&bits, wire, sizeof bits);
	return (int32_t)be32toh(bits);
}

/* The text as it was put; NULL when out of memory. */
static const char *plain(struct pg_statement *q, const char *value, size_t *n)
{
	if (!as_pg_text_is_changed(value))
		return value;
	char *copy = strdup(value);
	if (copy && !AS_PUSH(q->decoded, q->n_decoded, q->decoded_cap, copy)) {
		free(copy);
		copy = NULL;
	}
	*n = copy ? as_pg_text_get(copy) : 0;
	return copy;
}

void as_pg_column(void *stmt, int at, struct as_sql_value *out)
{
	struct pg_statement *q = stmt;
	const char *value = PQgetvalue(q->rows, q->row, at);

	out->kind = AS_SQL_NULL;
	if (PQgetisnull(q->rows, q->row, at))
		return;
	switch (PQftype(q->rows, at)) {
	case TYPE_INT8:
		out->kind = AS_SQL_INT;
		out->integer = number(value);
		break;
	case TYPE_INT4:
		out->kind = AS_SQL_INT;
		out->integer = short_number(value);
		break;
	case TYPE_BOOL:
		out->kind = AS_SQL_INT;
		out->integer = *value != 0;
		break;
	case TYPE_FLOAT8:
		out->kind = AS_SQL_REAL;
		const int64_t bits = number(value);
		memcpy(&out->real, &bits, sizeof bits);
		break;
	case TYPE_BYTEA:
		out->kind = AS_SQL_BLOB;
		out->n = (size_t)PQgetlength(q->rows, q->row, at);
		out->data = value;
		break;
	default: /* texts; what our SQL asks for is of no other type */
		out->kind = AS_SQL_TEXT;
		out->n = (size_t)PQgetlength(q->rows, q->row, at);
		out->data = plain(q, value, &out->n);
	}
}

const char *as_pg_name(void *stmt, int at)
{
	return PQfname(((struct pg_statement *)stmt)->rows, at);
}

/* ---- without rows ---- */

int as_pg_exec(struct as_store *s, const char *sql)
{
	struct as_text t = {0};

	as_pg_translate(&t, sql);
	const int rc = t.failed ? AS_SQL_MEMORY : as_pg_run(s->db, as_text_str(&t));
	as_text_release(&t);
	return rc;
}
