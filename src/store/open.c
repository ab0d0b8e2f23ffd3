/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/module.h"
#include "store/sql/sql.h"

struct as_store *as_store_new(const struct as_store_engine *engine, const char *file,
	const char *path)
{
	struct as_store *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->engine = engine;
	s->path = strdup(path);
	/* SQLite gives a meaning to "file:" and ":". */
	if (asprintf(&s->file, "%s%s", engine == &as_sqlite_engine && *file != '/' ? "./" : "",
		    file) < 0)
		s->file = NULL;
	s->wait_ms = AS_STORE_WAIT_MS;
	s->instead = "name another store with --store";
	as_store_doing(s, "open");
	if (s->path && s->file)
		return s;
	as_store_close(s);
	return NULL;
}

void as_store_close(struct as_store *s)
{
	if (!s)
		return;
	as_sql_forget(s);
	s->engine->close(s);
	free(s->path);
	free(s->file);
	free(s);
}

const char *as_store_path(const struct as_store *s)
{
	return s->path;
}

bool as_store_is_alone(const struct as_store *s)
{
	return s->alone;
}

const char *as_store_note(const struct as_store *s)
{
	return *s->note ? s->note : NULL;
}

enum as_status as_store_open(const char *path, enum as_store_mode mode, struct as_store **out,
	struct as_err *err)
{
	struct as_store_place place;
	enum as_status st = AS_OK;

	if (!path) {
		st = as_store_locate(NULL, &place, err);
		path = place.path;
	}
	if (st)
		return st;
	const bool remote = as_store_is_address(path);
	const struct as_store_engine *engine = &as_sqlite_engine;
	if (remote)
		st = as_store_module_load(&engine, err);
	if (st)
		return st;
	struct as_store *s = as_store_new(engine, path, path);
	if (!s)
		return as_fail_memory(err);
	st = engine->open(s, mode, err);
	if (!st && remote)
		st = as_store_schema(s, mode == AS_STORE_WRITE, AS_STORE_KIND_STORE, err);
	if (st) {
		as_store_close(s);
		return st;
	}
	*out = s;
	return AS_OK;
}
