/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels, notes and pins: what can be changed of an experiment after it was put. */
#include "store/sql/sql.h"

/* End the statement that changes experiment id. */
static enum as_status change(struct as_sql *q, int64_t id, struct as_err *err)
{
	struct as_store *s = q->store;

	as_sql_set_int(q, id);
	const bool found = as_sql_row(q);
	if (found)
		as_sql_run(q); /* to its end, where what it did is kept */
	enum as_status st = as_sql_end(q, err);
	if (!st && !found)
		return as_fail(err, AS_ERR_USAGE,
			"cannot find an experiment with number %lld in '%s'; `assay list` shows "
			"those that are there",
			(long long)id, s->path);
	return st;
}

static const char *or_nothing(const char *text)
{
	return text && *text ? text : NULL;
}

enum as_status as_store_mark_label(struct as_store *s, int64_t id, const char *label,
	struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "label experiment %lld of", (long long)id);
	as_sql_prepare(&q, s, "UPDATE experiments SET label = ? WHERE id = ? RETURNING id");
	as_sql_set_text(&q, or_nothing(label));
	return change(&q, id, err);
}

enum as_status as_store_mark_note(struct as_store *s, int64_t id, const char *note,
	struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "note something of experiment %lld of", (long long)id);
	as_sql_prepare(&q, s, "UPDATE experiments SET note = ? WHERE id = ? RETURNING id");
	as_sql_set_text(&q, or_nothing(note));
	return change(&q, id, err);
}

enum as_status as_store_mark_pinned(struct as_store *s, int64_t id, bool pinned,
	struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "pin experiment %lld of", (long long)id);
	as_sql_prepare(&q, s, "UPDATE experiments SET pinned = ? WHERE id = ? RETURNING id");
	as_sql_set_int(&q, pinned);
	return change(&q, id, err);
}
