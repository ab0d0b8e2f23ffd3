/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/stat.h>

#include "store/sql.h"

static int64_t size_of(const char *file, const char *suffix)
{
	char *path = sqlite3_mprintf("%s%s", file, suffix);
	struct stat st;
	int64_t bytes = path && stat(path, &st) == 0 ? (int64_t)st.st_size : 0;

	sqlite3_free(path);
	return bytes;
}

static void read_counts(struct as_sql *q, struct as_holdings *h)
{
	h->n_experiments = (size_t)as_sql_int(q, 0, INT64_MAX);
	h->n_labelled = (size_t)as_sql_int(q, 0, INT64_MAX);
	h->n_pinned = (size_t)as_sql_int(q, 0, INT64_MAX);
	h->n_sessions = (size_t)as_sql_int(q, 0, INT64_MAX);
	h->oldest_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	h->newest_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	h->schema = as_sql_int(q, 1, AS_STORE_SCHEMA);
	h->n_profiles = (size_t)as_sql_int(q, 0, INT64_MAX);
}

enum as_status as_store_holdings(struct as_store *s, struct as_holdings *out, struct as_err *err)
{
	struct as_holdings h = {
		.path = s->path,
		.bytes = size_of(s->file, "") + size_of(s->file, "-wal"),
		.newest_schema = AS_STORE_SCHEMA,
		.exported = s->kind == AS_STORE_KIND_EXPORT,
	};
	struct as_sql q;

	as_store_doing(s, "count the experiments of");
	as_sql_prepare(&q, s,
		"SELECT count(*), count(label), ifnull(sum(pinned), 0),"
		" count(DISTINCT session), ifnull(min(started_ns), 0), ifnull(max(started_ns), 0),"
		" (SELECT user_version FROM pragma_user_version),"
		" (SELECT count(*) FROM noise_profiles) FROM experiments");
	if (as_sql_row(&q))
		read_counts(&q, &h);
	enum as_status st = as_sql_end(&q, err);
	if (!st)
		*out = h;
	return st;
}
