/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sql/row.h"

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
		.bytes = s->engine->bytes(s),
		.newest_schema = AS_STORE_SCHEMA,
		.exported = s->kind == AS_STORE_KIND_EXPORT,
	};
	struct as_text sql = {0};
	struct as_sql q;

	as_store_doing(s, "count the experiments of");
	as_text_addf(&sql,
		"SELECT count(*), count(label), count(nullif(pinned, 0)),"
		" count(DISTINCT session), ifnull(min(started_ns), 0), ifnull(max(started_ns), 0),"
		" %s, (SELECT count(*) FROM noise_profiles) FROM experiments",
		s->engine->version_sql);
	as_sql_prepare(&q, s, as_text_str(&sql));
	q.memory = q.memory || sql.failed;
	as_text_release(&sql);
	if (as_sql_row(&q))
		read_counts(&q, &h);
	enum as_status st = as_sql_end(&q, err);
	if (!st)
		*out = h;
	return st;
}

int64_t as_store_turn(struct as_store *s)
{
	int64_t turn = 0;
	struct as_sql q;

	as_sql_prepare(&q, s, s->engine->turn_sql);
	if (as_sql_row(&q))
		turn = as_sql_int(&q, INT64_MIN, INT64_MAX);
	return as_sql_end(&q, NULL) ? 0 : turn;
}

bool as_store_is_there(struct as_store *s)
{
	struct as_sql q;

	if (s->engine->has_gone(s))
		return false;
	as_sql_prepare(&q, s, "SELECT 1");
	const bool answers = as_sql_row(&q);
	return !as_sql_end(&q, NULL) && answers;
}
