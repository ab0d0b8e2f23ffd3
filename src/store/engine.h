/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_ENGINE_H
#define AS_STORE_ENGINE_H

/* What a database does for the store: one table of functions each for SQLite (sqlite_engine.c) and
 * for any other, which may lie in a module of its own. Everything else of store/ asks as_sql_*,
 * which asks the engine.
 *
 * SQL is written once, in what SQLite understands: an engine may read it its own way, but finds
 * parameters as ? and ?N, names in [brackets] where they need quotes, and nothing that
 * docs/store.md does not name. */

#include "store/store.h"

struct as_text;

enum as_sql_kind { AS_SQL_NULL, AS_SQL_INT, AS_SQL_REAL, AS_SQL_TEXT, AS_SQL_BLOB };

/* A parameter or a column. A parameter that is null keeps its kind: real is NaN, or data NULL. */
struct as_sql_value {
	enum as_sql_kind kind;
	union {
		int64_t integer;
		double real;
		struct {
			const void *data; /* of a text (0-terminated) or a blob; good until the next step */
			size_t n;         /* its bytes, without the 0 */
		};
	};
};

/* Codes that all engines share; any other is a failure, and only its engine knows which. */
enum { AS_SQL_OK = 0, AS_SQL_HAS_ROW = 100, AS_SQL_DONE = 101, AS_SQL_MEMORY = 7 };

/* What says whose a database is. */
struct as_schema_ids {
	int64_t application, version;
	bool empty; /* no table at all */
};

/* One thing that is looked at when a store is verified: each row is one text, a problem. */
struct as_store_look {
	const char *before, *sql;
};

/* Statements. Each function gives a code. */
struct as_sql_engine {
	int (*prepare)(struct as_store *s, const char *sql, void **out);
	const char *(*text)(void *stmt); /* as it was given to prepare */
	int (*bind)(void *stmt, int at, const struct as_sql_value *v); /* the first one is 1 */
	int (*step)(void *stmt);
	int (*reset)(void *stmt);  /* to run again with the parameters it has */
	int (*forget)(void *stmt); /* reset, without parameters */
	void (*finish)(void *stmt);  /* takes NULL */
	void (*column)(void *stmt, int at, struct as_sql_value *out); /* the first one is 0 */
	const char *(*name)(void *stmt, int at);                      /* of a column */

	/* A large blob, piece by piece: the one of that id in a column `data`. NULL: the engine has no
	 * such thing. Others than AS_SQL_OK: not of this table, and the column has to be asked for. */
	int (*open_blob)(struct as_store *s, const char *table, int64_t id, void **out, size_t *n);
	int (*read_blob)(void *blob, size_t at, size_t n, void *out);
	void (*close_blob)(void *blob); /* takes NULL */

	/* Statements without parameters and rows, with ; between them. */
	int (*exec)(struct as_store *s, const char *sql);
	/* A transaction that sees one state of the store, or that alone writes. */
	int (*begin)(struct as_store *s, bool write);
};

struct as_store_engine {
	/* Connect; SQLite also makes the store or brings it up to date, between looks at the file. */
	enum as_status (*open)(struct as_store *s, enum as_store_mode mode, struct as_err *err);
	void (*close)(struct as_store *s); /* takes a store that is not connected */
	/* "cannot <doing> '<path>': why; what to do" from the last failure, which gave rc. */
	enum as_status (*fail)(struct as_store *s, int rc, struct as_err *err);
	bool (*is_damage)(int rc);

	struct as_sql_engine sql;

	/* The store as a whole. */
	bool (*has_gone)(struct as_store *s); /* what is written now would be lost */
	int (*settle)(struct as_store *s);    /* put what was kept onto the disk */
	enum as_status (*read_ids)(struct as_store *s, struct as_schema_ids *out,
		struct as_err *err);
	void (*write_ids)(struct as_text *sql, int64_t application, int64_t version);
	/* Read one of an older version as if it were new, by what this connection has for itself. */
	enum as_status (*read_older)(struct as_store *s, int64_t version, struct as_err *err);
	enum as_status (*shrink)(struct as_store *s, struct as_err *err);
	int64_t (*bytes)(struct as_store *s);
	void (*calm)(struct as_store *s); /* forget what is in memory of it */
	const char *version_sql; /* an expression: the schema it has */
	const char *whole_sql;   /* a statement with a row if nothing is damaged */
	/* A statement of one number, which is another one to this connection when another one has changed
	 * something, or soon after. */
	const char *turn_sql;
	const struct as_store_look *looks; /* ends with {0}: what only the database itself sees */
	const char *what; /* "an SQLite file", for words about those that are not ours */
};

extern const struct as_store_engine as_sqlite_engine;

#endif
