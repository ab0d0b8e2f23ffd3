/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sql/sql.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take_spare(struct as_store *s, const char *sql)
{
	for (size_t i = s->n_spare; i-- > 0;) {
		void *found = s->spare[i];
		if (strcmp(s->engine->sql.text(found), sql) != 0)
			continue;
		s->spare[i] = s->spare[--s->n_spare];
		return found;
	}
	return NULL;
}

/* A PRAGMA may act when it is prepared. */
static void keep_spare(struct as_store *s, void *stmt)
{
	if (!stmt || s->n_spare == AS_STORE_SPARE || *s->engine->sql.text(stmt) == 'P' ||
		s->engine->sql.forget(stmt) != AS_SQL_OK)
		s->engine->sql.finish(stmt);
	else
		s->spare[s->n_spare++] = stmt;
}

void as_sql_forget(struct as_store *s)
{
	while (s->n_spare)
		s->engine->sql.finish(s->spare[--s->n_spare]);
}

void as_sql_prepare(struct as_sql *q, struct as_store *s, const char *sql)
{
	*q = (struct as_sql){.store = s, .stmt = take_spare(s, sql)};
	if (!q->stmt)
		q->rc = s->engine->sql.prepare(s, sql, &q->stmt);
}

bool as_sql_ok(const struct as_sql *q)
{
	return q->rc == AS_SQL_OK && !q->bad && !q->memory;
}

static void keep_failure(struct as_sql *q, int rc)
{
	if (q->rc == AS_SQL_OK)
		q->rc = rc;
}

static void set(struct as_sql *q, const struct as_sql_value *v)
{
	if (as_sql_ok(q))
		keep_failure(q, q->store->engine->sql.bind(q->stmt, ++q->next, v));
}

void as_sql_set_int(struct as_sql *q, int64_t value)
{
	set(q, &(struct as_sql_value){.kind = AS_SQL_INT, .integer = value});
}

void as_sql_set_ints(struct as_sql *q, const int64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_sql_set_int(q, values[i]);
}

void as_sql_set_reals(struct as_sql *q, const double *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		set(q, &(struct as_sql_value){.kind = AS_SQL_REAL, .real = values[i]});
}

void as_sql_set_text(struct as_sql *q, const char *value)
{
	set(q, &(struct as_sql_value){.kind = AS_SQL_TEXT, .data = value,
		       .n = value ? strlen(value) : 0});
}

void as_sql_set_texts(struct as_sql *q, const char *const *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_sql_set_text(q, values[i]);
}

void as_sql_set_blob(struct as_sql *q, const void *data, size_t n)
{
	set(q, &(struct as_sql_value){.kind = AS_SQL_BLOB, .data = data, .n = n});
}

void as_sql_set_null(struct as_sql *q)
{
	set(q, &(struct as_sql_value){.kind = AS_SQL_NULL});
}

bool as_sql_row(struct as_sql *q)
{
	if (!as_sql_ok(q))
		return false;
	q->next = 0;
	int rc = q->store->engine->sql.step(q->stmt);
	if (rc == AS_SQL_HAS_ROW)
		return true;
	if (rc != AS_SQL_DONE)
		q->rc = rc;
	return false;
}

/* Ready for new parameters after rows were read. */
static void sql_again(struct as_sql *q)
{
	if (as_sql_ok(q))
		keep_failure(q, q->store->engine->sql.reset(q->stmt));
	q->next = 0;
}

void as_sql_run(struct as_sql *q)
{
	while (as_sql_row(q))
		;
	sql_again(q);
}

/* The next column; of no kind after a failure, which is none of those that are asked for. */
static struct as_sql_value next_column(struct as_sql *q)
{
	struct as_sql_value v;

	v.kind = AS_SQL_NULL;
	if (as_sql_ok(q))
		q->store->engine->sql.column(q->stmt, q->next++, &v);
	return v;
}

static void misfit(struct as_sql *q)
{
	if (!as_sql_ok(q))
		return;
	/* Columns of our own SELECTs: the names are constants of the schema. */
	q->bad = q->store->engine->sql.name(q->stmt, q->next - 1);
	q->memory = !q->bad;
}

int64_t as_sql_int(struct as_sql *q, int64_t min, int64_t max)
{
	const struct as_sql_value v = next_column(q);

	if (v.kind == AS_SQL_INT && v.integer >= min && v.integer <= max)
		return v.integer;
	misfit(q);
	return min;
}

double as_sql_real(struct as_sql *q)
{
	const struct as_sql_value v = next_column(q);

	if (v.kind == AS_SQL_REAL)
		return v.real;
	if (v.kind != AS_SQL_NULL)
		misfit(q);
	return (double)NAN;
}

const char *as_sql_borrow(struct as_sql *q, enum as_sql_need need)
{
	const struct as_sql_value v = next_column(q);

	if (v.kind == AS_SQL_TEXT) {
		if (v.data && strlen(v.data) == v.n)
			return v.data;
		q->memory = !v.data;
	}
	if (v.kind != AS_SQL_NULL || need == AS_SQL_REQUIRED)
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
	const struct as_sql_value v = next_column(q);

	*n = v.kind == AS_SQL_BLOB ? v.n : 0;
	if (v.kind == AS_SQL_BLOB)
		return v.data;
	misfit(q);
	return NULL;
}

bool as_sql_is_damage(const struct as_sql *q)
{
	return q->bad || (q->rc != AS_SQL_OK && q->store->engine->is_damage(q->rc));
}

void *as_sql_keep(struct as_sql *q, struct as_arena *a, void *list, size_t n, size_t size)
{
	void *copy = as_arena_array(a, n, size);

	q->memory = q->memory || !copy;
	if (copy && n)
		memcpy(copy, list, n * size);
	free(list);
	return copy;
}

enum as_status as_sql_end(struct as_sql *q, struct as_err *err)
{
	enum as_status st = AS_OK;
	char what[128];

	if (q->memory)
		st = as_fail_memory(err);
	else if (q->rc != AS_SQL_OK)
		st = as_store_fail(q->store, q->rc, err);
	if (q->bad) { /* a name in memory of the statement */
		snprintf(what, sizeof what, "its '%s' is not what assay writes", q->bad);
		st = as_store_damaged(q->store, what, err);
	}
	if (st)
		q->store->engine->sql.finish(q->stmt);
	else
		keep_spare(q->store, q->stmt);
	q->stmt = NULL;
	return st;
}

enum as_status as_store_fail(struct as_store *s, int rc, struct as_err *err)
{
	return s->engine->fail(s, rc, err);
}

int as_sql_exec(struct as_store *s, const char *sql)
{
	errno = 0; /* so that as_store_fail sees what this left */
	return s->engine->sql.exec(s, sql);
}

enum as_status as_sql_begin(struct as_store *s, enum as_sql_access access, struct as_err *err)
{
	if (s->many)
		return AS_OK;
	errno = 0;
	const int rc = s->engine->sql.begin(s, access == AS_SQL_TO_WRITE);
	return rc == AS_SQL_OK ? AS_OK : as_store_fail(s, rc, err);
}

enum as_status as_sql_finish(struct as_store *s, enum as_status st, struct as_err *err)
{
	if (s->many) {
		if (st && !s->broken.code)
			s->broken = err ? *err : (struct as_err){.code = st};
		return st;
	}
	/* What is written to a file that has no name any more is gone with this process. */
	if (!st && s->engine->has_gone(s))
		st = as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': the file has been removed or replaced since it was "
			"opened; put it back, or %s",
			s->doing, s->path, s->instead);
	if (!st) {
		int rc = as_sql_exec(s, "COMMIT");
		if (rc != AS_SQL_OK)
			st = as_store_fail(s, rc, err);
	}
	if (st)
		as_sql_exec(s, "ROLLBACK"); /* nothing where the failure has done it already */
	return st;
}

enum as_status as_store_begin_many(struct as_store *s, struct as_err *err)
{
	as_store_doing(s, "keep experiments in");
	const enum as_status st = as_sql_begin(s, AS_SQL_TO_WRITE, err);

	s->many = !st;
	s->broken = (struct as_err){0};
	return st;
}

enum as_status as_store_end_many(struct as_store *s, struct as_err *err)
{
	s->many = false;
	if (s->broken.code && err)
		*err = s->broken;
	return as_sql_finish(s, s->broken.code, err);
}

enum as_status as_store_settle(struct as_store *s, struct as_err *err)
{
	const int rc = s->engine->settle(s);

	return rc == AS_SQL_OK ? AS_OK : as_store_fail(s, rc, err);
}

enum as_status as_sql_run_with(struct as_store *s, const char *sql, int64_t number,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, sql);
	as_sql_set_int(&q, number);
	as_sql_run(&q);
	return as_sql_end(&q, err);
}
