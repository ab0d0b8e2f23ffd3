/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alerts: rows that are written anew as they change, and never removed. */
#include <string.h>

#include "base/vec.h"
#include "store/sql/row.h"
#include "store/store_alerts.h"

enum as_status as_store_alerts(struct as_store *s, struct as_arena *a, struct as_alert **out,
	size_t *n, struct as_err *err)
{
	struct as_alert *list = NULL;
	size_t count = 0, room = 0;
	struct as_sql q;

	as_store_doing(s, "read the alerts of");
	as_row_select(&q, s,
		&(struct as_kept_row){"alerts", "id", {&as_alert_fields}, "ORDER BY id"});
	while (as_sql_row(&q)) {
		struct as_alert one = {.id = as_sql_int(&q, 1, INT64_MAX)};
		as_row_get(&q, &as_alert_fields, &one, a);
		if (as_sql_ok(&q) && !(one.name = as_store_called(s, one.name, a)))
			q.memory = true;
		q.memory = q.memory || (as_sql_ok(&q) && !AS_PUSH(list, count, room, one));
	}
	list = as_sql_keep(&q, a, list, count, sizeof *list);
	enum as_status st = as_sql_end(&q, err);
	*out = st ? NULL : list;
	*n = st ? 0 : count;
	return st;
}

enum as_status as_store_alert_edits(struct as_store *s, int64_t *out, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, "SELECT CAST(ifnull(sum(edits), 0) AS INTEGER) FROM alerts");
	if (as_sql_row(&q))
		*out = as_sql_int(&q, 0, INT64_MAX);
	return as_sql_end(&q, err);
}

/* The name that an alert has in the store, where it is shown under this one. */
static enum as_status keep_name(
	struct as_store *s, struct as_alert *kept, struct as_arena *a, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, "SELECT name FROM alerts WHERE id = ?");
	as_sql_set_int(&q, kept->id);
	if (as_sql_row(&q)) {
		const char *name = as_sql_text(&q, a, AS_SQL_REQUIRED);
		const char *now = as_store_called(s, name, a);
		if (now && !strcmp(now, kept->name))
			kept->name = name;
	}
	return as_sql_end(&q, err);
}

static enum as_status put_row(
	struct as_store *s, struct as_alert *one, struct as_arena *a, struct as_err *err)
{
	struct as_alert kept = *one;
	struct as_sql q;
	enum as_status st = s->n_renames && one->id ? keep_name(s, &kept, a, err) : AS_OK;

	if (st)
		return st;
	kept.edits++;
	as_sql_prepare(&q, s, "DELETE FROM alerts WHERE id = ?");
	as_sql_set_int(&q, one->id);
	as_sql_run(&q);
	st = as_sql_end(&q, err);
	if (st)
		return st;
	as_row_insert(&q, s,
		&(struct as_kept_row){"alerts", one->id ? "id" : NULL, {&as_alert_fields},
			"RETURNING id"});
	if (one->id)
		as_sql_set_int(&q, one->id);
	as_row_set(&q, &as_alert_fields, &kept);
	if (as_sql_row(&q))
		kept.id = as_sql_int(&q, 1, INT64_MAX);
	st = as_sql_end(&q, err);
	kept.dirty = false;
	kept.name = one->name;
	if (!st)
		*one = kept;
	return st;
}

static enum as_status put_alert(struct as_store *s, struct as_alert *one, struct as_err *err)
{
	struct as_arena room = {0};
	const enum as_status st = put_row(s, one, &room, err);

	as_arena_release(&room);
	return st;
}

static int64_t edits_of(const struct as_alert *v, size_t n)
{
	int64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i].edits;
	return sum;
}

enum as_status as_store_put_alerts(struct as_store *s, struct as_alert *v, size_t n,
	struct as_err *err)
{
	int64_t edits = 0;

	as_store_doing(s, "keep the alerts in");
	enum as_status st = as_sql_begin(s, AS_SQL_TO_WRITE, err);
	if (st)
		return st;
	st = as_store_alert_edits(s, &edits, err);
	if (!st && edits != edits_of(v, n))
		st = as_fail(err, AS_ERR_STORE,
			"cannot keep the alerts in '%s': another assay has changed them meanwhile; "
			"nothing is lost, call it again",
			s->path);
	for (size_t i = 0; !st && i < n; i++)
		if (v[i].dirty)
			st = put_alert(s, &v[i], err);
	return as_sql_finish(s, st, err);
}
